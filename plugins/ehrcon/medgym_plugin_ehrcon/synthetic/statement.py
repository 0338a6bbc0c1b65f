"""Mentions in notes: what they state of an event, and what is wrong with it.

What is wrong is known by construction. A wrong value is one that the item never has in the admission, a wrong
unit one that other admissions record it in, a wrong time a window in which it was not recorded; a missing
item is one that the admission does not have. So each of them explains its mention, and nothing smaller does.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from medgym_plugin_ehrcon.synthetic.event import DAY, HOUR, TABLES, Event
from medgym_plugin_ehrcon.synthetic.item import Item, Pair, items
from medgym_plugin_ehrcon.synthetic.moment import Moment, exact

Plan = frozenset[str]
"""What is to be wrong."""
PLANS: tuple[tuple[Plan, float], ...] = (
    (frozenset({"time"}), 36),
    (frozenset({"value"}), 28),
    (frozenset({"unit"}), 12),
    (frozenset({"item"}), 5),
    (frozenset({"value", "time"}), 6),
    (frozenset({"value", "unit"}), 4),
    (frozenset({"unit", "time"}), 3),
)
"""What can be wrong, and how often."""
PRESSURES = ("systolic", "diastolic")
FLUIDS = ("intake", "bolus", "drip")
_TRIES = 40


@dataclass(frozen=True)
class Statement:
    """One mention."""

    term: str
    """What the item is called."""
    text: str
    """The mention, as written."""
    moment: Moment
    """When."""
    item: Item
    """The item that is meant; of a culture the specimen or the organism."""
    numeric: bool
    """Whether it states a value."""
    pair: Pair | None
    """Value and unit stated; the unit is empty if none is written."""
    column: int
    """Which pair of the item: 0 a value or amount, 1 a rate."""
    wrong: Plan
    """What is wrong."""
    second: tuple[Item, Pair] | None = None
    """Of a blood pressure: the diastolic one."""


class Speaker:
    """Makes statements about the events of one admission."""

    def __init__(
        self, rng: random.Random, events: Sequence[Event], terms: Sequence[tuple[str, str]], until: datetime
    ) -> None:
        """Takes the events, pairs of a term and a name that it stands for, and when the note is written."""
        self._rng, self._until = rng, until
        self._names: defaultdict[str, set[str]] = defaultdict(set)
        self._by_name: defaultdict[str, list[Event]] = defaultdict(list)
        self._called: defaultdict[str, list[str]] = defaultdict(list)
        for event in events:
            for name in event.names:
                self._by_name[name].append(event)
        for term, name in terms:
            self._called[name].append(term)
            self._names[term.lower()].add(name)

    def state(
        self, group: str, moment: Moment | None, plan: Plan, numeric: bool, units: float, taken: set[str]
    ) -> Statement | None:
        """A statement about an item of ``group``.

        Args:
            group: as in ``items.csv``, or ``fluid`` for all of :data:`FLUIDS`.
            moment: when; None gives it an explicit time of its own.
            plan: what is to be wrong.
            numeric: whether it states a value.
            units: share of values that are written with their unit.
            taken: terms that may not be used; the new one is added.

        Returns:
            None if nothing fits.
        """
        pool = [item for each in (FLUIDS if group == "fluid" else (group,)) for item in items()[each]]
        for _ in range(_TRIES):
            item = self._rng.choice(pool)
            term = self._rng.choice(self._called[item.name])
            if any(self._alike(term, other) for other in taken):
                continue
            if "item" in plan:
                made = self._absent(item, term, moment, numeric, units)
            else:
                made = self._present(item, term, moment, plan, numeric, units)
            if made:
                taken.add(term)
                return made
        return None

    def related(self, term: str) -> list[Event]:
        """The events that a term may mean."""
        names = sorted(self._names[term.lower()] | {term.lower()})
        return [event for name in names for event in self._by_name[name]]

    def _absent(
        self, item: Item, term: str, moment: Moment | None, numeric: bool, units: float
    ) -> Statement | None:
        if self.related(term):
            return None
        if moment is None:
            known = [
                event for events in self._by_name.values() for event in events if event.start <= self._until
            ]
            moment = exact(
                self._rng, self._rng.choice(known).start, minute=item.group not in ("drug", "specimen")
            )
        unit = self._rng.choice((item, item.elsewhere())).unit if self._rng.random() < units else ""
        pair = (item.value(self._rng), unit) if numeric else None
        column = int(item.group == "drip")
        return self._say(term, item, moment, pair, column, frozenset({"item"}))

    def _present(
        self, item: Item, term: str, moment: Moment | None, plan: Plan, numeric: bool, units: float
    ) -> Statement | None:
        meant = self._meant(item)
        if moment is None and meant:
            moment = self._own_moment(self._rng.choice(meant), term, "time" in plan)
        if moment is None:
            return None
        inside = [event for event in meant if event.within(moment.first, moment.last)]
        if "time" in plan:
            if any(event.within(moment.first, moment.last) for event in self.related(term)):
                return None
            inside = meant
        if not inside:
            return None
        return self._about(self._rng.choice(inside), item, term, moment, plan, units if numeric else None)

    def _about(
        self, event: Event, item: Item, term: str, moment: Moment, plan: Plan, units: float | None
    ) -> Statement | None:
        """A statement about one event; without a share of units it states no value."""
        if units is None:
            return self._say(term, item, moment, None, 0, plan)
        column = self._rng.randrange(len(event.pairs))
        value, unit = event.pairs[column]
        if "value" in plan:
            doses = event.item.doses
            moved = self._other_dose(doses, term) if doses else self._wrong_value(value, term)
            if moved is None:
                return None
            value = moved
        if "unit" in plan:
            unit = event.item.other_unit
            if not unit or self._is_recorded_in(term, unit):
                return None
        elif self._rng.random() >= units:
            unit = ""
        return self._say(term, event.item, moment, (value, unit), column, plan)

    def pressure(self, moment: Moment | None, plan: Plan, units: float) -> Statement | None:
        """A blood pressure, of two values; otherwise as :meth:`state`."""
        term = self._rng.choice(("BP", "ABP", "Blood pressure"))
        systolic, diastolic = (self.related(f"{part} {term}") for part in PRESSURES)
        when = self._rng.choice([event for event in systolic if event.start <= self._until])
        moment = moment or self._own_moment(when, f"{PRESSURES[0]} {term}", "time" in plan)
        if moment is None or "item" in plan:
            return None
        inside = [event for event in systolic if event.within(moment.first, moment.last)]
        if bool(inside) == ("time" in plan):
            return None
        event = self._rng.choice(inside or systolic)
        lower = next(other for other in diastolic if other.start == event.start)
        values = [event.pairs[0][0], lower.pairs[0][0]]
        if "value" in plan:
            for place in self._rng.choice(((0,), (1,), (0, 1))):
                values[place] = self._wrong_value(values[place], f"{PRESSURES[place]} {term}")
        if values[0] <= values[1]:
            return None
        unit = event.item.other_unit if "unit" in plan else event.item.unit * (self._rng.random() < units)
        text = (
            f"{term}{self._rng.choice((' ', ' of ', ' was '))}{'/'.join(map(written, values))} {unit}".strip()
        )
        second = (lower.item, (values[1], unit))
        return Statement(term, text, moment, event.item, True, (values[0], unit), 0, plan, second)

    def _meant(self, item: Item) -> list[Event]:
        """The events of an item that are known when the note is written."""
        table = TABLES[item.group]
        return [
            event
            for event in self._by_name[item.name]
            if TABLES[event.item.group] == table and event.start <= self._until
        ]

    def _alike(self, term: str, other: str) -> bool:
        """Whether two terms would be confused on one line."""
        one, two = sorted((term.lower(), other.lower()), key=len)
        return two.startswith(one) or bool(self._names[one] & self._names[two])

    def _is_recorded_in(self, term: str, unit: str) -> bool:
        return any(pair[1].lower() == unit.lower() for event in self.related(term) for pair in event.pairs)

    def _own_moment(self, event: Event, term: str, wrong: bool) -> Moment | None:
        """An explicit time: the event's; if it is to be wrong, an hour or some days beside it."""
        minute = event.item.group != "drug" and self._rng.random() < 0.85
        if not wrong:
            return exact(self._rng, event.start, minute)
        shifts = (
            [HOUR, -HOUR]
            if minute and self._rng.random() < 0.85
            else [k * DAY for k in (-3, -2, -1, 1, 2, 3)]
        )
        self._rng.shuffle(shifts)
        moments = (
            exact(self._rng, event.start + shift, minute)
            for shift in shifts
            if event.start + shift <= self._until
        )
        related = self.related(term)
        return next((m for m in moments if not any(e.within(m.first, m.last) for e in related)), None)

    def _wrong_value(self, value: float, term: str) -> float:
        """A value near ``value`` that the term never has in the admission."""
        return wrong_value(self._rng, value, self._values(term))

    def _other_dose(self, doses: Sequence[float], term: str) -> float | None:
        """One of the doses that the drug is given in, but not in the admission; None if there is none."""
        left = sorted(set(doses) - self._values(term))
        return self._rng.choice(left) if left else None

    def _values(self, term: str) -> set[float]:
        return {pair[0] for event in self.related(term) for pair in event.pairs}

    def _say(
        self, term: str, item: Item, moment: Moment, pair: Pair | None, column: int, wrong: Plan
    ) -> Statement:
        text = term
        if pair is not None:
            gap = " " if pair[1] and (pair[1] != "%" or self._rng.random() < 0.5) else ""
            link = self._rng.choice((" ", " ", " of ", " was ", ": "))
            text = f"{term}{link}{written(pair[0])}{gap}{pair[1]}"
        return Statement(term, text, moment, item, pair is not None, pair, column, wrong)


def wrong_value(rng: random.Random, value: float, known: set[float]) -> float:
    """A value near ``value``, with as many decimals, that is not among ``known``."""
    decimals = len(written(value).partition(".")[2])
    step = 10.0**-decimals
    for spread in range(1, 1000):
        moved = round(value + rng.choice((-1, 1)) * step * (rng.randint(1, 9) + spread), decimals)
        if moved > 0 and moved not in known:
            return moved
    raise AssertionError("an admission has fewer values than that")


def written(value: float) -> str:
    """A value as notes write it."""
    return f"{value:.10g}"


def plans(rng: random.Random, numeric: bool, timed: bool) -> Iterator[Plan]:
    """What could be wrong, in a random order in which frequent plans come early."""
    possible = [
        (rng.random() ** (1 / weight), number)
        for number, (plan, weight) in enumerate(PLANS)
        if (numeric or plan <= {"time", "item"}) and (timed or "time" not in plan)
    ]
    return (PLANS[number][0] for _, number in sorted(possible, reverse=True))
