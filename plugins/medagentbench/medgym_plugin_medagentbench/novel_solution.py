"""Solves errands of the split `ood` with what the agent has; runs in the box, and is never imported."""

from datetime import date, timedelta
from statistics import fmean
from typing import Any

from medgym_plugin_medagentbench.solution import LOINC, NOW, Facts, ask_for, results


def potassium_change(facts: Facts) -> dict[str, Any]:
    """What changed since the result before, and a control where it fell."""
    on_record, kept = results(facts["mrn"], "K")
    before = [value for taken, _, value in kept if taken < kept[-1][0]]
    change = round(kept[-1][2] - before[-1], 6) if before else None
    if change is not None and change <= -0.5:
        ask_for(facts["mrn"], LOINC, "2823-3")
    return {"change": change, "on_record": on_record}


def glucose_days(facts: Facts) -> dict[str, Any]:
    """How many days have a result, and the mean of their highest values."""
    on_record, kept = results(facts["mrn"], "GLU")
    highest: dict[date, float] = {}
    for taken, _, value in kept:
        day = taken.astimezone(NOW.tzinfo).date()
        highest[day] = max(value, highest.get(day, value))
    average = fmean(highest.values()) if highest else None
    return {"days": len(highest), "mean": average, "on_record": on_record}


def corrected_sodium(facts: Facts) -> dict[str, Any]:
    """The latest sodium, with the glucose taken nearest to it."""
    on_record, kept = results(facts["mrn"], "NA")
    _, glucose = results(facts["mrn"], "GLU")
    if not kept:
        return {"sodium": None, "corrected": None, "on_record": on_record}
    taken, _, sodium = kept[-1]
    near = sorted((abs(each - taken), value) for each, _, value in glucose)
    corrected = None
    if near and near[0][0] <= timedelta(minutes=60):
        corrected = sodium + 1.6 * (near[0][1] - 100) / 100
    return {"sodium": sodium, "corrected": corrected, "on_record": on_record}
