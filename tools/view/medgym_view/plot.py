"""Curves over k as a drawing: coordinates for the template, on a logarithmic axis."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log

from medgym_core.metrics.curve import Point

WIDTH, HEIGHT = 560, 280
LEFT, RIGHT, TOP, BOTTOM = 48, 16, 14, 36
"""Margins for the labels of the axes."""


_K = re.compile(r"(?<=[@^])k(?= reward$|$)")
"""The k in what a curve is called, such as ``pass^k``."""


@dataclass(frozen=True)
class Mark:
    """One point of a line."""

    x: float
    y: float
    words: str
    """What is said of it where a pointer rests."""


@dataclass(frozen=True)
class Line:
    """One curve; ``band`` is the outline of its intervals."""

    label: str
    marks: tuple[Mark, ...]
    path: str
    band: str


@dataclass(frozen=True)
class Plot:
    """A drawing of several curves, with the places and labels of the ticks of both axes."""

    title: str
    lines: tuple[Line, ...]
    across: tuple[tuple[float, str], ...]
    up: tuple[tuple[float, str], ...]


def plot(title: str, curves: Iterable[tuple[str, Sequence[Point]]]) -> Plot | None:
    """The drawing of ``curves`` (label and points); None where none has two points."""
    drawn = [(label, points) for label, points in curves if len(points) > 1]
    if not drawn:
        return None
    largest = max(point.k for _, points in drawn for point in points)
    ticks = [2**power for power in range(largest.bit_length()) if 2**power <= largest]
    return Plot(
        title=title,
        lines=tuple(_line(label, points, largest) for label, points in drawn),
        across=tuple((_x(k, largest), str(k)) for k in ticks),
        up=tuple((_y(share / 4), f"{share / 4:.0%}") for share in range(5)),
    )


def _line(label: str, points: Sequence[Point], largest: int) -> Line:
    xs = [_x(point.k, largest) for point in points]
    marks = tuple(
        Mark(x, _y(point.value), f"{_K.sub(str(point.k), label)}: {_words(point)}")
        for x, point in zip(xs, points, strict=True)
    )
    upper = [(x, _y(point.interval[1])) for x, point in zip(xs, points, strict=True)]
    lower = [(x, _y(point.interval[0])) for x, point in zip(xs, points, strict=True)]
    return Line(label, marks, _path((mark.x, mark.y) for mark in marks), _path([*upper, *reversed(lower)]))


def _words(point: Point) -> str:
    return f"{point.value:.1%} ({point.interval[0]:.1%} to {point.interval[1]:.1%}), {point.tasks:,} tasks"


def _path(places: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in places)


def _x(k: int, largest: int) -> float:
    return round(LEFT + (WIDTH - LEFT - RIGHT) * log(k) / log(largest), 1)


def _y(value: float) -> float:
    return round(TOP + (HEIGHT - TOP - BOTTOM) * (1 - value), 1)
