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


OWN: dict[str, Callable[..., float | None]] = {
    "field": lambda records, stay, name: number(records.stays[stay][name]),
    "days": lambda records, stay: records.stays[stay]["minutes"] / DAY,
    "aki": lambda records, stay, days: aki_stage(records.events("creatinine").get(stay, []), days),
    "sofa": sofa,
    "sepsis": sepsis,
    "ventilator-free": lambda records, stay: ventilator_free_days(
        records.stays[stay], records.events("ventilation").get(stay, [])
    ),
    "charlson": lambda records, stay: charlson(records.codes().get(stay, set())),
    "elixhauser": lambda records, stay: elixhauser(records.codes().get(stay, set())),
    "codes": lambda records, stay, prefixes: int(has(records.codes().get(stay, set()), prefixes)),
}
"""Measures that are no value of a concept."""


def value(records: Records, stay: int, measure: Measure) -> float | None:
    """A measure of one stay, computed once; None where it was not taken."""
    key = (str(measure), stay)
    if key not in records.values:
        records.values[key] = computed(records, stay, measure)
    return records.values[key]


def computed(records: Records, stay: int, measure: Measure) -> float | None:
    """A measure of one stay, computed anew."""
    name, *rest = measure
    if name in OWN:
        return OWN[name](records, stay, *rest)
    concept, hours = rest
    return extreme(name, window(records.events(concept).get(stay, []), hours * 60))


def extreme(which: str, values: list[float]) -> float | None:
    """The first, lowest or highest of values in the order of time, or their number."""
    if which == "number":
        return len(values)
    if not values:
        return None
    return {"first": values[0], "lowest": min(values), "highest": max(values)}[which]


def number(found: Any) -> float | None:
    """A number as it is; null as None."""
    return None if found is None else float(found)


def meeting(records: Records, condition: Condition) -> set[int]:
    """All stays that meet a condition, found once; one without the measure does not."""
    key = str(condition)
    if key not in records.meeting:
        measure, comparison, limit = condition
        values = {stay: value(records, stay, measure) for stay in records.stays}
        compare = COMPARISONS[comparison]
        records.meeting[key] = {
            stay for stay, found in values.items() if found is not None and compare(found, limit)
        }
    return records.meeting[key]
