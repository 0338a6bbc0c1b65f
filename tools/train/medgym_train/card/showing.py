"""The card in the terminal and as a page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from medgym_core.errors import ConfigError
from medgym_core.files import replace_file
from medgym_core.report.escape import escape
from medgym_train.card.card import Card, Row
from medgym_train.card.flag import Flag, Kind
from medgym_view.render import render
from medgym_view.report import Chapter
from medgym_view.table import Table, number, rate, text

if TYPE_CHECKING:
    from rich.console import Console

SHARES = {
    "reward": "reward",
    "all_right": "all right",
    "all_wrong": "all wrong",
    "inaction": "inaction",
    "memory": "memory",
    "one_shot": "one shot",
    "same_answer": "one answer",
    "same_program": "one program",
    "unread": "unread",
    "unfound": "unfound",
}
"""Field of a row to the title of its column."""
MEANING: dict[Kind, str] = {
    "no gradient": "{share:.0%} of the groups earn the same throughout: nothing is learned from them",
    "constant answer": "{share:.0%} of the tasks got one and the same answer",
    "equal programs": "one program solved {share:.0%} of the solved tasks",
    "nothing read": "{share:.0%} of the successes read nothing of what the task is about",
    "value not found": "{share:.0%} of the successes submit a value that nothing they were shown holds",
    "rewards inaction": "doing nothing is rewarded on {share:.0%} of the tasks",
    "solved from memory": "what training tasks hold is rewarded on {share:.0%} of the tasks",
    "solved at once": "one action is rewarded on {share:.0%} of the tasks",
    "more errors": "{share:.0%} more of the actions fail at the end than at the beginning",
    "longer": "agents write {share:.1f} times as much at the end as at the beginning",
    "shorter": "agents write {share:.1f} times as much at the end as at the beginning",
    "more actions": "episodes take {share:.1f} times as many actions at the end as at the beginning",
    "fewer actions": "episodes take {share:.1f} times as many actions at the end as at the beginning",
}
"""What a flag says."""


def said(flag: Flag) -> str:
    """A flag as a line."""
    where = f"{flag.family} {flag.category}".strip()
    shown = f" (`medgym show RUN {flag.episode[:12]}`)" if flag.episode else ""
    return f"{where}: {flag.kind}: {MEANING[flag.kind].format(share=flag.share)}{shown}"


def print_card(console: Console, card: Card) -> None:
    """Print the table of categories, and the flags below it."""
    from medgym_core.report.fitting import FittedTable

    titles = ("category", "tasks", "episodes", *SHARES.values())
    table = FittedTable(titles, leaving=("episodes", "tasks"))
    for row in card.rows:
        cells = (f"{row.tasks:,}", f"{row.episodes:,}", *map(_share, _shares(row)))
        table.add_row(escape(f"{row.family} {row.category}"), *cells)
    console.print(table)
    for flag in card.flags:
        console.print(f"! {escape(said(flag))}")
    if not card.flags:
        console.print("nothing to warn of")
    if card.withheld:
        console.print(f"withheld: {escape(', '.join(card.withheld))}")


def write_card(path: Path, card: Card) -> None:
    """Write the card as one page that needs nothing else, whole or not at all.

    Raises:
        ConfigError: if it cannot be written.
    """
    rows = tuple(
        (
            text(row.family),
            text(row.category),
            number(row.tasks),
            number(row.episodes),
            *map(rate, _shares(row)),
        )
        for row in card.rows
    )
    columns = ("family", "category", "tasks", "episodes", *SHARES.values())
    notes = (f"Withheld: {', '.join(card.withheld)}.",) if card.withheld else ()
    table = Table("What can be learned", columns, rows, frozenset({"tasks", "episodes"}), notes=notes)
    facts = (("categories", f"{len(card.rows):,}"), ("warnings", f"{len(card.flags):,}"))
    chapter = Chapter("Learnability", facts, tuple(map(said, card.flags)), (table,), None, "")
    title = f"medgym card: {', '.join(Path(run).name for run in card.runs)}"
    page = render(
        "report.html",
        "sort.js",
        notice=card.tier.notice,
        title=title,
        board=None,
        compared=None,
        chapters=[chapter],
        viewer="",
    )
    try:
        replace_file(path, page.encode())
    except OSError as error:
        raise ConfigError(f"cannot write {path}: {error.strerror}; choose another --html") from error


def _shares(row: Row) -> list[float | None]:
    return [getattr(row, name) for name in SHARES]


def _share(value: float | None) -> str:
    return "-" if value is None else f"{value:.0%}"
