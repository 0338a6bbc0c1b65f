"""Dates of a pregnancy."""

from __future__ import annotations

from datetime import date, timedelta

from medgym_core import Date
from medgym_plugin_medcalcbench import finding as f
from medgym_plugin_medcalcbench import quantity as q
from medgym_plugin_medcalcbench.calculator import WEEKS_AND_DAYS, calculator
from medgym_plugin_medcalcbench.parameter import Measurement

ACOG = "ACOG Committee Opinion 700. Obstet Gynecol 2017;129:e150-e154"
USUAL = {"cycle_length": Measurement(28, "days")}
"""The cycle that the source takes for granted."""


@calculator(
    13,
    "Estimated due date",
    "date",
    parameters=(f.LAST_PERIOD, q.CYCLE_LENGTH),
    answer=Date(),
    source=ACOG,
    variant="280 days after the first day of the last menstrual period, moved by the days that the cycle is "
    "longer (or shorter) than 28; not Naegele's calendar rule.",
    erratum="v1.0 adds the days by which a cycle is shorter than 28 instead of subtracting them.",
    boundaries={"cycle_length": (28,)},
    defaults=USUAL,
)
def due_date(last_period: date, cycle_length: float) -> date:
    """Last period + 280 days + (cycle - 28) days; the cycle in days."""
    return last_period + timedelta(days=280 + cycle_length - 28)


@calculator(
    68,
    "Estimated date of conception",
    "date",
    parameters=(f.LAST_PERIOD, q.CYCLE_LENGTH),
    answer=Date(),
    source=ACOG,
    variant="Ovulation is 14 days before the next period: 14 days after the first day of the last menstrual "
    "period, moved by the days that the cycle is longer (or shorter) than 28.",
    erratum="Every release gives the length of the cycle and ignores it.",
    boundaries={"cycle_length": (28,)},
    defaults=USUAL,
)
def conception_date(last_period: date, cycle_length: float) -> date:
    """Last period + 14 days + (cycle - 28) days; the cycle in days."""
    return last_period + timedelta(days=14 + cycle_length - 28)


@calculator(
    69,
    "Estimated gestational age",
    "date",
    parameters=(f.LAST_PERIOD, f.TODAY),
    answer=WEEKS_AND_DAYS,
    source=ACOG,
    variant="Completed weeks, and days beyond them, from the first day of the last menstrual period to the "
    "date of the visit.",
    admits=lambda last_period, today: 21 <= (today - last_period).days <= 294,
)
def gestational_age(last_period: date, today: date) -> dict[str, int]:
    """Days from the last period to the visit, as weeks and days."""
    weeks, days = divmod(abs((today - last_period).days), 7)
    return {"weeks": weeks, "days": days}
