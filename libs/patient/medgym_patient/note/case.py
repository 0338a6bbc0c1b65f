"""One stay as a writer of notes knows it: who, why, how it went, and the facts of the chart."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

import numpy as np

from medgym_patient.coding import DIAGNOSES
from medgym_patient.concept import table
from medgym_patient.formulary import DRUGS
from medgym_patient.laboratory.bench import LABS
from medgym_patient.microbiology import SPECIMENS
from medgym_patient.note.fact import Fact, Kind
from medgym_patient.observation import VITALS
from medgym_patient.outcome import DESTINATIONS
from medgym_patient.person import ALLERGENS, LANGUAGES, MARITAL
from medgym_patient.procedure import PROCEDURES
from medgym_patient.reason import REASONS
from medgym_patient.record import Records

CHARTED = ("heart_rate", "systolic", "diastolic", "respiratory_rate", "temperature", "saturation", "weight")
"""Vital signs that notes speak of."""
GENERAL = dict(zip(DIAGNOSES.names, DIAGNOSES.texts("general"), strict=True))
"""Diagnosis to what it is a more specific kind of, or nothing."""
_UNITS = dict(zip(CHARTED, ("bpm", "mmHg", "mmHg", "breaths/min", "C", "%", "kg"), strict=True))
_DECIMALS = {"temperature": 1, "weight": 1}


@dataclass(frozen=True)
class Case:
    """A stay."""

    female: bool
    age: float
    admitted: datetime
    minutes: float
    """Length."""
    reason: str
    complaint: str
    service: str
    elective: bool
    conditions: tuple[str, ...]
    """What the person lives with."""
    allergies: tuple[str, ...]
    pack_years: float
    marital: str
    language: str
    destination: str
    died: bool
    facts: tuple[Fact, ...]
    """By time."""

    @cached_property
    def diagnoses(self) -> tuple[str, ...]:
        """Coded, in a coder's order, followed by what each is a more specific kind of."""
        own = [fact.concept for fact in self.of("diagnosis")]
        general = [GENERAL.get(concept, "") for concept in own]
        return tuple(dict.fromkeys([*own, *(each for each in general if each)]))

    @cached_property
    def present(self) -> frozenset[str]:
        """Everything that is so of the stay: the reason, its diagnosis, conditions and diagnoses."""
        diagnosis = REASONS.texts("diagnosis")[REASONS.index[self.reason]]
        return frozenset({self.reason, diagnosis, *self.conditions, *self.diagnoses})

    @cached_property
    def _facts(self) -> dict[tuple[str, str | None], list[Fact]]:
        """Facts by kind, and by kind and concept."""
        found: dict[tuple[str, str | None], list[Fact]] = {}
        for fact in self.facts:
            found.setdefault((fact.kind, None), []).append(fact)
            found.setdefault((fact.kind, fact.concept), []).append(fact)
        return found

    def of(self, kind: Kind, concept: str | None = None, until: float = np.inf) -> list[Fact]:
        """Facts of a kind and concept up to a minute, by time."""
        return [fact for fact in self._facts.get((kind, concept), ()) if fact.minute <= until]

    def draws(self, until: float = np.inf) -> dict[float, list[Fact]]:
        """Minute to the labs drawn then."""
        drawn: dict[float, list[Fact]] = {}
        for fact in self.of("lab", until=until):
            drawn.setdefault(fact.minute, []).append(fact)
        return drawn

    def rounds(self, until: float = np.inf) -> dict[float, dict[str, Fact]]:
        """Minute to the vital signs taken then, by concept."""
        taken: dict[float, dict[str, Fact]] = {}
        for fact in self.of("vital", until=until):
            taken.setdefault(fact.minute, {})[fact.concept] = fact
        return taken

    def at(self, minute: float) -> datetime:
        """The time of a minute."""
        return self.admitted + timedelta(minutes=int(minute))

    def day(self, minute: float) -> int:
        """Which hospital day a minute is of; the day of admission is 1."""
        return (self.at(minute).date() - self.admitted.date()).days + 1


