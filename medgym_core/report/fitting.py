"""Tables that fit their window: numbers stay whole, names shorten, what matters less goes first."""

from __future__ import annotations

import re
import string
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from rich.box import SIMPLE_HEAD
from rich.cells import cell_len, set_cell_size
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
WORD = 20
"""Cells that a column of words has at most for the sake of its longest word."""
SCANT = 7
"""Cells that a column of words keeps where nothing else can give way."""
BETWEEN = 3
"""Cells between two columns."""
DISPENSABLE = (
    *("reward", "written", "tokens read", "in model", "in box", "seconds", "began", "voids", "families"),
    *("episodes", "tasks", "missing", "95 % interval", "USD", "tags", "share", "agent"),
)
"""Titles of columns that a narrow window does without, the first of them first."""
_NUMBER = re.compile(r"[-+<]?\d[\d,]*(\.\d+)?%?|-")


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

    def __init__(
        self,
        titles: Sequence[str],
        *,
        names: Collection[str] = (),
        words: Collection[str] = (),
        leaving: Sequence[str] = DISPENSABLE,
    ) -> None:
        """An empty table with these columns.

        Args:
            titles: of all columns. The first holds names and the last words, unless they hold numbers.
            names: titles of further columns that shorten.
            words: titles of further columns that wrap.
            leaving: titles in the order in which a narrow window does without them; then go numbers from
                the right.
        """
        super().__init__(*titles, box=SIMPLE_HEAD, pad_edge=False, header_style="dim")
        self._names, self._words, self._leaving = names, words, leaving

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The columns that fit, below the title."""
        columns = list(self._measured())
        widths = _fitted(columns, self._leaving, options.max_width)
        table = Table(box=SIMPLE_HEAD, pad_edge=False, header_style="dim")
        for column, width in widths.items():
            side: Literal["left", "right"] = "right" if column.kind == "number" else "left"
            wraps = column.kind == "words"
            table.add_column(column.title, no_wrap=not wraps, overflow="fold", justify=side, width=width)
        mark = "~" if options.ascii_only else "…"
        for number, row in enumerate(self.rows):
            cells = (column.cell(number, width, mark) for column, width in widths.items())
            table.add_row(*cells, style=row.style)
        yield from (Text(str(line), style="bold") for line in (self.title,) if line)
        yield table
        yield from (Text(str(line), style="dim") for line in (self.caption,) if line)
        if hidden := [column.title for column in columns if column not in widths]:
            yield Text(f" no room for: {', '.join(hidden)}", style="dim")

    def _measured(self) -> Iterator[_Column]:
        last = len(self.columns) - 1
        for place, column in enumerate(self.columns):
            title, cells = str(column.header), list(column.cells)
            kind: Kind = "whole"
            if any(isinstance(cell, Bar) for cell in cells):
                kind = "bar"
            elif cells and all(_NUMBER.fullmatch(str(cell)) for cell in cells):
                kind = "number"
            elif title in self._words:
                kind = "words"
            elif place == 0 or title in self._names:
                kind = "name"
            elif place == last:
                kind = "words"
            yield _Column(title, cells, kind, first=place == 0)


Kind = Literal["name", "number", "bar", "words", "whole"]
"""What a column holds: names shorten, bars shrink to their number, words wrap, the rest is shown whole."""


@dataclass(frozen=True, eq=False)
class _Column:
    title: str
    cells: Sequence[RenderableType]
    kind: Kind
    first: bool

    @cached_property
    def most(self) -> int:
        """The cells in which nothing is shortened or wrapped."""
        return max(_size(part) for part in (self.title, *self.cells))

    @cached_property
    def least(self) -> int:
        """The fewest cells in which it can be read."""
        if self.kind == "name":
            return min(NAME, self.most)
        if self.kind == "bar":
            return max(RATE, cell_len(self.title))
        if self.kind == "words":
            words = [word for part in (self.title, *self.cells) for word in str(part).split()]
            return min(WORD, max(map(cell_len, words), default=1))
        return self.most

    def cell(self, number: int, width: int, mark: str) -> RenderableType:
        """One cell; a name that is too long ends in ``mark``, which no digit precedes."""
        cell = self.cells[number]
        if self.kind != "name" or not isinstance(cell, str) or cell_len(cell) <= width:
            return cell
        return set_cell_size(cell, width - 1).rstrip(string.digits) + mark


def _fitted(columns: Sequence[_Column], leaving: Sequence[str], room: int) -> dict[_Column, int]:
    """The columns that are shown, and the width of each in cells."""
    rigid = [one.title for one in reversed(columns) if one.kind in ("number", "whole")]
    shown = list(columns)
    for title in (*leaving, *rigid):
        if _total([one.least for one in shown]) <= room:
            break
        shown = [one for one in shown if one.title != title or one.first]
    widths = {one: one.least for one in shown}
    _spread(widths, room - _total(list(widths.values())))
    return widths


def _spread(widths: dict[_Column, int], spare: int) -> None:
    """Widen columns by the cells to ``spare``: names first, then words, each as wide as the other, then bars.

    Where cells are missing (``spare`` is negative) words give way.
    """
    names, words, bars = ([one for one in widths if one.kind == kind] for kind in ("name", "words", "bar"))
    while spare < 0 and (wide := [one for one in words if widths[one] > SCANT]):
        widths[max(wide, key=widths.__getitem__)] -= 1
        spare += 1
    for one in names:
        wider = max(0, min(spare, one.most - one.least))
        widths[one] += wider
        spare -= wider
    while spare > 0 and (tight := [one for one in words if widths[one] < one.most]):
        widths[min(tight, key=widths.__getitem__)] += 1
        spare -= 1
    for one in bars:
        if spare >= one.most - one.least:
            spare -= one.most - one.least
            widths[one] = one.most


def _total(widths: Sequence[int]) -> int:
    return sum(widths) + BETWEEN * (len(widths) - 1) + 2


def _size(part: RenderableType) -> int:
    if isinstance(part, Bar):
        return BAR + 1 + RATE
    return max(map(cell_len, str(part).splitlines()), default=0)
