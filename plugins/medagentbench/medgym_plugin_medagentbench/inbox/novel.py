"""Forms of rules that no training split has."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta

from medgym_plugin_medagentbench import clock
from medgym_plugin_medagentbench.clock import DAY, NOW
from medgym_plugin_medagentbench.inbox.chart import Chart
from medgym_plugin_medagentbench.inbox.order import Dose, prescription, request
from medgym_plugin_medagentbench.inbox.rule import Right, Rule, clear, kidney

MORPHINE = {"morphine": 1.0, "oxycodone": 1.5, "hydromorphone": 5.0, "tramadol": 0.2}
"""mg of morphine by mouth that a mg equals: Dowell D et al. CDC guideline, MMWR Recomm Rep 2022;71(3)."""
SMOKING = ("305.1", "V15.82")
"""ICD-9-CM of tobacco use, and of its history."""


def criteria(chart: Chart, rule: Rule) -> Right:
    """A renewal of apixaban: 2.5 mg where two of age, weight and creatinine call for it."""
    met = (chart.age >= 80) + (chart.value("WT") <= 60) + (chart.value("CR") >= 1.5)
    found, dose = chart.only(rule["drug"]), Dose(2.5 if met >= 2 else 5.0, "twice daily")
    if found is None:
        return Right("not-active", float(met))
    reason = "as-asked" if found.dose == dose else "dose-changed"
    return Right(reason, float(met), (prescription(chart.mrn, rule["drug"], dose, found.reference),))


def by_weight(chart: Chart, rule: Rule) -> Right:
    """Enoxaparin, 1 mg/kg to the nearest 10 mg, once a day where the kidneys are weak."""
    value = clear(kidney(chart, "crcl"), 30)
    amount, rest = divmod(chart.value("WT"), 10)
    dose = Dose(10 * (amount + (rest >= 5)), "twice daily" if value >= 30 else "daily")
    if chart.active(*rule["against"]):
        return Right("duplicate", value)
    return Right(
        "as-asked" if value >= 30 else "dose-reduced", value, (prescription(chart.mrn, rule["drug"], dose),)
    )


def equivalents(chart: Chart, rule: Rule) -> Right:
    """An opioid, unless all opioids together come to 50 mg of morphine a day."""
    dose = Dose(*rule["dose"])
    total = dose.daily * MORPHINE[rule["drug"]]
    total += sum(each.dose.daily * MORPHINE[each.drug] for each in chart.active(*MORPHINE))
    if total >= 50:
        return Right("over-limit", total)
    return Right("as-asked", total, (prescription(chart.mrn, rule["drug"], dose),))


def smokers_only(chart: Chart, rule: Rule) -> Right:
    """The aorta's ultrasound, once, in men of 65 to 75 who have ever smoked."""
    value = float(chart.age)
    if chart.female or not 65 <= chart.age <= 75 or not chart.has(*SMOKING):
        return Right("not-eligible", value)
    if chart.done(rule["test"]) or chart.requested(rule["test"]):
        return Right("not-due", value)
    return Right("overdue", value, (request(chart.mrn, rule["test"]),))


def titration(chart: Chart, rule: Rule) -> Right:
    """A step of levothyroxine by a thyrotropin of six weeks after the dose began, and a control."""
    found, taken = chart.only(rule["drug"]), chart.latest("TSH")
    if found is None or taken is None:
        return Right("not-active", float(taken.value) if taken else None)
    value = float(taken.value)
    if taken.taken - found.since < 42 * DAY:
        return Right("too-soon", value)
    step = 25 if value > 10 else 12.5 if value > 4.5 else -12.5 if value < 0.4 else 0
    if not step:
        return Right("no-action", value)
    dose = Dose(found.dose.amount + step, "daily", "mcg")
    control = clock.written(NOW.replace(hour=8, minute=0) + timedelta(days=42))
    return Right(
        "dose-changed",
        value,
        (
            prescription(chart.mrn, rule["drug"], dose, found.reference),
            request(chart.mrn, "tsh", on=control),
        ),
    )


def corrected(chart: Chart, rule: Rule) -> Right:
    """What a calcium calls for once it is corrected for albumin (Payne RB et al. BMJ 1973;4:643-6)."""
    value = chart.value("CA") + 0.8 * (4.0 - chart.value("ALB"))
    clear(10 * value, 105, 120)
    if value >= 12:
        return Right(
            "critical", value, (request(chart.mrn, "pth", "stat"), request(chart.mrn, "ecg", "stat"))
        )
    if value >= 10.5:
        return Right("abnormal", value, (request(chart.mrn, "pth"),))
    return Right("no-action", value)


NOVEL: Mapping[str, Callable[[Chart, Rule], Right]] = {
    "criteria": criteria,
    "by_weight": by_weight,
    "equivalents": equivalents,
    "smokers_only": smokers_only,
    "titration": titration,
    "corrected": corrected,
}
"""Rules by the names of their forms."""
