"""The tables of a report's page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from statistics import fmean

from medgym_core.failure.behaviour import Debugging
from medgym_core.journal import Entry, read_index
from medgym_core.metrics import Group, Report
from medgym_core.metrics.summary import by_task, drawn, success_of
from medgym_core.report.figures import RunFigures, Standings
from medgym_core.report.table import ordered_splits, statuses
from medgym_view.table import Cell, Table, between, number, rate, text

_SUCCESS = ("success", "95 % interval", "tasks", "episodes", "reward", "statuses")
_COST = ("actions", "seconds", "in box", "in model", "tokens read", "written", "USD", "USD a success")
NUMBERS = frozenset(
    {"#", "95 % interval", "tasks", "episodes", "reward", "families", "voids", "attempts", *_COST}
)
"""Titles of columns that hold numbers."""
DETAILS = 3
"""Details of a failure mode that are shown."""
FOLDED = 20
"""Longer tables of tasks are folded."""


def leaderboard(standings: Standings) -> Table:
    """A row per run, the best first; runs that are not comparable have no ranks, and below stands why."""
    families = tuple(dict.fromkeys(name for run in standings.runs for name in run.families))
    rows = tuple(
        (
            number(rank) if standings.comparable else text(""),
            text(Path(run.run).name),
            text(", ".join(run.agents)),
            rate(run.success_rate, run.interval),
            between(run.interval),
            *(_of_family(run, name) for name in families),
            number(run.tasks),
            number(run.voids),
            number(run.cost_usd, ",.2f"),
        )
        for rank, run in enumerate(standings.runs, 1)
    )
    columns = ("#", "run", "agent", "success", "95 % interval", *families, "tasks", "voids", "USD")
    notes = tuple(f"Not comparable: {difference}" for difference in standings.differences)
    return Table("Leaderboard", columns, rows, NUMBERS | set(families), notes=notes)


def success_table(report: Report) -> Table:
    """A row per family, and the total where there are several."""
    rows = tuple((text(name), *_success(family)) for name, family in report.families.items())
    total = (text("all"), *_success(report)) if len(rows) > 1 else ()
    return Table("Success by family", ("family", *_SUCCESS), rows, NUMBERS, total)


def category_table(report: Report) -> Table:
    """A row per category of each family."""
    rows = tuple(
        (text(name), text(category), *_success(group))
        for name, family in report.families.items()
        for category, group in family.categories.items()
    )
    return Table("Success by category", ("family", "category", *_SUCCESS), rows, NUMBERS)


def split_table(report: Report) -> Table:
    """A row per family with its splits side by side; no row where one split was played."""
    splits = ordered_splits(report) if len(report.splits) > 1 else []
    families = report.families.items() if splits else ()
    rows = tuple((text(name), *_splits(family.splits, splits)) for name, family in families)
    total = (text("all"), *_splits(report.splits, splits)) if len(rows) > 1 else ()
    columns = ("family", *(title for split in splits for title in (split, "95 % interval")))
    return Table("Success by split", columns, rows, NUMBERS, total)


def kind_table(report: Report) -> Table:
    """A row per kind of answer."""
    rows = tuple((text(kind), *_success(group)) for kind, group in report.kinds.items())
    return Table("Success by kind of answer", ("answer", *_SUCCESS), rows, NUMBERS)


def average_table(figures: RunFigures) -> Table:
    """A row per group of each benchmark suite, with the families that are not in it."""
    rows = tuple(
        (
            text(f"{suite} {group}"),
            rate(average.success_rate, average.interval),
            between(average.interval),
            number(len(average.families)),
            text(", ".join(average.missing) or "none"),
        )
        for suite, groups in figures.averages.items()
        for group, average in groups.items()
    )
    columns = ("suite", "success", "95 % interval", "families", "missing")
    return Table("Average over families", columns, rows, NUMBERS)


def void_table(figures: RunFigures) -> Table:
    """A row per agent and family that broke episodes down: how many attempts, and how many failures of it."""
    rows = tuple(
        (text(", ".join(figures.agents)), text(name), number(group.voids), number(group.voided))
        for name, group in figures.families.items()
        if group.voids
    )
    notes = ("An episode that broke down twice after the agent's first action counts as its failure.",)
    return Table("Voids", ("agent", "family", "attempts", "counted as failures"), rows, NUMBERS, notes=notes)


def failure_table(figures: RunFigures) -> Table:
    """A row per failure mode: share of the failures, number, and what exactly."""
    total = sum(figures.failures.values())
    rows = tuple(
        (text(words(mode)), rate(count / total), number(count), text(_details(figures, mode)))
        for mode, count in figures.failures.items()
    )
    paper = sum(figures.paper_failures.values())
    shares = ", ".join(f"{name} {count / paper:.1%}" for name, count in figures.paper_failures.items())
    notes = (f"In the categories of the MedAgentGym paper: {shares}.",) if shares else ()
    return Table(
        "Why episodes failed", ("failure", "share", "episodes", "most often"), rows, NUMBERS, (), notes
    )


def action_table(figures: RunFigures) -> Table:
    """The share of each action in each family."""
    names = tuple(sum((Counter(one.actions) for one in figures.behaviour.values()), Counter[str]()))
    rows = []
    for family, behaviour in figures.behaviour.items():
        if not behaviour.actions:
            continue
        total = sum(behaviour.actions.values())
        rows.append((text(family), *(rate(behaviour.actions.get(name, 0) / total) for name in names)))
    notes = tuple(
        _debugging(family, one.debugging)
        for family, one in figures.behaviour.items()
        if one.debugging is not None and one.debugging.errors
    )
    return Table("What the agent did", ("family", *names), tuple(rows if names else ()), notes=notes)


def cost_table(report: Report) -> Table:
    """Actions and times of a mean episode of each family; tokens and price in all."""
    rows = tuple((text(name), *_cost(family)) for name, family in report.families.items())
    total = (text("all"), *_cost(report)) if len(rows) > 1 else ()
    notes = ("Actions and seconds are means an episode; tokens and price are sums.",)
    return Table("Cost and latency", ("family", *_COST), rows, NUMBERS, total, notes)


def task_table(run: RunFigures, viewer: str = "") -> Table:
    """A row per task, with its samples, which lead to their episodes in ``viewer``; not of labelled data.

    There a task may be about one person.
    """
    index = None if run.tier.labelled else read_index(Path(run.run))[0]
    rows = tuple(_task(samples, viewer) for samples in by_task(index)) if index else ()
    note = "" if viewer else f"`medgym view` of the folder {Path(run.run).name} shows every episode."
    columns = ("task", "category", "success", "reward", "samples")
    return Table("Tasks", columns, rows, NUMBERS, (), (note,) if note else (), folded=len(rows) > FOLDED)


def _task(samples: Sequence[Entry], viewer: str) -> tuple[Cell, ...]:
    graded = drawn(samples)
    ends = [(words(entry.status.value), f"{viewer}episode/{entry.id}") for entry in samples]
    return (
        text(samples[0].task),
        text(samples[0].category),
        rate(success_of(graded) if graded else None),
        number(fmean(entry.reward or 0.0 for entry in graded) if graded else None, ".3f"),
        Cell(", ".join(end for end, _ in ends), links=tuple(ends) if viewer else ()),
    )


def words(mode: str) -> str:
    """A failure mode or status as it is read."""
    return mode.replace("_", " ").replace("io error", "I/O error")


def _of_family(run: RunFigures, family: str) -> Cell:
    group = run.families.get(family)
    return number(group.success_rate if group else None, ".1%")


def _splits(groups: Mapping[str, Group], splits: Iterable[str]) -> Iterator[Cell]:
    for split in splits:
        group = groups.get(split)
        yield rate(group.success_rate if group else None, group.interval if group else None)
        yield between(group.interval if group else None)


def _success(group: Group) -> tuple[Cell, ...]:
    return (
        rate(group.success_rate, group.interval),
        between(group.interval),
        number(group.tasks),
        number(group.episodes),
        number(group.reward, ".3f"),
        text(words(statuses(group))),
    )


def _cost(group: Group) -> tuple[Cell, ...]:
    successes = group.statuses.get("success", 0)
    return (
        *(number(mean, ",.1f") for mean in (group.steps, group.wall_s, group.box_s, group.latency_s)),
        number(group.prompt_tokens),
        number(group.completion_tokens),
        number(group.cost_usd, ",.2f"),
        number(None if group.cost_usd is None or not successes else group.cost_usd / successes, ",.4f"),
    )


def _debugging(family: str, found: Debugging) -> str:
    recovered = found.recovered_debugged + found.recovered_otherwise
    return (
        f"{family}: of {found.errors:,} programs that failed {found.debugged:,} were debugged at once; "
        f"in {recovered:,} cases the next one ran."
    )


def _details(figures: RunFigures, mode: str) -> str:
    counts = sum((Counter(one.details.get(mode, {})) for one in figures.behaviour.values()), Counter[str]())
    named = [(detail, count) for detail, count in counts.most_common() if detail]
    shown = [f"{detail} {count:,}" for detail, count in named[:DETAILS]]
    return ", ".join(shown + ["…"] * (len(named) > DETAILS))
