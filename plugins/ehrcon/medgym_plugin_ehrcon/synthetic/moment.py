"""When a note says that something was: the three styles of time, as written and as meant."""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from medgym_plugin_ehrcon.synthetic.event import DAY, Stay

SECOND = timedelta(seconds=1)


@dataclass(frozen=True)
class Frame:
    """The note that is written."""

    stay: Stay
    """Its admission."""
    category: str
    """Note type."""
    charted: datetime
    """When it is written."""


@dataclass(frozen=True)
class Moment:
    """A time in a note."""

    shown: str
    """As written; empty in the style without time."""
    stated: str | None
    """As the label states it."""
    first: datetime
    """First second that counts."""
    last: datetime
    """Last second that counts."""


def exact(rng: random.Random, when: datetime, minute: bool) -> Moment:
    """An explicit time: a date, or with ``minute`` a time of day too; some without a year."""
    day = rng.choice((f"{when:%Y-%m-%d}", f"[**{when:%Y-%m-%d}**]", f"[**{when.month}-{when.day}**]"))
    if not minute:
        start = datetime.combine(when, time())
        return Moment(day, f"{when:%Y-%m-%d}", start, start + DAY - SECOND)
    clock = rng.choice((f"{when:%H:%M}", f"at {when:%H:%M}", f"{when:%I:%M%p}"))
    start = when.replace(second=0)
    return Moment(f"{day} {clock}", f"{when:%Y-%m-%d %H:%M:%S}", start, start + timedelta(seconds=59))


def on_admission(frame: Frame) -> Moment:
    """Around the day of admission."""
    return _around("on admission", "admission", frame.stay.admitted.date())


def at_discharge(frame: Frame) -> Moment:
    """Around the day of discharge, which is that of the summary."""
    return _around("at discharge", "discharge", frame.charted.date())


def yesterday(frame: Frame) -> Moment:
    """Around the day before the note."""
    return _around("yesterday", "yesterday", frame.charted.date() - DAY)


def hospital_day(rng: random.Random, frame: Frame) -> Moment:
    """Around a day counted from admission, not later than the note."""
    number = rng.randint(1, (frame.charted.date() - frame.stay.admitted.date()).days + 1)
    shown = rng.choice((f"on HD#{number}", f"on hospital day {number}"))
    return _around(shown, f"HD {number}", frame.stay.admitted.date() + (number - 1) * DAY)


def unsaid(frame: Frame) -> Moment:
    """No time at all."""
    charted = frame.charted.date()
    first = frame.stay.admitted.date() if frame.category == "discharge" else charted
    return Moment("", None, _midnight(first - DAY), _midnight(charted + 2 * DAY) - SECOND)


def _around(shown: str, stated: str, day: date) -> Moment:
    return Moment(shown, stated, _midnight(day - DAY), _midnight(day + 2 * DAY) - SECOND)


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time())
