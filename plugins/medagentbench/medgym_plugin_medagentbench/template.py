"""The ten templates: what each asks for, and what is right for a patient."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from statistics import mean
from typing import NamedTuple

from pydantic import JsonValue

from medgym_core import AnswerKind, DateTime, Integer, Number, Record, Text
from medgym_plugin_medagentbench import clock, order
from medgym_plugin_medagentbench.chart import Charts, Result

Facts = Mapping[str, str]
"""What a question says: ``mrn``, or ``given``, ``family`` and ``born``; and ``value`` or ``text``."""


class UnclearError(ValueError):
    """A chart leaves the right answer open; says what."""


class Outcome(NamedTuple):
    """What is right."""

    branch: str
    """Which case of the template the patient is."""
    answer: JsonValue
    """The answer."""
    orders: tuple[order.Order, ...] = ()
    """What must be created, and nothing else."""


class Template(NamedTuple):
    """A kind of task."""

    name: str
    """Its category."""
    number: int
    """Its number in the benchmark."""
    description: str
    """One line."""
    answer: AnswerKind
    """What is answered."""
    outcome: Callable[[Charts, Facts], Outcome]
    """What is right."""
    facts: tuple[str, ...] = ("mrn",)
    """What a question says."""


MG, GLU, K, A1C = "MG", "GLU", "K", "A1C"
_ON_RECORD = Integer(unit="results")
MAGNESIUM_DOSES = (
    ("severe", Decimal("1.0"), 4),
    ("moderate", Decimal("1.5"), 2),
    ("mild", Decimal("2.0"), 1),
)
"""Class of a low magnesium, the mg/dL below which it is, and the grams and hours of the replacement."""
POTASSIUM_GOAL = Decimal("3.5")
"""mmol/L; 10 mEq are given for each 0.1 that is missing."""


def _find(charts: Charts, facts: Facts) -> Outcome:
    name = facts["given"].casefold(), facts["family"].casefold()
    namesakes = [person for person in charts.people.values() if person.name == name]
    found = [person.mrn for person in namesakes if person.born == facts["born"]]
    if len(found) > 1:
        raise UnclearError(f"{len(found)} patients have this name and day of birth")
    mrn = found[0] if found else None
    branch = "found" if found else "absent"
    return Outcome(branch, {"mrn": mrn, "same_name": len(namesakes)})


def _age(charts: Charts, facts: Facts) -> Outcome:
    born = charts.people[facts["mrn"]].birth
    if born is None:
        raise UnclearError("the day of birth is not known")
    return Outcome("known", clock.age(born))


def _pressure(charts: Charts, facts: Facts) -> Outcome:
    mrn = facts["mrn"]
    return Outcome("recorded", charts.pressures(mrn), (order.measurement(mrn, facts["value"]),))


def latest(results: Sequence[Result]) -> Result | None:
    """The result taken last; None where there is none.

    Raises:
        UnclearError: if several of that time differ.
    """
    if not results:
        return None
    newest = [result for result in results if result.taken == results[-1].taken]
    if len({result.value for result in newest}) > 1:
        raise UnclearError("results of the latest time differ")
    return newest[0] if newest else None


def _recent(charts: Charts, mrn: str, code: str) -> list[Result]:
    return [result for result in charts.results(mrn, code) if result.taken >= clock.NOW - clock.DAY]


def answered(charts: Charts, mrn: str, code: str, **found: JsonValue) -> JsonValue:
    """An answer with how many results of the test are on record."""
    return {**found, "on_record": charts.on_record(mrn, code)}


def _value(result: Result | None) -> float | None:
    return float(result.value) if result else None


def _magnesium(charts: Charts, facts: Facts) -> Outcome:
    newest = latest(_recent(charts, facts["mrn"], MG))
    answer = answered(charts, facts["mrn"], MG, value=_value(newest))
    return Outcome("measured" if newest else "absent", answer)


def _replace_magnesium(charts: Charts, facts: Facts) -> Outcome:
    mrn = facts["mrn"]
    newest = latest(_recent(charts, mrn, MG))
    answer = answered(charts, mrn, MG, value=_value(newest))
    if newest is None:
        return Outcome("absent", answer)
    for branch, below, grams in MAGNESIUM_DOSES:
        if newest.value < below:
            given = order.medication(mrn, "0338-1715-40", "IV", Decimal(grams), "g", hours=grams)
            return Outcome(branch, answer, (given,))
    return Outcome("normal", answer)


def _mean_glucose(charts: Charts, facts: Facts) -> Outcome:
    recent = _recent(charts, facts["mrn"], GLU)
    average = float(mean(result.value for result in recent)) if recent else None
    return Outcome("measured" if recent else "absent", answered(charts, facts["mrn"], GLU, mean=average))


def _glucose(charts: Charts, facts: Facts) -> Outcome:
    newest = latest(charts.results(facts["mrn"], GLU))
    taken = newest.text if newest else None
    answer = answered(charts, facts["mrn"], GLU, value=_value(newest), taken=taken)
    return Outcome("measured" if newest else "absent", answer)


def _referral(charts: Charts, facts: Facts) -> Outcome:
    mrn = facts["mrn"]
    note: JsonValue = [{"text": facts["text"]}]
    referral = order.service(mrn, "http://snomed.info/sct", "306181000000106", note=note)
    return Outcome("referred", charts.conditions(mrn), (referral,))


def _replace_potassium(charts: Charts, facts: Facts) -> Outcome:
    mrn = facts["mrn"]
    newest = latest(charts.results(mrn, K))
    answer = answered(charts, mrn, K, value=_value(newest))
    if newest is None:
        return Outcome("absent", answer)
    missing = POTASSIUM_GOAL - newest.value
    if missing <= 0:
        return Outcome("normal", answer)
    given = order.medication(mrn, "40032-917-01", "oral", missing * 100, "mEq")
    morning = clock.written(clock.MORNING)
    control = order.service(mrn, "http://loinc.org", "2823-3", occurrenceDateTime=morning)
    return Outcome("low", answer, (given, control))


def _a1c(charts: Charts, facts: Facts) -> Outcome:
    mrn = facts["mrn"]
    newest = latest(charts.results(mrn, A1C))
    taken = newest.text if newest else None
    answer = answered(charts, mrn, A1C, value=_value(newest), taken=taken)
    if newest and newest.taken >= clock.YEAR_AGO:
        return Outcome("fresh", answer)
    test = order.service(mrn, "http://loinc.org", "4548-4")
    return Outcome("stale" if newest else "absent", answer, (test,))


def record(**fields: AnswerKind) -> Record:
    """The kind of :func:`answered`."""
    return Record(fields={**fields, "on_record": _ON_RECORD})


_TAKEN = DateTime(zoned=True, nullable=True)
_MAGNESIUM = record(value=Number(unit="mg/dL", exact=True, nullable=True))
_LATEST_GLUCOSE = record(value=Number(unit="mg/dL", exact=True, nullable=True), taken=_TAKEN)
_FOUND = Record(fields={"mrn": Text(nullable=True), "same_name": Integer(unit="patients")})

TEMPLATES: Mapping[str, Template] = {
    template.name: template
    for template in (
        Template(
            "find-patient",
            1,
            "find a patient by name and birth date",
            _FOUND,
            _find,
            ("given", "family", "born"),
        ),
        Template("age", 2, "a patient's age in completed years", Integer(unit="years"), _age),
        Template(
            "record-blood-pressure",
            3,
            "record a blood pressure",
            Integer(unit="blood pressures"),
            _pressure,
            ("mrn", "value"),
        ),
        Template("recent-magnesium", 4, "the latest magnesium of 24 hours", _MAGNESIUM, _magnesium),
        Template("replace-magnesium", 5, "order magnesium where it is low", _MAGNESIUM, _replace_magnesium),
        Template(
            "mean-glucose",
            6,
            "the mean glucose of 24 hours",
            record(mean=Number(unit="mg/dL", abs_tol=0.1, nullable=True)),
            _mean_glucose,
        ),
        Template("latest-glucose", 7, "the latest glucose", _LATEST_GLUCOSE, _glucose),
        Template(
            "refer-to-orthopaedics",
            8,
            "order a referral with a text",
            Integer(unit="conditions"),
            _referral,
            ("mrn", "text"),
        ),
        Template(
            "replace-potassium",
            9,
            "order potassium where it is low, and a control",
            record(value=Number(unit="mmol/L", exact=True, nullable=True)),
            _replace_potassium,
        ),
        Template(
            "renew-a1c",
            10,
            "order haemoglobin A1c where it is missing or old",
            record(value=Number(unit="%", exact=True, nullable=True), taken=_TAKEN),
            _a1c,
        ),
    )
}
"""Template by name, in the benchmark's order."""
