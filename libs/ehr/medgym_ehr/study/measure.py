"""Measures of a stay, and conditions on them: what exposures, outcomes, exclusions and covariates are."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from medgym_ehr.study.comorbidity import charlson, elixhauser, has
from medgym_ehr.study.kidney import aki_stage
from medgym_ehr.study.organ import sepsis, sofa, window
from medgym_ehr.study.records import DAY, Records
from medgym_ehr.study.ventilation import ventilator_free_days

Measure = list[Any]
"""What is measured, then of what: ``["highest", "lactate", 24]`` (hours), ``["field", "age"]``,
``["aki", 7]`` (days), ``["codes", "5856 V451"]``, ``["days"]``, ``["sofa"]``, ..."""
Condition = list[Any]
"""A measure, a comparison and a number: ``[["sofa"], ">=", 6]``."""
COMPARISONS = {">=": operator.ge, ">": operator.gt, "<": operator.lt, "<=": operator.le, "==": operator.eq}

Own = Callable[..., float | None]
OWN: dict[str, Own] = {}
"""Measures that are no value of a concept, each of records, a stay and what it is of."""


def own(name: str) -> Callable[[Own], Own]:
    """Enters a function in ``OWN``; a program holds those alone that its study asks for."""

    def enter(function: Own) -> Own:
        OWN[name] = function
        return function

    return enter


@own("field")
def own_field(records: Records, stay: int, name: str) -> float | None:
    """A column of the stay; null as None."""
    found = records.stays[stay][name]
    return None if found is None else float(found)


@own("days")
def own_days(records: Records, stay: int) -> float:
    """Days in the ICU."""
    return float(records.stays[stay]["minutes"]) / DAY


@own("aki")
def own_aki(records: Records, stay: int, days: int) -> int | None:
    """Stage of acute kidney injury in the first days."""
    return aki_stage(records.events("creatinine").get(stay, []), days)


@own("sofa")
def own_sofa(records: Records, stay: int) -> int:
    """SOFA of the first 24 hours."""
    return sofa(records, stay)


@own("sepsis")
def own_sepsis(records: Records, stay: int) -> int:
    """1 with sepsis, else 0."""
    return sepsis(records, stay)


@own("ventilator-free")
def own_ventilator_free(records: Records, stay: int) -> float:
    """Days without a ventilator."""
    return ventilator_free_days(records.stays[stay], records.events("ventilation").get(stay, []))


@own("charlson")
def own_charlson(records: Records, stay: int) -> int:
    """Charlson's index."""
    return charlson(records.codes().get(stay, set()))


@own("elixhauser")
def own_elixhauser(records: Records, stay: int) -> int:
    """Number of Elixhauser's conditions."""
    return elixhauser(records.codes().get(stay, set()))


@own("codes")
def own_codes(records: Records, stay: int, prefixes: str) -> int:
    """1 with a code that begins with one of the prefixes, else 0."""
    return int(has(records.codes().get(stay, set()), prefixes))


def column(records: Records, measure: Measure) -> dict[int, float | None]:
    """Stay to its measure, found once; None where it was not taken."""
    key = str(measure)
    if key not in records.columns:
        name, *rest = measure
        if name in OWN:
            found = {stay: OWN[name](records, stay, *rest) for stay in records.stays}
        else:
            concept, hours = rest
            events = records.events(concept)
            found = {stay: extreme(name, window(events.get(stay, []), hours * 60)) for stay in records.stays}
        records.columns[key] = found
    return records.columns[key]


def extreme(which: str, values: list[float]) -> float | None:
    """The first, lowest or highest of values in the order of time, or their number."""
    if which == "number":
        return len(values)
    if not values:
        return None
    return {"first": values[0], "lowest": min(values), "highest": max(values)}[which]


def meeting(records: Records, condition: Condition) -> set[int]:
    """All stays that meet a condition, found once; one without the measure does not."""
    key = str(condition)
    if key not in records.meeting:
        measure, comparison, limit = condition
        compare, values = COMPARISONS[comparison], column(records, measure)
        records.meeting[key] = {
            stay for stay, found in values.items() if found is not None and compare(found, limit)
        }
    return records.meeting[key]
