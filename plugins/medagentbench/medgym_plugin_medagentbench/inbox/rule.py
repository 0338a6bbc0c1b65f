"""What is right on a message, by the form of its rule. Parameters are a template's; see ``table.py``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from medgym_plugin_medagentbench.clock import DAY, NOW
from medgym_plugin_medagentbench.inbox.chart import Chart
from medgym_plugin_medagentbench.inbox.order import Dose, prescription, request, stop
from medgym_plugin_medagentbench.template import UnclearError

Rule = Mapping[str, Any]
"""Parameters of a template and what its message says."""
RANKS = ("nurse", "resident", "attending")
"""Who may overrule whom, from the least."""
MARGIN = 1.0
"""mL/min by which a kidney function is on one side of a bound; nearer ones are not asked about."""
GRACE = 2
"""Days of supply left at which a controlled drug may be renewed."""


class Right(NamedTuple):
    """What is right."""

    reason: str
    """Code of the reply."""
    value: float | None
    """The finding that decides."""
    orders: tuple[dict[str, Any], ...] = ()
    """What is to be created besides the reply."""


def egfr(creatinine: float, age: int, female: bool) -> float:
    """Estimated glomerular filtration, mL/min/1.73 m2, of a creatinine in mg/dL.

    CKD-EPI 2021 without race: Inker LA et al. N Engl J Med 2021;385:1737-49.
    """
    share = creatinine / (0.7 if female else 0.9)
    low: float = min(share, 1) ** (-0.241 if female else -0.302)
    high: float = max(share, 1) ** -1.2
    return 142 * low * high * 0.9938**age * (1.012 if female else 1)


def clearance(creatinine: float, age: int, female: bool, weight: float) -> float:
    """Creatinine clearance, mL/min, from mg/dL and kg: Cockcroft DW, Gault MH. Nephron 1976;16:31-41."""
    return (140 - age) * weight / (72 * creatinine) * (0.85 if female else 1)


def kidney(chart: Chart, measure: str) -> float:
    """The patient's ``egfr`` or ``crcl``, of the latest creatinine and weight."""
    creatinine = chart.value("CR")
    if measure == "egfr":
        return egfr(creatinine, chart.age, chart.female)
    return clearance(creatinine, chart.age, chart.female, chart.value("WT"))


def clear(value: float, *bounds: float) -> float:
    """The value, where it is far enough from all bounds.

    Raises:
        UnclearError: if it is not.
    """
    if any(abs(value - bound) < MARGIN for bound in bounds):
        raise UnclearError("too near a bound")
    return value


def renal_refill(chart: Chart, rule: Rule) -> Right:
    """A renewal at no more than the dose that the kidneys allow."""
    found, drug = chart.only(rule["drug"]), rule["drug"]
    value = clear(kidney(chart, rule["measure"]), *(band[0] for band in rule["bands"]))
    if found is None:
        return Right("not-active", value)
    most = next(Dose(*dose) if dose else None for least, dose in rule["bands"] if value >= least)
    if most is None:
        return Right("contraindicated", value, (stop(chart.mrn, drug, found.reference),))
    reduced = found.dose.daily > most.daily
    dose = most if reduced else found.dose
    order = prescription(chart.mrn, drug, dose, found.reference)
    return Right("dose-reduced" if reduced else "as-asked", value, (order,))


def unless_active(chart: Chart, rule: Rule) -> Right:
    """A new drug, unless one that excludes it is in force."""
    value = float(len(chart.active()))
    if chart.active(rule["drug"]):
        return Right("duplicate", value)
    if chart.active(*rule["against"]):
        return Right(rule["reason"], value)
    return Right("as-asked", value, (prescription(chart.mrn, rule["drug"], Dose(*rule["dose"])),))


def retest(chart: Chart, rule: Rule) -> Right:
    """A test, unless it is asked for already or its last result is recent."""
    last = chart.latest(rule["lab"])
    value = float((NOW - last.taken) // DAY) if last else None
    if any(last is None or since > last.taken for since in chart.requested(rule["test"])):
        return Right("duplicate", value)
    if last and NOW - last.taken < rule["days"] * DAY:
        return Right("too-soon", value)
    return Right("as-asked", value, (request(chart.mrn, rule["test"]),))


def allergy(chart: Chart, rule: Rule) -> Right:
    """A drug, or what stands in for it where an allergy excludes it."""
    every = chart.allergies()
    levels = {level for substance, level in every if substance == rule["substance"]}
    drug, dose = rule["severe" if "high" in levels else "mild" if levels else "usual"]
    reason = "allergy" if levels else "as-asked"
    return Right(reason, float(len(every)), (prescription(chart.mrn, drug, Dose(*dose)),))


def screening(chart: Chart, rule: Rule) -> Right:
    """An examination, where age and sex call for it and it is due."""
    last, code = chart.done(rule["test"]), rule["test"]
    value = float((NOW - last) // DAY) if last else None
    of_sex = rule["sex"] in ("", "female" if chart.female else "male")
    if not of_sex or not rule["least"] <= chart.age <= rule["most"]:
        return Right("not-eligible", value)
    if chart.requested(code):
        return Right("duplicate", value)
    if last and (not rule["days"] or NOW - last < rule["days"] * DAY):
        return Right("not-due", value)
    return Right("overdue", value, (request(chart.mrn, code),))


def result(chart: Chart, rule: Rule) -> Right:
    """What the band of a result calls for."""
    value = chart.value(rule["lab"])
    band = next(each for each in rule["bands"] if value >= each["least"])
    orders = [request(chart.mrn, *asked) for asked in band.get("requests", ())]
    found = chart.active(*band["stops"]) if "stops" in band else []
    orders += [stop(chart.mrn, each.drug, each.reference) for each in found]
    for drug, *dose in band.get("starts", ()):
        if not chart.active(drug):
            orders.append(prescription(chart.mrn, drug, Dose(*dose)))
    return Right(band["reason"], value, tuple(orders))


def conflict(chart: Chart, rule: Rule) -> Right:
    """A change of dose, unless somebody of higher rank has written the dose in force within a day."""
    found, dose = chart.only(rule["drug"]), Dose(*rule["dose"])
    recent = found is not None and NOW - found.since <= DAY
    if found and recent and found.by and RANKS.index(found.by) > RANKS.index(rule["role"]):
        return Right("superseded", found.dose.daily)
    order = prescription(chart.mrn, rule["drug"], dose, found.reference if found else "")
    return Right("as-asked", found.dose.daily if found else None, (order,))


def controlled(chart: Chart, rule: Rule) -> Right:
    """A renewal of a controlled drug, once its supply has nearly run out."""
    found = chart.only(rule["drug"])
    if found is None or not found.supply:
        return Right("not-active", None)
    left = found.supply - (NOW - found.since) // DAY
    if left > GRACE:
        return Right("too-early", float(left))
    return Right(
        "as-asked", float(left), (prescription(chart.mrn, rule["drug"], found.dose, found.reference),)
    )


FORMS: Mapping[str, Callable[[Chart, Rule], Right]] = {
    "renal_refill": renal_refill,
    "unless_active": unless_active,
    "retest": retest,
    "allergy": allergy,
    "screening": screening,
    "result": result,
    "conflict": conflict,
    "controlled": controlled,
}
"""Rules by the names of their forms."""
