"""The page on what training here is worth says what the study's results say."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest

from benchmarks.training_value.__main__ import main
from benchmarks.training_value.branching import Stumbling
from benchmarks.training_value.curriculum import BOUNDS, Choosing, chosen
from benchmarks.training_value.page import PAGE, PLOTS, RESULTS, page, taken_in
from benchmarks.training_value.pipeline import Learner
from benchmarks.training_value.plots import draw
from benchmarks.training_value.presets import FAMILIES, PRESETS, preset
from benchmarks.training_value.stage import Study
from benchmarks.training_value.summary import summary
from medgym_core.journal import JournalWriter
from medgym_core.trajectory import Episode
from medgym_core.verifier import Status


def stage(settings: dict[str, Any], **found: Any) -> dict[str, Any]:
    return {
        "command": "python -m benchmarks.training_value",
        "settings": settings,
        "found": found,
        "digest": "0" * 64,
        "wall_s": 2.0,
        "cpu_s": 1.0,
    }


PLAYED = {
    "treqs-sft-on-test-0": stage(
        {"categories": ["patient"]},
        success_rate=0.25,
        interval=[0.2, 0.3],
        tasks=40,
        episodes=40,
        published=0.5,
        shown=[],
    ),
    "treqs-sft-to-grpo-medgym-test-0": stage({}, difference=0.125, interval=[0.1, 0.15]),
    "treqs-failures-sft-test-0": stage({}, failures={"wrong_answer": 20, "compile_error": 5}, episodes=40),
    "treqs-sft-judged-0": stage(
        {},
        auc={"value": 0.75, "interval": [0.7, 0.8]},
        ece={"value": 0.125, "interval": [0.1, 0.15]},
        best_at_k={"value": 0.5, "interval": [0.4, 0.6]},
        pass_at_k={"value": 0.625, "interval": [0.6, 0.65]},
        one=0.25,
        k=16,
    ),
    "trees/treqs-trees-0": stage(
        {}, actions=4000, episodes=1500, actions_an_episode=2.5, success_rate=0.5, tasks=192
    ),
    "trees/treqs-step-dpo-0": stage({}, pairs=1200, steps=75),
    "trees/treqs-episode-grpo-0": stage({}, rows=1000, steps=32),
    "cpu/treqs-grpo-learnable-0": stage({}, tasks=300, medgym=[0.5], equal=[0.0, 0.25]),
    "cpu/treqs-grpo-learnable-on-test-0": stage({}, success_rate=0.5),
    "cpu/treqs-grpo-learnable-on-test-4-0": stage({}, success_rate=0.375),
    "cpu/treqs-grpo-uniform-to-grpo-learnable-test-4-0": stage({}, difference=0.02, interval=[-0.01, 0.05]),
    "treqs-grpo-published-0": stage({}, medgym=[0.0] * 10, published=[0.1 * step for step in range(10)]),
}


def test_the_page_is_made_of_the_results() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(json.loads(RESULTS.read_text(encoding="utf-8")))


def test_its_plots_are_drawn_of_the_results(tmp_path: Path) -> None:
    """Not compared with those that are kept: another version of what draws them writes other bytes."""
    results = json.loads(RESULTS.read_text(encoding="utf-8"))
    drawn = []
    for name, found in (("one", results), ("two", results), ("none", {})):
        draw(tmp_path / name, found)
        drawn.append({path.name: path.read_text(encoding="utf-8") for path in (tmp_path / name).iterdir()})
    assert drawn[0] == drawn[1]
    assert drawn[0].keys() == {path.name for path in PLOTS.iterdir()}
    assert all(drawn[0][name] != drawn[2][name] for name in drawn[0])


def test_seeds_are_shown_beside_their_mean() -> None:
    exams = {
        f"cpu/treqs-grpo-medgym-on-test-4-{seed}": stage({}, success_rate=rate, published=0.5)
        for seed, rate in enumerate((0.25, 0.5))
    }
    assert "| cpu/treqs, and by medgym's reward |  | 37.5 (25.0, 50.0) |  |  |  |" in [*summary(exams)]


def test_a_study_takes_the_place_of_what_it_found_before() -> None:
    before = {"quick/a": PLAYED["treqs-grpo-published-0"], "cpu/a": stage({}, loss=1)}
    found = taken_in(before, "quick", {"b": stage({}, loss=2)})
    assert found == {"cpu/a": stage({}, loss=1), "quick/b": stage({}, loss=2)}


def test_gains_and_hacks_are_named_before_all_tables() -> None:
    shown = [{"task": "a/test/0", "question": "?", "code": "SELECT a FROM t", "answer": "1"}] * 2
    hacked = stage({}, success_rate=0.1, interval=[0, 0.2], published=0.75, tasks=4, episodes=4, shown=shown)
    gains = {
        f"treqs-sft-to-grpo-medgym-test-4-{seed}": stage({}, difference=gain, interval=[0, 1])
        for seed, gain in enumerate((0.1, 0.2))
    }
    found = page({**PLAYED, **gains, "treqs-grpo-published-on-test-0": hacked})
    above = " ".join(found.partition("## Method")[0].split())
    assert "by +15.0 points** in the mean of 2 seeds (+10.0, +20.0); greedily: +12.5." in above
    assert "ends at 75.0 % by that rule and 10.0 % by medgym's** (greedily, 1 seed)" in above
    assert found.count("SELECT a FROM t") == 1
    assert "in the mean of" not in page(PLAYED).partition("## Method")[0]


def test_without_a_learner_the_page_claims_nothing() -> None:
    assert "nothing here shows that training works" in page({})
    assert "nothing here shows that training works" not in page(PLAYED)


@pytest.mark.parametrize(
    "said",
    [
        "| `treqs-sft-on-test-0` | 25.0% | 20.0% - 30.0% | 50.0% | 40 | 40 |",
        "| `treqs-sft-to-grpo-medgym-test-0` | +12.5 | +10.0 - +15.0 |",
        "| `treqs-grpo-published-0` | published | 0.050 | 0.250 | 0.450 | 0.650 | 0.850 |",
        "| `treqs-failures-sft-test-0` | 50.0% | 12.5% |",
        "| `treqs-sft-judged-0` | 0.750 (0.700 - 0.800) | 0.125 (0.100 - 0.150) | 25.0% "
        "| 50.0% (40.0% - 60.0%) | 62.5% (60.0% - 65.0%) | 16 |",
        "| `trees/treqs-trees-0` | 4,000 | 1,500 | 2.50 | 50.0% |",
        "| `trees/treqs-step-dpo-0` | 1,200 | 75 |",
        "| `trees/treqs-episode-grpo-0` | 1,000 | 32 |",
        "| `cpu/treqs-grpo-learnable-0` | 300 | 12.5% | 50.0% | 37.5% |",
        "Learnable tasks in place of any, on cpu/treqs, at temperature 1, 1 seed: +2.0 (-1.0 - +5.0) points.",
        "| GRPO gains at least 15 by medgym's reward | treqs | +12.5 |  |",
        "| treqs, fine-tuned | 25.0 |  |  |  | 50.0 |",
    ],
)
def test_the_page_says_what_was_found(said: str) -> None:
    assert said in page(PLAYED).splitlines()
    assert said not in page({})


@pytest.mark.parametrize("family", FAMILIES)
def test_a_size_is_made_to_measure_for_a_family(family: str) -> None:
    one, known = preset("cpu", family), FAMILIES[family]
    assert (one.taught, one.playing.tokens) == (known["taught"], known["tokens"])
    assert one.shape.context > one.playing.tokens
    assert (one.shape.width, one.seeds) == (PRESETS["cpu"].shape.width, PRESETS["cpu"].seeds)
    assert preset("cpu", "treqs") == PRESETS["cpu"]


def test_categories_of_the_quick_form_are_those_of_treqs() -> None:
    assert preset("quick", "treqs").categories
    assert not preset("quick", "npowerai").categories


@pytest.fixture
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the study sets for its trainers does not outlast the test."""
    for name in ("HF_HUB_OFFLINE", "TRL_EXPERIMENTAL_SILENCE"):
        monkeypatch.setenv(name, "1")


