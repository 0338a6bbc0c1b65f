"""False times that look like true ones: when the events of a stay are told to have been, and were not.

Who sees a stated time must not know from it whether it is true. So of two draws in a row it is chance which
of them is moved. Half of those that are moved are told at another minute of the same stretch of the stay;
the others exchange their times, each within a stretch of another. Stretches are the first minutes after
admission, and then two hours of the clock: hours, days and gaps of false times are those of true ones.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import pairwise

from medgym_patient.note import Fact

Event = tuple[str, str, float]
"""Kind, what it is of (of what does not come together) and minute since admission."""
NEAR = 0.5
"""Share of wrong times that are wrong by minutes, up to two hours."""
EARLY = (0, 12, 30, 60, 110)
"""Limits of the first stretches, in minutes since admission."""
STRETCH, DAY = 2 * 60, 24 * 60
APART = 1.5 * DAY
"""Minutes by which an order or a culture is moved, at least."""
LEAST = 3
"""Minutes by which a time is wrong, at least."""
_TIMED = ("lab", "vital", "intake", "output")
_DATED = ("order", "culture")
_TOGETHER = ("lab", "vital", "culture")


def event_of(fact: Fact) -> Event:
    """What happens at one time: a draw, a round, a culture with what grew, or one order."""
    kind = {"organism": "culture"}.get(fact.kind, fact.kind)
    return kind, "" if kind in _TOGETHER else fact.concept, fact.minute


def moves(
    rng: random.Random, facts: Iterable[Fact], admitted: datetime, share: float, until: float
) -> dict[Event, float]:
    """Some events to the minute at which they are told to have been.

    Args:
        rng: of the draws.
        facts: of the stay.
        admitted: when it began.
        share: how many of the events are moved.
        until: the minute up to which events are told.
    """
    kinds: defaultdict[str, list[Event]] = defaultdict(list)
    for event in dict.fromkeys(map(event_of, facts)):
        if event[2] <= until:
            kinds[event[0]].append(event)
    clock = admitted.hour * 60 + admitted.minute
    found: dict[Event, float] = {}
    for kind in _TIMED:
        chosen = _one_of_two(rng, sorted(kinds[kind], key=lambda event: event[2]), share)
        found |= _exchanged(rng, chosen, clock, until)
    for kind in _DATED:
        for event in kinds[kind]:
            others = [other[2] for other in kinds[kind] if abs(other[2] - event[2]) >= APART]
            if rng.random() < share and others:
                found[event] = rng.choice(others)
    return found


def _one_of_two(rng: random.Random, events: Sequence[Event], share: float) -> list[Event]:
    """A share of the events, spread evenly: of two in a row either one, and the other where more are due."""
    chosen = []
    for first in range(0, len(events), 2):
        pair = list(events[first : first + 2])
        rng.shuffle(pair)
        due = 2 * share if len(pair) == 2 else share
        chosen += [event for place, event in enumerate(pair) if rng.random() < due - place]
    return chosen


def _exchanged(rng: random.Random, events: Sequence[Event], clock: int, until: float) -> dict[Event, float]:
    """The events at other minutes of their own stretches or, exchanged among them, of another's."""
    far = [event for event in events if rng.random() >= NEAR]
    rng.shuffle(far)
    places = dict(pairwise([*far, *far[:1]]))
    found = {}
    for event in events:
        own = places.get(event, event)
        first, last = stretch(own[2], clock)
        free = [
            minute
            for minute in range(first, min(last, int(until) + 1))
            if min(abs(minute - own[2]), abs(minute - event[2])) >= LEAST
        ]
        if free:
            found[event] = float(rng.choice(free))
    return found


def stretch(minute: float, clock: int) -> tuple[int, int]:
    """First minute and end of the stretch of the stay in which a minute is.

    Args:
        minute: since admission.
        clock: minute of the day of admission.
    """
    for first, last in pairwise(EARLY):
        if minute < last:
            return first, last
    begin = int(minute + clock) // STRETCH * STRETCH - clock
    return max(begin, EARLY[-1]), begin + STRETCH
