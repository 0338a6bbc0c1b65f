"""Measures of a stay, and conditions on them: what exposures, outcomes, exclusions and covariates are."""

from __future__ import annotations

import operator
from typing import Any

from medgym_ehr.study.comorbidity import charlson, elixhauser, has
from medgym_ehr.study.kidney import aki_stage
from medgym_ehr.study.organ import sepsis, sofa, window
from medgym_ehr.study.records import DAY, Records
from medgym_ehr.study.ventilation import ventilator_free_days

Measure = list[Any]
"""What is measured, then of what: ``["highest", "lactate", 24]`` (hours), ``["field", "age"]``, ``["aki", 7]``
(days), ``["codes", "5856 V451"]``, ``["days"]``, ``["sofa"]``, ..."""
Condition = list[Any]
"""A measure, a comparison and a number: ``[["sofa"], ">=", 6]``."""
COMPARISONS = {">=": operator.ge, ">": operator.gt, "<": operator.lt, "<=": operator.le, "==": operator.eq}


def value(records: Records, stay: int, measure: Measure) -> float | None:
    """A measure of one stay, computed once; None where it was not taken."""
    key = (str(measure), stay)
    if key not in records.values:
        records.values[key] = computed(records, stay, measure)
    return records.values[key]


def computed(records: Records, stay: int, measure: Measure) -> float | None:
    """A measure of one stay, computed anew."""
    match measure:
        case ["field", name]:
            return number(records.stays[stay][name])
        case ["days"]:
            return float(records.stays[stay]["minutes"] / DAY)
        case ["back", days]:
            back = records.stays[stay]["back"]
            return int(back is not None and back <= days * DAY)
        case ["aki", days]:
            return aki_stage(records.events("creatinine").get(stay, []), days)
        case ["sofa"]:
            return sofa(records, stay)
        case ["sepsis"]:
            return sepsis(records, stay)
        case ["ventilator-free"]:
            return ventilator_free_days(records.stays[stay], records.events("ventilation").get(stay, []))
        case ["charlson" | "elixhauser" as name]:
            return (charlson if name == "charlson" else elixhauser)(records.codes().get(stay, set()))
        case ["codes", prefixes]:
            return int(has(records.codes().get(stay, set()), prefixes))
        case [which, concept, hours]:
            return extreme(which, window(records.events(concept).get(stay, []), hours * 60))
    raise ValueError(f"no measure {measure}")


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


def meets(records: Records, stay: int, condition: Condition) -> bool:
    """Whether a stay meets a condition; one without the measure does not."""
    measure, comparison, limit = condition
    found = value(records, stay, measure)
    return found is not None and bool(COMPARISONS[comparison](found, limit))