@pytest.mark.usefixtures("environment")
@pytest.mark.parametrize(
    ("until", "done"), [("references", "lessons"), ("training", "train"), ("examination", "run")]
)
def test_a_machine_does_as_much_as_it_is_asked(
    until: str, done: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, int, tuple[str, ...]]] = []
    for name in ("lessons", "train", "run"):
        monkeypatch.setattr(
            Learner, name, lambda self, name=name: asked.append((name, self._seed, self._preset.rules))
        )
    main(["--out", str(tmp_path), "--seeds", "3,4", "--rules", "medgym", "--until", until])
    assert asked == [(done, 3, ("medgym",)), (done, 4, ("medgym",))]


@pytest.mark.usefixtures("environment")
def test_it_plays_as_long_as_it_is_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    monkeypatch.setattr(Learner, "run", lambda self: asked.append(self._preset.playing.steps))
    main(["--out", str(tmp_path), "--quick", "--steps", "7"])
    assert asked == [7]


@pytest.mark.usefixtures("environment")
def test_no_rule_may_be_learned_from(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, ...]] = []
    monkeypatch.setattr(Learner, "run", lambda self: asked.append(self._preset.rules))
    main(["--out", str(tmp_path), "--quick", "--rules", ""])
    assert asked == [()]


def test_what_was_not_measured_of_learnable_tasks_is_said() -> None:
    assert "Not measured yet." in page({}).partition("## Learnable tasks or any")[2]
    assert "Not measured yet." not in page(PLAYED)


