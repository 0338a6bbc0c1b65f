"""What leaves of a labelled run: no count from 1 to 10, and none that follows from what is shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from medgym_core.access import Tier
from medgym_core.access.disclosure import is_safe
from medgym_core.failure.behaviour import Behaviour, Debugging, Phase
from medgym_core.journal import Entry
from medgym_core.metrics import averages, compare, curves, summarise
from medgym_core.report.disclosure import disclosed, disclosed_comparison
from medgym_core.report.figures import RunFigures
from medgym_core.verifier import Status

from ..metrics.entries import entry

STATUSES = (Status.SUCCESS, Status.FAIL, Status.TRUNCATED, Status.INFRA_ERROR)
CELL = st.tuples(st.sampled_from("abc"), st.sampled_from("xyz"), st.sampled_from(STATUSES))
TABLE = st.dictionaries(CELL, st.one_of(st.integers(0, 14), st.integers(10, 30)), max_size=12)
NO_COUNTS = {"k", "samples", "prompt_tokens", "completion_tokens"}


def entries(table: dict[tuple[str, str, Status], int], samples: int = 1) -> list[Entry]:
    """A run on credentialed data: family, category and status to number of tasks, of ``samples`` each."""
    tasks = [cell for cell, number in sorted(table.items()) for _ in range(number)]
    return [
        entry(
            index, status, replica,
            task=f"{family}/{('test', 'ood')[index % 2]}/{index}", category=category, kinds=category,
            tier=Tier.CREDENTIALED,
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
    shown = [successes(part) for part in parts if part.success_rate is not None]
    return [total - sum(cells) for total, *cells in zip(successes(whole), *shown, strict=True)]


@settings(max_examples=40)
@given(TABLE)
def test_no_small_count_is_shown(table: dict[tuple[str, str, Status], int]) -> None:
    shown = disclosed(figures(entries(table)))
    assert is_safe(counts(shown.model_dump(mode="json")))
    assert disclosed(shown) is shown or not shown.withheld


@settings(max_examples=40)
@given(TABLE)
def test_no_small_count_follows_from_others(table: dict[tuple[str, str, Status], int]) -> None:
    shown = disclosed(figures(entries(table)))
    if shown.success_rate is None:
        return
    assert is_safe(solvable(shown, shown.families.values()))
    for family in shown.families.values():
        if family.success_rate is not None:
            assert is_safe(successes(family))
            assert is_safe(solvable(family, family.categories.values()))
        for category in family.categories.values():
            assert category.success_rate is None or is_safe(successes(category))


@settings(max_examples=40)
@given(TABLE)
def test_nor_from_finer_counts(table: dict[tuple[str, str, Status], int]) -> None:
    shown = disclosed(figures(entries(table)))
    for whole, parts in (
        (shown.statuses, [one.statuses for one in shown.families.values()]),
        (shown.failures, [one.failures for one in shown.behaviour.values()]),
        (shown.curves.spread, [one.spread for one in shown.family_curves.values()]),
        *((one.statuses, [c.statuses for c in one.categories.values()]) for one in shown.families.values()),
    ):
        assert is_safe(whole.values())
        left = [total - sum(part.get(name, 0) for part in parts) for name, total in whole.items()]
        assert is_safe(left) or not any(parts)


@settings(max_examples=40)
@given(TABLE)
def test_what_means_divide_by_is_shown_too_or_neither(table: dict[tuple[str, str, Status], int]) -> None:
    shown = disclosed(figures(entries(table)))
    for group in (
        shown,
        *shown.families.values(),
        *(c for f in shown.families.values() for c in f.categories.values()),
    ):
        hidden = [getattr(group, name) is None for name in ("episodes", "steps", "wall_s", "latency_s")]
        assert all(hidden) or not any(hidden)
        assert group.tasks is not None or group.success_rate is None


def test_many_samples_of_few_tasks_are_few() -> None:
    table = {("a", "x", Status.SUCCESS): 5, ("a", "x", Status.FAIL): 5}
    shown = disclosed(figures(entries(table, samples=8)))
    assert shown.withheld == ("all",)
    assert shown.tasks is None


def test_curves_are_shown_where_their_spread_is_safe() -> None:
    table = {("a", "x", Status.SUCCESS): 12, ("a", "x", Status.FAIL): 20}
    assert [point.k for point in disclosed(figures(entries(table, samples=2))).curves.pass_at_k] == [1, 2]
    uneven = entries(table, samples=2)
    uneven[0] = entry(0, Status.SUCCESS, task=uneven[0].task, category="x", tier=Tier.CREDENTIALED)
    shown = disclosed(figures(uneven))
    assert shown.success_rate is not None
    assert not shown.curves.pass_at_k


def test_curves_of_families_are_shown_where_all_of_their_spreads_are_safe() -> None:
    solved = {("a", 2): 30, ("a", 1): 15, ("a", 0): 30, ("b", 2): 15, ("b", 1): 5, ("b", 0): 15}
    tasks = [cell for cell, number in solved.items() for _ in range(number)]
    found = [
        entry(
            index, STATUSES[replica >= right], replica, task=f"{family}/test/{index}", tier=Tier.CREDENTIALED
        )
        for index, (family, right) in enumerate(tasks)
        for replica in range(2)
    ]
    shown = disclosed(figures(found))
    assert shown.curves.spread == {"0 of 2": 45, "1 of 2": 20, "2 of 2": 45}
    assert [one.pass_at_k for one in shown.family_curves.values()] == [(), ()]


def test_tasks_that_only_one_run_holds_are_counted_too() -> None:
    longer = entries({("a", "x", Status.SUCCESS): 40, ("a", "x", Status.FAIL): 20})
    shown = disclosed_comparison(compare(longer, longer[:-3]))
    assert (shown.only_first, shown.only_second, shown.tasks) == (None, 0, 57)


def test_an_average_over_a_family_that_is_withheld_is_withheld() -> None:
    table = {(family, "x", status): 40 for family in "abc" for status in STATUSES[:2]}
    assert disclosed(figures(entries(table))).averages["suite"]
    table["a", "x", Status.SUCCESS] = 4
    shown = disclosed(figures(entries(table)))
    assert shown.averages == {"suite": {}}
    assert {"families.a", "families.b"} <= set(shown.withheld) or {"families.a", "families.c"} <= set(
        shown.withheld
    )


@pytest.mark.parametrize("tier", [Tier.OPEN, Tier.SYNTHETIC])
def test_open_figures_are_shown_as_they_are(tier: Tier) -> None:
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
    shown = disclosed_comparison(compare(other, flipped))
    for pair in (shown, *shown.families.values()):
        changes = (pair.better, pair.worse, pair.equal)
        assert is_safe(change for change in changes if change is not None)
        if pair.first is not None and pair.tasks is not None:
            assert is_safe((pair.first * pair.tasks, (1 - pair.first) * pair.tasks))


@pytest.mark.parametrize("voids", [0, 1, 40])
def test_voids_of_labelled_data_are_shown_where_there_are_none(voids: int) -> None:
    found = entries({("a", "x", Status.SUCCESS): 40, ("a", "x", Status.FAIL): 40})
    found[0] = found[0]._replace(voids=voids)
    shown = disclosed(figures(found))
    groups = (shown, shown.families["a"], shown.families["a"].categories["x"])
    assert [group.voids for group in groups] == [None if voids else 0] * 3
