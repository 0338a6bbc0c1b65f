"""Latent events: what happened during an admission, before anybody wrote it down."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from medgym_plugin_ehrcon.synthetic.item import Item, Pair, items, pressure

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
TABLES = {
    **{"lab": "LABEVENTS", "vital": "CHARTEVENTS", "drug": "PRESCRIPTIONS", "intake": "INPUTEVENTS_CV"},
    **{"bolus": "INPUTEVENTS_MV", "drip": "INPUTEVENTS_MV", "output": "OUTPUTEVENTS"},
    **{"specimen": "MICROBIOLOGYEVENTS", "organism": "MICROBIOLOGYEVENTS"},
    **{"diagnosis": "DIAGNOSES_ICD", "procedure": "PROCEDURES_ICD"},
}
"""Group to the raw file that its events are in."""
_ALWAYS = (datetime.min, datetime.max)


@dataclass(frozen=True)
class Stay:
    """One admission."""

    subject_id: int
    hadm_id: int
    admitted: datetime
    discharged: datetime


@dataclass(frozen=True)
class Event:
    """One row of a raw file, as it happened."""

    item: Item
    """What."""
    pairs: tuple[Pair, ...]
    """Values with units: none, one, or amount and rate."""
    start: datetime
    """When it began."""
    end: datetime
    """When it ended."""
    organism: Item | None = None
    """Of a culture: what grew."""

    @property
    def names(self) -> tuple[str, ...]:
        """What it goes by in the database."""
        return (self.item.name, *([self.organism.name] if self.organism else ()))

    def within(self, first: datetime, last: datetime) -> bool:
        """Whether it happened then; diagnoses and procedures always did."""
        start, end = _ALWAYS if self.item.pace == "coded" else (self.start, self.end)
        return start <= last and end >= first


def draw_events(rng: random.Random, stay: Stay) -> list[Event]:
    """All events of a stay."""
    draws = [_clock(stay, day, 4 + rng.randrange(3), rng.randrange(60)) for day in range(_days(stay) + 1)]
    draws = [when for when in draws if stay.admitted <= when <= stay.discharged] or [stay.admitted + HOUR]
    events = [
        *_labs(rng, draws),
        *_vitals(rng, stay),
        *_drugs(rng, stay),
        *_fluids(rng, stay),
        *_cultures(rng, stay),
        *(_point(item, stay.admitted) for item in rng.sample(items()["diagnosis"], 8)),
        *(_point(item, stay.admitted) for item in rng.sample(items()["procedure"], 4)),
    ]
    elsewhere = {name: rng.random() < 0.5 for name in dict.fromkeys(_recorded(event) for event in events)}
    return [_elsewhere(event) if elsewhere[_recorded(event)] else event for event in events]


def _recorded(event: Event) -> str:
    """What shares a unit within an admission: an item, or both parts of a pressure."""
    return event.item.name.partition(" [")[0]


def _elsewhere(event: Event) -> Event:
    item = event.item.elsewhere()
    pairs = tuple((value, item.unit if unit == event.item.unit else unit) for value, unit in event.pairs)
    return replace(event, item=item, pairs=pairs)


def _days(stay: Stay) -> int:
    return (stay.discharged.date() - stay.admitted.date()).days


def _clock(stay: Stay, day: int, hour: int, minute: int) -> datetime:
    return (
        datetime.combine(stay.admitted.date(), datetime.min.time())
        + day * DAY
        + timedelta(hours=hour, minutes=minute)
    )


def _point(item: Item, when: datetime, *pairs: Pair) -> Event:
    return Event(item, pairs, when, when)


def _measured(rng: random.Random, item: Item, when: datetime) -> Event:
    return _point(item, when, (item.value(rng), item.unit))


def _labs(rng: random.Random, draws: list[datetime]) -> Iterator[Event]:
    extra = [when + timedelta(hours=rng.randint(7, 12)) for when in draws[:-1] if rng.random() < 0.4]
    for item in items()["lab"]:
        if item.pace == "daily":
            yield from (_measured(rng, item, when) for when in draws if rng.random() < 0.85)
            yield from (_measured(rng, item, when) for when in extra if rng.random() < 0.3)
    rare = [item for item in items()["lab"] if item.pace == "rare"]
    for item in rng.sample(rare, 18):
        yield from (
            _measured(rng, item, when)
            for when in sorted(rng.sample(draws, min(len(draws), rng.randint(1, 2))))
        )


def _vitals(rng: random.Random, stay: Stay) -> Iterator[Event]:
    hours = int((stay.discharged - stay.admitted) / HOUR)
    whole = stay.admitted.replace(minute=0) + HOUR
    dense = [item for item in items()["vital"] if item.pace == "dense"] + [
        pressure(part) for part in ("systolic", "diastolic")
    ]
    for hour in range(0, hours - 1, 4):
        yield from (_measured(rng, item, whole + hour * HOUR) for item in dense)
    rare = [item for item in items()["vital"] if item.pace == "rare"]
    for item in rng.sample(rare, 6):
        for _ in range(rng.randint(1, 3)):
            yield _measured(rng, item, whole + rng.randrange(hours) * HOUR + timedelta(minutes=30))


def _drugs(rng: random.Random, stay: Stay) -> Iterator[Event]:
    last = _days(stay)
    for number, item in enumerate(rng.sample(items()["drug"], 18)):
        if number < 9:
            first, until = rng.randint(0, last), last + rng.randint(0, 1)
        else:
            first = rng.randint(0, max(last - 2, 0))
            until = min(first + rng.randint(0, 2), last)
        start, end = (_clock(stay, day, 0, 0) for day in (first, until))
        yield Event(item, ((item.value(rng), item.unit),), start, end)


def _fluids(rng: random.Random, stay: Stay) -> Iterator[Event]:
    hours = int((stay.discharged - stay.admitted) / HOUR)
    whole = stay.admitted.replace(minute=0) + HOUR

    def times(most: int) -> list[datetime]:
        return sorted(whole + hour * HOUR for hour in rng.sample(range(hours - 1), min(most, hours - 1)))

    for item in rng.sample(items()["intake"], 5) + rng.sample(items()["output"], 5):
        yield from (_measured(rng, item, when) for when in times(rng.randint(1, 5)))
    for item in rng.sample(items()["bolus"], 2):
        for when in times(rng.randint(1, 3)):
            yield Event(item, ((item.value(rng), item.unit),), when, when + timedelta(minutes=30))
    for item in rng.sample(items()["drip"], 1):
        for when in times(rng.randint(2, 4)):
            rate, length = item.value(rng), rng.randint(1, 5)
            amount = round(rate * 80 * 60 * length / 1000, 2)
            yield Event(item, ((amount, "mg"), (rate, item.unit)), when, when + length * HOUR)


def _cultures(rng: random.Random, stay: Stay) -> Iterator[Event]:
    for item in rng.sample(items()["specimen"], 4):
        when = _clock(stay, rng.randint(0, _days(stay)), rng.randint(0, 23), rng.randrange(60))
        grown = rng.choice(items()["organism"]) if rng.random() < 0.6 else None
        yield Event(item, (), when, when, grown)
