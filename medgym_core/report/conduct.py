"""Why episodes failed and how agents behaved, as terminal tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from medgym_core.env.prompt import PAPER_NOTICE
from medgym_core.report.escape import escape
from medgym_core.report.table import bar, plain_table

if TYPE_CHECKING:
    from rich.console import Group
    from rich.table import Table

    from medgym_core.failure.behaviour import Behaviour
    from medgym_core.metrics import Report
    from medgym_core.report.figures import RunFigures

_WITH_STATUSES = frozenset({"episodes", "steps", "wall_s", "box_s", "latency_s"})
"""What is withheld wherever statuses are, and not named beside them."""
DETAILS = 3
"""Details of a failure mode that are shown."""


def failures_table(figures: RunFigures) -> Table | None:
    """A row per failure mode: how many episodes, which share, and what exactly; None where none failed."""
    total = sum(figures.failures.values())
    if not total:
        return None
    table = plain_table("why episodes failed", "share", "episodes", "most often")
    for mode, count in figures.failures.items():
        table.add_row(_words(mode), bar(count / total, "red"), f"{count:,}", _details(figures, mode))
    return table


def family_failures(figures: RunFigures) -> Group | None:
    """The failure modes of each family, and all of them in the paper's categories."""
    from rich.console import Group

    if not figures.failures:
        return None
    table = plain_table("family", *map(_words, figures.failures))
    for family, behaviour in figures.behaviour.items():
        counts = (behaviour.failures.get(mode, 0) for mode in figures.failures)
        table.add_row(escape(family), *(f"{count:,}" if count else "-" for count in counts))
    total = sum(figures.paper_failures.values())
    shares = (f"{name} {count / total:.1%}" for name, count in figures.paper_failures.items())
    return Group(table, "In the MedAgentGym paper's categories: " + ", ".join(shares))


def voids_table(figures: RunFigures) -> Table | None:
    """A row per agent and family that broke episodes down: how many attempts, and how many failures of it."""
    table = plain_table("voids", "family", "attempts", "counted as failures")
    for family, group in figures.families.items():
        if group.voids:
            cells = (f"{group.voids:,}", f"{group.voided:,} of {group.episodes or 0:,} episodes")
            table.add_row(escape(", ".join(figures.agents)), escape(family), *cells)
    return table if table.row_count else None


def actions_text(figures: RunFigures) -> Group | None:
    """The share of each action in each family, and what followed the programs that failed."""
    from rich.console import Group

    names = list(sum((Counter(one.actions) for one in figures.behaviour.values()), Counter[str]()))
    if not names:
        return None
    table = plain_table("family", *map(escape, names))
    for family, behaviour in figures.behaviour.items():
        if not behaviour.actions:
            continue
        total = sum(behaviour.actions.values())
        shares = (behaviour.actions.get(name, 0) / max(total, 1) for name in names)
        table.add_row(escape(family), *(f"{share:.1%}" if share else "-" for share in shares))
    lines = (line for family, one in figures.behaviour.items() for line in _debugging(family, one))
    return Group(table, *map(escape, lines))


def warnings(figures: RunFigures) -> list[str]:
    """What protocol and trees make of figures, and what fell to less than half in its course, a line each."""
    notice = [PAPER_NOTICE] if "paper" in figures.protocols else []
    return [*notice, *of_trees(figures)] + [
        escape(f"collapse? {family}: {what} from the first quarter of its episodes to the last")
        for family, behaviour in figures.behaviour.items()
        for what in behaviour.collapse
    ]


def of_trees(figures: Report) -> list[str]:
    """A line on what leaves of trees count in, if there are any."""
    if not figures.parted:
        return []
    return [
        f"Rates and curves are of first leaves: how many others there are ({figures.parted:,} in all) "
        "depends on how the first one went. Statuses and costs are of all."
    ]


def omitted(figures: Report) -> list[str]:
    """A line on what is not shown of labelled data, if anything is."""
    if not figures.withheld:
        return []
    named = [name for name in figures.withheld if name.rpartition(".")[2] not in _WITH_STATUSES]
    return [
        f"Counts from 1 to 10 and whatever would give one away are withheld: {', '.join(named)}. "
        "Who may see the data sees all with `medgym report RUN --exact` (docs/access.md, Counts)."
    ]


def _debugging(family: str, behaviour: Behaviour) -> Iterator[str]:
    debug = behaviour.debugging
    if debug is None or not debug.errors:
        return
    ran = []
    if debug.debugged:
        ran.append(f"{debug.recovered_debugged / debug.debugged:.0%} after debugging")
    if others := debug.errors - debug.debugged:
        ran.append(f"{debug.recovered_otherwise / others:.0%} without it")
    share = f"{debug.debugged / debug.errors:.0%} were debugged at once"
    yield f"{family}: of {debug.errors:,} programs that failed {share}; the next ran in {' and '.join(ran)}"


def _details(figures: RunFigures, mode: str) -> str:
    counts = sum((Counter(one.details.get(mode, {})) for one in figures.behaviour.values()), Counter[str]())
    named = [(detail, count) for detail, count in counts.most_common() if detail]
    shown = [f"{detail} {count:,}" for detail, count in named[:DETAILS]]
    return escape(", ".join(shown + ["..."] * (len(named) > DETAILS)))


def _words(mode: str) -> str:
    return mode.replace("_", " ").replace("io error", "I/O error")
