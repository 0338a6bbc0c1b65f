"""What leaves of a labelled run: no count from 1 to 10, and none that follows from what is told."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from medgym_core import DataCheck, Progress, plugins
from medgym_core.access import Tier
from medgym_core.access.disclosure import is_safe
from medgym_core.cli.main import main
from medgym_core.failure.behaviour import Behaviour, Debugging, Phase
from medgym_core.journal import Entry
from medgym_core.metrics import averages, compare, curves, summarise
from medgym_core.report.disclosure import disclosed, disclosed_check, disclosed_comparison
from medgym_core.report.figures import RunFigures
from medgym_core.source import silent
from medgym_core.trajectory import Episode
from medgym_core.verifier import Status
from tests.fakes.session import SessionFamily
from tests.metrics.entries import entry

STATUSES = (Status.SUCCESS, Status.FAIL, Status.TRUNCATED, Status.INFRA_ERROR)
CELL = st.tuples(st.sampled_from("abc"), st.sampled_from("xyz"), st.sampled_from(STATUSES))
TABLE = st.dictionaries(CELL, st.one_of(st.integers(0, 14), st.integers(10, 30)), max_size=12)
NO_COUNTS = {"k", "samples", "prompt_tokens", "completion_tokens"}
MakeEpisode = Callable[..., Episode]


def entries(table: dict[tuple[str, str, Status], int], samples: int = 1) -> list[Entry]:
    """A run on credentialed data: family, category and status to number of tasks, of ``samples`` each."""
    tasks = [cell for cell, number in sorted(table.items()) for _ in range(number)]
    return [
        entry(
            index, status, replica,
            task=f"{family}/test/{index}", category=category, tier=Tier.CREDENTIALED, kinds=category,
        )
        for index, (family, category, status) in enumerate(tasks)
        for replica in range(samples)
    ]  # fmt: skip


def figures(found: list[Entry], tier: Tier = Tier.CREDENTIALED) -> RunFigures:
    """Everything a report shows of ``found``; failure modes are taken from the statuses."""
    report = summarise(found)
    failures = {name: _failures(one.statuses) for name, one in report.families.items()}
    after = Debugging(errors=20, debugged=3, recovered_debugged=2, recovered_otherwise=12)
    behaviour = {
        name: Behaviour(
            failures=modes,
            details={mode: {"why": count} for mode, count in modes.items()},
            actions=modes,
            debugging=after,
            phases=(Phase(episodes=sum(modes.values()), steps=1, action_rate=1, text_chars=1),),
            collapse=(),
        )
        for name, modes in failures.items()
    }
    return RunFigures(
        **dict(report) | {"tier": tier},
        run="run",
        agents=("llm",),
        protocols=("default",),
        levels=("process",),
        curves=curves(found),
        family_curves={name: curves([e for e in found if e.family == name]) for name in report.families},
        averages={"suite": averages(report, dict.fromkeys("abc", "all"))},
        behaviour=behaviour,
        failures=_failures(report.statuses),
        paper_failures={},
        damage=(),
    )


def _failures(statuses: dict[str, int]) -> dict[str, int]:
    return {f"mode {name}": count for name, count in statuses.items() if name != "success"}


def counts(value: Any, name: str = "") -> Iterator[float]:
    """Every count in the JSON of a report."""
    if isinstance(value, dict):
        for inner, one in value.items():
            yield from counts(one, inner if inner not in {"success", "fail", "truncated"} else name)
    elif isinstance(value, list):
        for one in value:
            yield from counts(one, name)
    elif isinstance(value, int) and not isinstance(value, bool) and name not in NO_COUNTS:
        yield value


def successes(group: Any) -> tuple[float, float]:
    """Successes and failures that the rate of a group tells."""
    return group.success_rate * group.tasks, (1 - group.success_rate) * group.tasks


def solvable(whole: Any, parts: Iterable[Any]) -> list[float]:
    """What subtraction tells of the parts of a published group that are not published."""
    told = [successes(part) for part in parts if part.success_rate is not None]
    return [total - sum(cells) for total, *cells in zip(successes(whole), *told, strict=True)]


@settings(max_examples=40)
@given(TABLE)
def test_no_small_count_is_told(table: dict[tuple[str, str, Status], int]) -> None:
    told = disclosed(figures(entries(table)))
    assert is_safe(counts(told.model_dump(mode="json")))
    assert disclosed(told) is told or not told.withheld


@settings(max_examples=40)
@given(TABLE)
def test_no_small_count_follows_from_others(table: dict[tuple[str, str, Status], int]) -> None:
    told = disclosed(figures(entries(table)))
    if told.success_rate is None:
        return
    assert is_safe(solvable(told, told.families.values()))
    for family in told.families.values():
        if family.success_rate is not None:
            assert is_safe(successes(family))
            assert is_safe(solvable(family, family.categories.values()))
        for category in family.categories.values():
            assert category.success_rate is None or is_safe(successes(category))


@settings(max_examples=40)
@given(TABLE)
def test_nor_from_finer_counts(table: dict[tuple[str, str, Status], int]) -> None:
    told = disclosed(figures(entries(table)))
    for whole, parts in (
        (told.statuses, [one.statuses for one in told.families.values()]),
        (told.failures, [one.failures for one in told.behaviour.values()]),
        (told.curves.spread, [one.spread for one in told.family_curves.values()]),
        *((one.statuses, [c.statuses for c in one.categories.values()]) for one in told.families.values()),
    ):
        assert is_safe(whole.values())
        left = [total - sum(part.get(name, 0) for part in parts) for name, total in whole.items()]
        assert is_safe(left) or not any(parts)


@settings(max_examples=40)
@given(TABLE)
def test_what_means_divide_by_is_told_too_or_neither(table: dict[tuple[str, str, Status], int]) -> None:
    told = disclosed(figures(entries(table)))
    for group in (
        told,
        *told.families.values(),
        *(c for f in told.families.values() for c in f.categories.values()),
    ):
        hidden = [getattr(group, name) is None for name in ("episodes", "steps", "wall_s", "latency_s")]
        assert all(hidden) or not any(hidden)
        assert group.tasks is not None or group.success_rate is None


def test_many_samples_of_few_tasks_are_few() -> None:
    table = {("a", "x", Status.SUCCESS): 5, ("a", "x", Status.FAIL): 5}
    told = disclosed(figures(entries(table, samples=8)))
    assert told.withheld == ("all",)
    assert told.tasks is None


def test_curves_are_told_where_their_spread_is_safe() -> None:
    table = {("a", "x", Status.SUCCESS): 12, ("a", "x", Status.FAIL): 20}
    assert [point.k for point in disclosed(figures(entries(table, samples=2))).curves.pass_at_k] == [1, 2]
    uneven = entries(table, samples=2)
    uneven[0] = entry(0, Status.SUCCESS, task=uneven[0].task, category="x", tier=Tier.CREDENTIALED)
    told = disclosed(figures(uneven))
    assert told.success_rate is not None
    assert not told.curves.pass_at_k


def test_curves_of_families_are_told_where_all_of_their_spreads_are_safe() -> None:
    solved = {("a", 2): 30, ("a", 1): 15, ("a", 0): 30, ("b", 2): 15, ("b", 1): 5, ("b", 0): 15}
    tasks = [cell for cell, number in solved.items() for _ in range(number)]
    found = [
        entry(
            index, STATUSES[replica >= right], replica, task=f"{family}/test/{index}", tier=Tier.CREDENTIALED
        )
        for index, (family, right) in enumerate(tasks)
        for replica in range(2)
    ]
    told = disclosed(figures(found))
    assert told.curves.spread == {"0 of 2": 45, "1 of 2": 20, "2 of 2": 45}
    assert [one.pass_at_k for one in told.family_curves.values()] == [(), ()]


def test_tasks_that_only_one_run_holds_are_counted_too() -> None:
    longer = entries({("a", "x", Status.SUCCESS): 40, ("a", "x", Status.FAIL): 20})
    told = disclosed_comparison(compare(longer, longer[:-3]))
    assert (told.only_first, told.only_second, told.tasks) == (None, 0, 57)


def test_an_average_over_a_family_that_is_withheld_is_withheld() -> None:
    table = {(family, "x", status): 40 for family in "abc" for status in STATUSES[:2]}
    assert disclosed(figures(entries(table))).averages["suite"]
    table["a", "x", Status.SUCCESS] = 4
    told = disclosed(figures(entries(table)))
    assert told.averages == {"suite": {}}
    assert {"families.a", "families.b"} <= set(told.withheld) or {"families.a", "families.c"} <= set(
        told.withheld
    )


@pytest.mark.parametrize("tier", [Tier.OPEN, Tier.SYNTHETIC])
def test_open_figures_are_told_as_they_are(tier: Tier) -> None:
    found = figures(entries({("a", "x", Status.SUCCESS): 3}), tier)
    assert disclosed(found) is found


@settings(max_examples=40)
@given(TABLE, TABLE)
def test_a_comparison_tells_no_small_count(
    first: dict[tuple[str, str, Status], int], second: dict[tuple[str, str, Status], int]
) -> None:
    alike = entries({cell: 30 for cell in first} | {("a", "x", Status.FAIL): 12})
    other = [entry(n, one.status, task=one.task, tier=one.tier) for n, one in enumerate(alike)]
    flipped = [
        entry(n, Status.SUCCESS if n < sum(second.values()) else one.status, task=one.task, tier=one.tier)
        for n, one in enumerate(alike)
    ]
    told = disclosed_comparison(compare(other, flipped))
    for pair in (told, *told.families.values()):
        changes = (pair.better, pair.worse, pair.equal)
        assert is_safe(change for change in changes if change is not None)
        if pair.first is not None and pair.tasks is not None:
            assert is_safe((pair.first * pair.tasks, (1 - pair.first) * pair.tasks))


def call(*arguments: object) -> Any:
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


@pytest.fixture
def small(record: Callable[..., Path], make_episode: MakeEpisode) -> Path:
    """Twelve successes, eighteen failures, and three failures of another category."""
    outcomes = [("sum", Status.SUCCESS)] * 12 + [("sum", Status.FAIL)] * 18 + [("rare", Status.FAIL)] * 3
    return record(
        make_episode(n, category=category, status=status, tier=Tier.CREDENTIALED)
        for n, (category, status) in enumerate(outcomes)
    )


def test_a_report_withholds_and_says_what(small: Path, tmp_path: Path) -> None:
    found = json.loads(call("report", small, "--json").stdout)
    assert found["tasks"] == 33
    rare = found["families"]["toy"]["categories"]["rare"]
    assert (rare["tasks"], rare["success_rate"], rare["statuses"]) == (None, None, {})
    assert "families.toy.categories.rare" in found["withheld"]
    text = call("report", small, "--show", "categories").stdout
    assert "withheld" in text
    assert "3 fail" not in text
    assert call("report", small, "--html", tmp_path / "page.html").exit_code == 0
    page = (tmp_path / "page.html").read_text()
    assert "Derived from credentialed data" in page
    assert "families.toy.categories.rare" in page


def test_exact_counts_are_for_the_owner_s_terminal(small: Path, tmp_path: Path) -> None:
    assert "3 fail" in call("report", small, "--show", "categories", "--exact").stdout
    for leaving in (["--json"], ["--html", tmp_path / "page.html"]):
        refused = call("report", small, "--exact", *leaving)
        assert (refused.exit_code, "for the terminal" in refused.stderr) == (2, True)
    assert not (tmp_path / "page.html").exists()
    assert "for the terminal" in call("compare", small, small, "--exact", "--json").stderr


def test_a_comparison_withholds_in_the_terminal_and_in_json(small: Path) -> None:
    found = json.loads(call("compare", small, small, "--json").stdout)
    assert (found["tasks"], found["equal"], found["tier"]) == (33, 33, "credentialed")
    assert "Derived from credentialed data" in call("compare", small, small).stdout


class Checked(SessionFamily):
    """Finds small counts in a copy of credentialed data."""

    tier = Tier.CREDENTIALED

    def check(self, raw: Path, home: Path, progress: Progress) -> DataCheck:
        rows = (("stay", 400, 3, "computed"), ("death", 300, 14, "none"), ("sepsis", 500, 40, "none"))
        remark = "stay: patient 10006, 2150-03-12 10:30, value 1"
        columns = ("target", "published", "other", "graded")
        return DataCheck(summary="57 differ", columns=columns, rows=rows, remarks=(remark,))


def test_a_check_of_labelled_data_withholds_and_hashes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plugins, "family", lambda name: Checked())
    found = json.loads(call("data", "check", "toy", "--source", tmp_path, "--json").stdout)
    assert [row[2] for row in found["rows"]] == ["withheld", "withheld", 40]
    assert found["rows"][0] == ["stay", "withheld", "withheld", "computed"]
    assert "57" not in found["summary"]
    assert not {"10006", "2150"} & set(found["remarks"][0].replace("-", " ").replace(",", " ").split())
    exact = call("data", "check", "toy", "--source", tmp_path, "--exact").stdout
    assert "patient 10006, 2150-03-12 10:30" in exact
    assert "57 differ" in exact


def test_a_check_of_open_data_is_told_as_it_is() -> None:
    found = Checked().check(Path(), Path(), silent)
    assert disclosed_check(found, Tier.OPEN) is found


@pytest.mark.parametrize("count", [40, 4])
def test_figures_of_a_verifier_are_withheld_where_few_tasks_are_behind_them(
    record: Callable[..., Path], make_episode: MakeEpisode, tmp_path: Path, count: int
) -> None:
    outcomes = [("a", Status.SUCCESS)] * 40 + [("a", Status.FAIL)] * count + [("b", Status.FAIL)] * 30
    made = [
        make_episode(n, family=family, status=status, tier=Tier.CREDENTIALED)
        for n, (family, status) in enumerate(outcomes)
    ]
    run, scores = record(made), tmp_path / "scores.jsonl"
    scores.write_text("".join(json.dumps({"episode": one.id, "score": 0.5}) + "\n" for one in made))
    found = json.loads(call("verifier", "eval", run, "--scores", scores, "--json").stdout)
    assert set(found["families"]) == ({"a", "b"} if count == 40 else set())
    assert " 4 " not in call("verifier", "eval", run, "--scores", scores).stdout
    assert "44 of 44" in call("verifier", "eval", run, "--scores", scores, "--exact").stdout or count == 40


def test_no_figure_of_few_tasks_leaves(
    record: Callable[..., Path], make_episode: MakeEpisode, tmp_path: Path
) -> None:
    one = make_episode(tier=Tier.CREDENTIALED)
    (tmp_path / "scores.jsonl").write_text(json.dumps({"episode": one.id, "score": 0.5}))
    refused = call("verifier", "eval", record([one]), "--scores", tmp_path / "scores.jsonl", "--json")
    assert "no figure of them may leave" in refused.stderr
