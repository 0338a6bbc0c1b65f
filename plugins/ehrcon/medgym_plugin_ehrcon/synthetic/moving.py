"""False times that look like true ones: when the events of a stay are told to have been, and were not.

Who sees a stated time, or looks whether anything was recorded then, must not know from that whether it is
true. So events exchange their times in twos: of two draws of different tests, or of two rounds in which
different signs were taken, each is told at the minute of the other, at a like hour of the day. What a note
can state are then the minutes of its tables, whatever is moved.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set

from medgym_patient.note import Fact

Event = tuple[str, str, float]
"""Kind, what it is of (of what does not come together) and minute since admission."""
NEAR = 0.5
"""Share of exchanges that are within the hours around, where there is one to be had."""
AROUND, DAY = 2 * 60, 24 * 60
"""Minutes of the day within which hours are alike, and of a day."""
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
    return kind, "" if kind in _TOGETHER else _item(fact), fact.minute


def moves(rng: random.Random, facts: Iterable[Fact], share: float, until: float) -> dict[Event, float]:
    """Some events to the minute at which they are told to have been.

    Args:
        rng: of the draws.
        facts: of the stay.
        share: how many of the events are moved, at most.
        until: the minute up to which events are told.
    """
    kinds: defaultdict[str, defaultdict[Event, set[str]]] = defaultdict(lambda: defaultdict(set))
    for fact in facts:
        event = event_of(fact)
        if event[2] <= until:
            kinds[event[0]][event].add(_item(fact))
    found: dict[Event, float] = {}
    for kind in _TIMED:
        found |= _exchanged(rng, kinds[kind], share)
    for kind in _DATED:
        for event in kinds[kind]:
            others = [other[2] for other in kinds[kind] if abs(other[2] - event[2]) >= APART]
            if rng.random() < share and others:
                found[event] = rng.choice(others)
    return found


def _item(fact: Fact) -> str:
    return fact.names[0] if fact.names else fact.concept


def _exchanged(rng: random.Random, events: Mapping[Event, Set[str]], share: float) -> dict[Event, float]:
    """Events that exchange their minutes in twos, until a share of all has."""
    waiting = list(events)
    rng.shuffle(waiting)
    found: dict[Event, float] = {}
    while waiting and len(found) + 2 * rng.random() < share * len(events):
        one = waiting.pop()
        other = _partner(rng, one, waiting, events)
        if other:
            waiting.remove(other)
            found |= {one: other[2], other: one[2]}
    return found


def _partner(
    rng: random.Random, one: Event, waiting: Sequence[Event], events: Mapping[Event, Set[str]]
) -> Event | None:
    """One of those with most that the other lacks, either way; None if nothing is to be had."""
    gains = {
        other: min(len(events[one] - events[other]), len(events[other] - events[one]))
        for other in waiting
        if abs(other[2] - one[2]) >= LEAST and _hours_between(one[2], other[2]) <= AROUND
    }
    near = {other: gain for other, gain in gains.items() if gain and abs(other[2] - one[2]) <= AROUND}
    far = {other: gain for other, gain in gains.items() if gain and other not in near}
    chosen = (near if rng.random() < NEAR else far) or near or far
    best = [other for other, gain in chosen.items() if gain == max(chosen.values())]
    return rng.choice(best) if best else None


def _hours_between(one: float, other: float) -> float:
    """Minutes of the day between two minutes of a stay, whichever the day."""
    apart = abs(one - other) % DAY
    return min(apart, DAY - apart)