@pytest.mark.usefixtures("environment")
@pytest.mark.parametrize("form", [["--curriculum"], ["--preset", "curriculum"]])
def test_the_curriculum_is_a_study_of_its_own(
    form: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    monkeypatch.setattr(Choosing, "run", lambda self: asked.append(self._seed))
    main(["--out", str(tmp_path), "--seeds", "1,2", *form])
    assert asked == [1, 2]


def test_learnable_tasks_are_a_part_of_any(tmp_path: Path, make_episode: Callable[..., Episode]) -> None:
    with JournalWriter(tmp_path / "own") as writer:
        for index, right in product(range(3), range(4)):
            status = Status.SUCCESS if right < 2 * index else Status.FAIL
            writer.append([(make_episode(index, right, status=status), {})])
    every, some = (chosen(tmp_path / "own", BOUNDS[way], seed=1) for way in ("uniform", "learnable"))
    assert sorted(every) == [(0, 0), (0, 1), (0, 2)]
    assert set(some) <= set(every)
    assert (0, 1) in some


def test_the_ways_of_drawing_are_examined_and_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[tuple[object, ...]] = []
    learner = Choosing(Study(tmp_path), "treqs", PRESETS["curriculum"], 1, "process", 1)
    trained = {name: tmp_path / name for name in ("sft", "grpo-uniform", "grpo-learnable")}
    monkeypatch.setattr(learner, "train", lambda: trained)
    monkeypatch.setattr(learner, "_evaluated", lambda name, _, split, samples: done.append((name, samples)))
    monkeypatch.setattr(learner, "_compared", lambda *asked: done.append(asked))
    learner.run()
    assert done[:6] == [(name, samples) for name in trained for samples in (1, 4)]
    assert done[6:] == [
        (first, second, samples) for first, second in combinations(trained, 2) for samples in (1, 4)
    ]


@pytest.mark.usefixtures("environment")
@pytest.mark.parametrize("form", [["--trees"], ["--preset", "trees"]])
def test_trees_are_of_a_learner_of_their_own(
    form: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    monkeypatch.setattr(Stumbling, "run", lambda self: asked.append(self._seed))
    main(["--out", str(tmp_path), "--seeds", "1", *form])
    assert asked == [1]
