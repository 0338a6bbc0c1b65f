from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from medgym_core import Status, TaskFamily, Verdict, plugins
from medgym_core.verifier.predictions import PredictionVerifier
from medgym_core.verifier.programs import ProgramVerifier
from medgym_prove.chance import Chance
from medgym_prove.dynamic.chance import CHANCE, learned_too_much
from medgym_testing import predictions
from medgym_testing.predictions import PredictionFamily
from medgym_testing.program import ProgramFamily
from medgym_testing.ward import WardFamily

from ..plugins import examine, package, spoil
from .played import subject_of

TOTAL = 'sum(costs) if question.category == "total" else sum(costs) / len(costs)'
FORMULAS = '{"total": "sum(costs)", "mean": "sum(costs) / len(costs)"}'


def test_good_plugin(plugin: Path) -> None:
    finding = examine("D02", plugin)
    assert finding.status == "pass"
    nothing = {"highest earned": 0, "best constants": 0, "by heart": 0}
    assert finding.figures["test"] == {"tasks": 12, "declared": 0.1, **nothing}


def constant(plugin: Path, value: str) -> None:
    """Make ``value`` the answer to everything."""
    oracle = package(plugin) / "oracle.py"
    spoil(oracle, FORMULAS, repr({"total": value, "mean": value}))
    spoil(oracle, TOTAL, value)


def test_one_answer_is_right_everywhere(plugin: Path) -> None:
    constant(plugin, "70123")
    assert "the most frequent answer to other tasks earns 1.000" in examine("D02", plugin).problems[0]


WORDS = ("red", "blue", "green", "white", "black", "brown")


def by_wording(plugin: Path, answer: str) -> None:
    """Ask for the fee of one of six wards, and let it be ``answer``, a formula of ``place``."""
    loader, oracle = package(plugin) / "loader.py", package(plugin) / "oracle.py"
    spoil(loader, "of patient {patient}?", "of patient {patient} of the {WARDS[number // 2 % 6]} ward?")
    spoil(loader, "VISITS = 5", f"VISITS = 5\nWARDS = {WORDS!r}")
    found = f"{WORDS!r}.index({{}}.split()[-2])"
    spoil(oracle, TOTAL, answer.replace("place", found.format("question.text")))
    asked = answer.replace("place", found.format("question"))
    spoil(oracle, FORMULAS, repr({"total": asked, "mean": asked}))


def test_an_answer_for_each_wording_is_remembered(plugin: Path) -> None:
    by_wording(plugin, "70123 + 1000 * place")
    problems = examine("D02", plugin).problems
    assert any(
        problem.startswith("an answer learned by heart, per wording, earns 0.500") for problem in problems
    )
    assert [problem for problem in problems if "by heart" not in problem] == []


@pytest.mark.parametrize(
    ("reward", "rate", "refused"),
    [(0.502, 0.5, False), (0.56, 0.5, True), (0.1, 0.1, False), (0.102, 0.1, True)],
)
def test_luck_excuses_coins_alone(reward: float, rate: float, refused: bool) -> None:
    found = {"split": "test", "protocol": "default", "tasks": 1000, "whole": True, "declared": rate}
    learned = Chance(**found, rates={"of 25 nearest": reward})
    assert bool(learned_too_much(learned, rate)) == refused


def test_a_rate_that_excuses_it_is_refused(plugin: Path) -> None:
    constant(plugin, "70123")
    spoil(package(plugin) / "family.py", "chance_rate=0.05", "chance_rate=1.0")
    spoil(package(plugin) / "family.py", "chance_rate=0.1", "chance_rate=1.0")
    assert [problem[:4] for problem in examine("D02", plugin).problems] == ["test", "trai"]


def test_a_rate_that_nothing_explains(plugin: Path) -> None:
    spoil(package(plugin) / "family.py", "chance_rate=0.05", "chance_rate=0.4")
    assert "train declares the chance rate 0.4, but nobody" in examine("D02", plugin).problems[0]


def test_format_alone_passes(plugin: Path) -> None:
    constant(plugin, "0")
    problems = " ".join(examine("D02", plugin).problems)
    assert "format-only 0 earns 1.000" in problems
    assert "the answer 0 earns 1.000" in problems


def test_states_that_nobody_touched_are_graded(tmp_path: Path) -> None:
    evidence = CHANCE.examine(subject_of(WardFamily(), tmp_path))
    assert not evidence.problems


def test_the_question_states_its_answer(plugin: Path) -> None:
    loader, oracle = package(plugin) / "loader.py", package(plugin) / "oracle.py"
    spoil(loader, "of patient {patient}?", "of patient {patient}, of whom there are {number + 3}?")
    stated = "int({}.split()[-1][:-1])"
    spoil(oracle, TOTAL, stated.format("question.text"))
    asked = stated.format("question")
    spoil(oracle, FORMULAS, repr({"total": asked, "mean": asked}))
    assert "echo 0 of the question earns 1.000" in " ".join(examine("D02", plugin).problems)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("family", "real", "passes", "found"),
    [
        (PredictionFamily(), PredictionVerifier, lambda given, _: any(given.files.values()), "constant"),
        (
            ProgramFamily(),
            ProgramVerifier,
            lambda _, ran: bool(ran) and ran[0][0].ok,
            "a program that returns",
        ),
    ],
    ids=["predictions", "programs"],
)
def test_files_of_the_right_form_pass(
    family: TaskFamily,
    real: type[Any],
    passes: Callable[..., bool],
    found: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Formal(real):
        def grade(self, task: Any, gold: Any, submission: Any, outcomes: Any, states: Any) -> Verdict:
            right = passes(submission.turns[0], outcomes)
            return Verdict(status=Status.SUCCESS if right else Status.FAIL, reward=float(right))

    monkeypatch.setattr(predictions, "ROWS", 500)
    assert not CHANCE.examine(subject_of(family, tmp_path)).problems
    monkeypatch.setattr(plugins, "verifier", lambda name: Formal())
    assert any(problem.startswith(found) for problem in CHANCE.examine(subject_of(family, tmp_path)).problems)
