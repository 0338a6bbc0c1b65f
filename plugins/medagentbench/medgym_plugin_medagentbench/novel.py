"""Errands that the split `ood` alone asks for: a change, days, and one test corrected by another.

The ten of the benchmark look at one result, or at all of a day. These look at the result before the latest,
group results by day, and pair two tests by when they were taken.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from decimal import Decimal
from statistics import mean

from medgym_core import Integer, Number
from medgym_plugin_medagentbench import order
from medgym_plugin_medagentbench.chart import Charts, Result
from medgym_plugin_medagentbench.template import (
    GLU,
    TEMPLATES,
    Facts,
    K,
    Outcome,
    Template,
    UnclearError,
    answered,
    latest,
    record,
)

NA = "NA"
FALL = Decimal("0.5")
"""mmol/L by which potassium has fallen when it is measured again."""
NEAR = timedelta(minutes=60)
"""So far apart a sodium and a glucose may have been taken."""
PER_100 = Decimal("1.6")
"""mmol/L of sodium for each 100 mg/dL of glucose above 100: Katz, N Engl J Med 1973;289:843."""


def _potassium_change(charts: Charts, facts: Facts) -> Outcome:
    mrn = facts["mrn"]
    results = charts.results(mrn, K)
    last = latest(results)
    before = latest([result for result in results if last and result.taken < last.taken])
    if last is None or before is None:
        return Outcome("absent", answered(charts, mrn, K, change=None))
    change = last.value - before.value
    answer = answered(charts, mrn, K, change=float(change))
    if change > -FALL:
        return Outcome("steady", answer)
    return Outcome("fell", answer, (order.service(mrn, "http://loinc.org", "2823-3"),))


def _glucose_days(charts: Charts, facts: Facts) -> Outcome:
    highest: dict[date, Decimal] = {}
    for result in charts.results(facts["mrn"], GLU):
        day = result.taken.date()
        highest[day] = max(result.value, highest.get(day, result.value))
    average = float(mean(highest.values())) if highest else None
    answer = answered(charts, facts["mrn"], GLU, days=len(highest), mean=average)
    return Outcome("measured" if highest else "absent", answer)


def _corrected_sodium(charts: Charts, facts: Facts) -> Outcome:
    mrn = facts["mrn"]
    sodium = latest(charts.results(mrn, NA))
    if sodium is None:
        return Outcome("absent", answered(charts, mrn, NA, sodium=None, corrected=None))
    glucose = _nearest(charts.results(mrn, GLU), sodium)
    corrected = sodium.value + PER_100 * (glucose.value - 100) / 100 if glucose else None
    answer = answered(
        charts,
        mrn,
        NA,
        sodium=float(sodium.value),
        corrected=float(corrected) if corrected is not None else None,
    )
    return Outcome("alone" if corrected is None else "corrected", answer)


def _nearest(results: Sequence[Result], to: Result) -> Result | None:
    """The result taken nearest to another, if near enough."""
    apart = [(abs(result.taken - to.taken), result) for result in results]
    least = min((gap for gap, _ in apart), default=NEAR * 2)
    found = [result for gap, result in apart if gap == least <= NEAR]
    if len({result.value for result in found}) > 1:
        raise UnclearError("two results are equally near and differ")
    return found[0] if found else None


_PERHAPS = Number(unit="mmol/L", abs_tol=0.05, nullable=True)
NOVEL: Mapping[str, Template] = {
    template.name: template
    for template in (
        Template(
            "potassium-change",
            11,
            "the change of potassium since the result before, and a control where it fell",
            record(change=_PERHAPS),
            _potassium_change,
        ),
        Template(
            "glucose-days",
            12,
            "the mean of the highest glucose of each day",
            record(days=Integer(unit="days"), mean=Number(unit="mg/dL", abs_tol=0.1, nullable=True)),
            _glucose_days,
        ),
        Template(
            "corrected-sodium",
            13,
            "sodium corrected by the glucose taken with it",
            record(sodium=Number(unit="mmol/L", exact=True, nullable=True), corrected=_PERHAPS),
            _corrected_sodium,
        ),
    )
}
"""Template by name."""
ERRANDS: Mapping[str, Template] = {**TEMPLATES, **NOVEL}
"""All, the benchmark's first."""
