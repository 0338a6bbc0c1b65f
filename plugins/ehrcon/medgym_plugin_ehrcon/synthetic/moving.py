"""False times that look like true ones: when the events of a stay are told to have been, and were not.

Who sees a stated time, or looks whether anything was recorded then, must not know from that whether it is
true. So panels of a draw and signs of a round move each for itself, to the minute of another draw or round at
a like hour of the day, which has none of it: where something of the same section was drawn if there is such a
minute, and where others have left it. What a note states are then minutes of its tables, whatever is moved,
and of one minute some is true and some is not.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Mapping, Set
from functools import cache

from medgym_patient import LABS
from medgym_patient.note import Fact

Event = tuple[str, str, float]
"""Kind, what it is of (a panel, a sign, an item; of a culture nothing) and minute since admission."""
NEAR = 0.5
"""Share of moves within the hours around, where there is such a minute."""
AROUND, DAY = 2 * 60, 24 * 60
"""Minutes of the day within which hours are alike, and of a day."""
APART = 1.5 * DAY
"""Minutes by which an order or a culture is moved, at least."""
LEAST = 30
"""Minutes by which anything else is moved, at least."""
_TIMED = ("lab", "vital", "intake", "output")
_DATED = ("order", "culture")
_PRESSURES = ("systolic", "diastolic", "mean_pressure")
_SECTIONS = {
    **dict.fromkeys(("count", "differential", "coagulation", "clotting", "hemolysis"), "hematology"),
    **dict.fromkeys(("gas", "gas_minerals", "lactate"), "gas"),
    **dict.fromkeys(("urinalysis", "urine_chemistry"), "urine"),
}
"""Panels of the laboratory's sections; all others are of chemistry."""


def event_of(fact: Fact) -> Event:
    """What happens at one time: a panel that is drawn, a sign, a culture with what grew, or one order."""
    if fact.kind in ("culture", "organism"):
        return "culture", "", fact.minute
    if fact.kind == "lab":
        return fact.kind, _panels()[fact.concept], fact.minute
    sign = "pressure" if fact.concept in _PRESSURES else fact.concept
    return fact.kind, sign if fact.kind == "vital" else _item(fact), fact.minute


@cache
def _panels() -> Mapping[str, str]:
    return dict(zip(LABS.names, LABS.texts("panel"), strict=True))


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
        found |= _moved(rng, kinds[kind], share)
    for kind in _DATED:
        for event in kinds[kind]:
            others = [other[2] for other in kinds[kind] if abs(other[2] - event[2]) >= APART]
            if rng.random() < share and others:
                found[event] = rng.choice(others)
    return found


def _item(fact: Fact) -> str:
    return fact.names[0] if fact.names else fact.concept


def _moved(rng: random.Random, events: Mapping[Event, Set[str]], share: float) -> dict[Event, float]:
    """A share of the events, each to the minute of others."""
    held: defaultdict[float, set[str]] = defaultdict(set)
    for (_, _, minute), items in events.items():
        held[minute] |= items
    sections = {(_section(event), event[2]) for event in events}
    room = dict.fromkeys(held, 0)
    told: set[tuple[str, float]] = set()
    found: dict[Event, float] = {}
    for one in rng.sample(list(events), len(events)):
        fitting = [
            minute
            for minute, items in held.items()
            if abs(minute - one[2]) >= LEAST
            and _hours_between(one[2], minute) <= AROUND
            and events[one].isdisjoint(items)
            and (one[1], minute) not in told
        ]
        if not fitting or rng.random() >= share:
            continue
        near = [minute for minute in fitting if abs(minute - one[2]) <= AROUND]
        far = [minute for minute in fitting if minute not in near]
        size = len(events[one])
        liking = {
            minute: ((_section(one), minute) in sections, min(room[minute], size))
            for minute in (near if rng.random() < NEAR else far) or fitting
        }
        best = max(liking.values())
        found[one] = rng.choice([minute for minute, liked in liking.items() if liked == best])
        told.add((one[1], found[one]))
        room[one[2]] += size
        room[found[one]] -= size
    return found


def _section(event: Event) -> str:
    return _SECTIONS.get(event[1], "chemistry") if event[0] == "lab" else event[0]


def _hours_between(one: float, other: float) -> float:
    """Minutes of the day between two minutes of a stay, whichever the day."""
    apart = abs(one - other) % DAY
    return min(apart, DAY - apart)
