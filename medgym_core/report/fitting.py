"""Tables that fit their window: numbers stay whole, names shorten, what matters less goes first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from rich.box import SIMPLE_HEAD
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

BAR = 12
"""Cells of a full bar."""
RATE = 6
"""Cells of a rate in percent."""
NAME = 10
"""Cells that a name keeps at least."""
BETWEEN = 3
"""Cells between two columns."""
NUMBERS = frozenset(
    {"tasks", "episodes", "attempts", "voids", "reward", "families", "actions", "seconds", "in box"}
    | {"in model", "tokens read", "written", "USD", "USD a success"}
)
"""Titles of columns that hold single numbers."""
DISPENSABLE = (
    *("reward", "written", "tokens read", "in model", "in box", "seconds", "began", "voids", "families"),
    *("episodes", "tasks", "missing", "95 % interval", "USD", "tags", "share", "agent"),
)
"""Titles of columns that a narrow window does without, the first of them first."""


@dataclass(frozen=True)
class Bar:
    """A rate in percent behind a bar, which is left out where there is no room."""

    rate: float
    """From 0 to 1."""
    style: str = "green"
    """Of the full cells."""

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        """Between the number alone and the number behind its bar."""
        return Measurement(RATE, BAR + 1 + RATE)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The number, behind its bar where that fits."""
        number = f"{self.rate:{RATE}.1%}"
        if options.max_width < BAR + 1 + RATE:
            yield Text(number)
            return
        full, empty = "#." if options.ascii_only else "█░"
        filled = round(self.rate * BAR)
        yield Text.assemble((full * filled, self.style), (empty * (BAR - filled), "dim"), f" {number}")


class FittedTable(Table):
    """A table that leaves columns out where its window is narrow, and says which."""

    def __init__(self, titles: Sequence[str]) -> None:
        """An empty table with these columns; those of single numbers are right-aligned, the last may wrap."""
        super().__init__(box=SIMPLE_HEAD, pad_edge=False, header_style="dim")
        for title in titles:
            side: Literal["left", "right"] = "right" if title in NUMBERS else "left"
            self.add_column(title, no_wrap=title != titles[-1], justify=side)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The columns that fit."""
        cells = [list(column.cells) for column in self.columns]
        titles = [str(column.header) for column in self.columns]
        shown, widths = _fitted(titles, cells, options.max_width)
        table = Table(box=SIMPLE_HEAD, pad_edge=False, header_style="dim")
        for place, width in zip(shown, widths, strict=True):
            column = self.columns[place]
            table.add_column(column.header, no_wrap=column.no_wrap, justify=column.justify, width=width)
        for number, row in enumerate(self.rows):
            table.add_row(*(cells[place][number] for place in shown), style=row.style)
        yield table
        if hidden := [title for place, title in enumerate(titles) if place not in shown]:
            yield Text(f" no room for: {', '.join(hidden)}", style="dim")


def _fitted(
    titles: Sequence[str], cells: Sequence[Sequence[RenderableType]], room: int
) -> tuple[list[int], list[int]]:
    """Which columns are shown, and the width of each in cells."""
    shown = list(range(len(titles)))
    most = [max(map(_most, (title, *cells[place]))) for place, title in enumerate(titles)]
    least = [_least(titles, cells, place, most[place]) for place in shown]
    for title in DISPENSABLE:
        if _total([least[place] for place in shown]) <= room:
            break
        shown = [place for place in shown if titles[place] != title or place == 0]
    widths = {place: least[place] for place in shown}
    for place in (0, *reversed(shown)):  # names first get the room that is left, then from the right
        left = room - _total(list(widths.values()))
        widths[place] = min(most[place], widths[place] + max(left, 0))
    return shown, list(widths.values())


def _total(widths: Sequence[int]) -> int:
    return sum(widths) + BETWEEN * (len(widths) - 1) + 2


def _least(titles: Sequence[str], cells: Sequence[Sequence[RenderableType]], place: int, most: int) -> int:
    """The fewest cells in which a column can be read."""
    if place == 0:
        return min(NAME, most)
    if any(isinstance(cell, Bar) for cell in cells[place]):
        return max(RATE, cell_len(titles[place]))
    if place == len(titles) - 1 and titles[place] not in NUMBERS:
        words = [word for text in (titles[place], *map(str, cells[place])) for word in text.split()]
        return max(map(cell_len, words), default=1)
    return most


def _most(cell: RenderableType) -> int:
    if isinstance(cell, Bar):
        return BAR + 1 + RATE
    return max(map(cell_len, str(cell).splitlines()), default=0)
