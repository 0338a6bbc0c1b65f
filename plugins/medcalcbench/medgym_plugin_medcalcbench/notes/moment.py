"""Entries of a note: when each was made, for whose chart, and whether it was made at all.

Which entry counts follows from comparing these with the time asked, and from nothing that stands beside a
value: times stand apart from the values, half of them by their distance to another entry.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, time, timedelta
from random import Random
from typing import NamedTuple

from medgym_plugin_medcalcbench.notes.spelled import time_spellings

OWN, OTHER, IDLE = 6, 2, 1
"""Entries of the patient, of other charts, and such as were called off."""
BEFORE = (2, 3, 4)
"""How many of the patient's entries may lie before the time asked."""
NONE, MORE = (0, 0), (1, 2)
"""How many more lie before and after it; ``MORE`` where inputs may be missing."""
RELATIVE = 0.5
"""Share of times that are given by the distance to another entry."""
SPAN, STEP = 60, 5
"""Hours on either side of the time asked that entries spread over; their times are full so many minutes."""
APART = timedelta(minutes=25)
"""Least distance between two entries, and of each from the time asked."""


class Moment(NamedTuple):
    """One entry."""

    label: str
    """What it is called, such as ``ward round``."""
    time: datetime
    """When it was made, or was to be made."""
    chart: str
    """Number of the chart."""
    made: bool
    """False if it was called off."""


def counting(moments: Sequence[Moment], chart: str, asked: datetime) -> Moment | None:
    """The last entry of a chart at or before a time; None if there is none."""
    known = [one for one in moments if one.made and one.chart == chart and one.time <= asked]
    return max(known, key=lambda one: one.time, default=None)


def entries(
    rng: Random, labels: Sequence[str], charts: Sequence[str], asked: datetime, more: tuple[int, int] = NONE
) -> tuple[Moment, ...]:
    """Entries around a time asked, in no order, ``more`` of the patient's before and after it than usual.

    ``charts`` are the patient's and two others'.
    """
    before = rng.choice(BEFORE)
    own, *others = charts
    early, late = before + more[0], OWN - before + more[1]
    kinds = [(own, True, True)] * early + [(own, True, False)] * late
    kinds += [(chart, True, rng.random() < 0.5) for chart in others[:OTHER]] + [(own, False, True)] * IDLE
    times: list[datetime] = []
    made = []
    for label, (chart, held, is_early) in zip(rng.sample(labels, len(kinds)), kinds, strict=True):
        when = _time(rng, asked, times, is_early)
        times.append(when)
        made.append(Moment(label, when, chart, held))
    rng.shuffle(made)
    return tuple(made)


def _time(rng: Random, asked: datetime, taken: Sequence[datetime], early: bool) -> datetime:
    """A free time, half of them within ten hours of the time asked."""
    while True:
        hours = SPAN if rng.random() < 0.5 else SPAN / 6
        minutes = STEP * rng.randint(1, int(hours * 60 / STEP))
        when = asked + timedelta(minutes=-minutes if early else minutes)
        if all(abs(when - other) >= APART for other in (asked, *taken)):
            return when


def asked_time(rng: Random, day: datetime) -> datetime:
    """A time of that day, to five minutes."""
    return datetime.combine(day, time(rng.randint(5, 21), STEP * rng.randrange(60 // STEP)))


def written_times(rng: Random, moments: Sequence[Moment], spelling: int) -> dict[Moment, str]:
    """How the note gives each entry's time: as date and clock time, or by the distance to another entry's."""
    fixed = [one for one in moments if rng.random() >= RELATIVE] or [moments[0]]
    written = {one: time_spellings(one.time)[spelling] for one in fixed}
    for one in moments:
        if one not in written:
            anchor = rng.choice(fixed)
            minutes = round((one.time - anchor.time).total_seconds() / 60)
            hours, rest = divmod(abs(minutes), 60)
            parts = [f"{hours} h"] * (hours > 0) + [f"{rest} min"] * (rest > 0)
            way = "after" if minutes > 0 else "before"
            written[one] = f"{' '.join(parts)} {way} the {anchor.label}"
    return written