def open_case(records: Records, stay: int, admitted: datetime, facts: Sequence[Fact] | None = None) -> Case:
    """The case of a stay of ``records``.

    Args:
        records: of whole patients.
        stay: row of their stays.
        admitted: a time that the reader chooses.
        facts: instead of those of the records.

    Raises:
        ValueError: if the patient is a newborn, of whom these notes do not speak.
    """
    stays, people = records.stays, records.people
    person = int(stays.person[stay])
    if people.newborn[person]:
        raise ValueError("notes are of adults; this stay is a newborn's")
    reason = int(stays.reason[stay])
    if facts is None:
        facts = [fact for read in _READERS for fact in read(records, stay)]
    return Case(
        female=bool(people.female[person]),
        age=float(stays.age[stay]),
        admitted=admitted,
        minutes=float(stays.minutes[stay]),
        reason=REASONS.names[reason],
        complaint=REASONS.texts("complaint")[reason],
        service=REASONS.texts("service")[reason],
        elective=REASONS.texts("kind")[reason] == "elective",
        conditions=_chosen(table("condition").names, people.conditions[:, person]),
        allergies=_chosen(tuple(ALLERGENS), people.allergies[:, person]),
        pack_years=float(people.smoking_years[person]),
        marital=MARITAL[int(people.marital[person])],
        language=tuple(LANGUAGES)[int(people.language[person])],
        destination=DESTINATIONS[int(stays.destination[stay])],
        died=bool(stays.died[stay]),
        facts=tuple(sorted(facts, key=lambda fact: fact.minute)),
    )


def _chosen(names: tuple[str, ...], chosen: Any) -> tuple[str, ...]:
    return tuple(name for name, one in zip(names, chosen, strict=True) if one)


def _rows(rows: Any, stay: int) -> range:
    """Where the rows of a stay are; tables are in order of stays."""
    first, last = np.searchsorted(rows.stay, [stay, stay + 1])
    return range(int(first), int(last))


def _labs(records: Records, stay: int) -> Iterator[Fact]:
    labs, units, decimals = records.labs, LABS.texts("unit"), LABS.numbers("decimals")
    for row in _rows(labs, stay):
        lab = int(labs.lab[row])
        value, odd = round(float(labs.value[row]), int(decimals[lab])), bool(labs.abnormal[row])
        minute, places = float(labs.minute[row]), int(decimals[lab])
        yield Fact("lab", LABS.names[lab], minute, value, units[lab], places, abnormal=odd)


def _vitals(records: Records, stay: int) -> Iterator[Fact]:
    vitals = records.vitals
    columns = [(name, VITALS.index(name)) for name in CHARTED]
    for row in _rows(vitals, stay):
        for name, column in columns:
            value, places = float(vitals.values[row, column]), _DECIMALS.get(name, 0)
            if np.isfinite(value):
                minute = float(vitals.minute[row])
                yield Fact("vital", name, minute, round(value, places), _UNITS[name], places)


def _orders(records: Records, stay: int) -> Iterator[Fact]:
    orders, units = records.orders, DRUGS.texts("unit")
    for row in _rows(orders, stay):
        drug, dose = int(orders.drug[row]), float(orders.dose[row])
        places = next(n for n in range(4) if n == 3 or abs(dose - round(dose, n)) < 1e-6)
        start, stop = float(orders.start[row]), float(orders.stop[row])
        home = bool(orders.home[row])
        value, unit = (round(dose, places), units[drug]) if dose > 0 else (None, "")
        yield Fact("order", DRUGS.names[drug], start, value, unit, places, stop, home)


def _cultures(records: Records, stay: int) -> Iterator[Fact]:
    cultures, organisms = records.cultures, table("organism").names
    for row in _rows(cultures, stay):
        minute, organism = float(cultures.minute[row]), int(cultures.organism[row])
        specimen = SPECIMENS[int(cultures.specimen[row])]
        yield Fact("culture", specimen, minute)
        if organism >= 0:
            yield Fact("organism", organisms[organism], minute, source=specimen)


def _codes(records: Records, stay: int) -> Iterator[Fact]:
    for row in _rows(records.diagnoses, stay):
        yield Fact("diagnosis", DIAGNOSES.names[int(records.diagnoses.concept[row])], 0)
    for row in _rows(records.procedures, stay):
        codes = records.procedures
        yield Fact("procedure", PROCEDURES.names[int(codes.concept[row])], float(codes.minute[row]))


_READERS: tuple[Callable[[Records, int], Iterator[Fact]], ...] = (_labs, _vitals, _orders, _cultures, _codes)
