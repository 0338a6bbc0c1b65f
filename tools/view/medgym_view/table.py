"""Tables of a page: cells that know how they sort."""

from __future__ import annotations

from dataclasses import dataclass

from medgym_core.report import table
from medgym_statistics.interval import Interval


@dataclass(frozen=True)
class Cell:
    """One cell."""

    text: str
    """What it shows."""
    value: float | None = None
    """What it sorts by; None for texts, and for numbers that are undefined."""
    bar: float | None = None
    """Length of a bar beside the text, from 0 to 1."""
    interval: Interval | None = None
    """What is marked on the bar."""
    links: tuple[tuple[str, str], ...] = ()
    """Texts and where each leads, in the place of the text."""


@dataclass(frozen=True)
class Table:
    """A table. Columns whose titles are in ``numbers`` are right-aligned; ``total`` is a last, fixed row.

    What is ``folded`` is opened by a click.
    """

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    numbers: frozenset[str] = frozenset()
    total: tuple[Cell, ...] = ()
    notes: tuple[str, ...] = ()
    folded: bool = False


def text(value: str) -> Cell:
    """A cell of text."""
    return Cell(value)


def number(value: float | None, form: str = ",") -> Cell:
    """A number in the given format, or a dash."""
    return Cell("-" if value is None else format(value, form), value)


def rate(value: float | None, interval: Interval | None = None) -> Cell:
    """A share in percent beside a bar, with its interval marked on it."""
    return Cell("-" if value is None else f"{value:.1%}", value, value, interval)


def between(interval: Interval | None) -> Cell:
    """An interval in percent, sorted by its lower end."""
    return Cell(table.between(interval), None if interval is None else interval[0])
