"""The published answers: how they are written, and whether an answer agrees under the official tolerance."""

from __future__ import annotations

import math
import re
from datetime import date, datetime
from fractions import Fraction

from medgym_core import Date, Number, Record
from medgym_plugin_medcalcbench.calculator import Answer, Calculator
from medgym_plugin_medcalcbench.published.entity import DATE

_WEEKS_AND_DAYS = re.compile(r"(\d+)\s*weeks?\W+(\d+)\s*days?")


def read(calculator: Calculator, text: str) -> Answer:
    """The label of a row.

    Raises:
        ValueError: if it is no answer of the calculator's kind.
    """
    if isinstance(calculator.answer, Date):
        return datetime.strptime(text.strip(), DATE).date()
    if isinstance(calculator.answer, Record):
        found = _WEEKS_AND_DAYS.search(text)
        if found is None:
            raise ValueError(f"{text!r} is not weeks and days")
        return {"weeks": int(found[1]), "days": int(found[2])}
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text!r} is not finite")
    return number


def write(answer: Answer) -> str:
    """An answer as releases write labels."""
    if isinstance(answer, dict):
        return f"('{answer['weeks']} weeks', '{answer['days']} days')"
    return answer.strftime(DATE) if isinstance(answer, date) else str(answer)


def limits(calculator: Calculator, answer: Answer) -> tuple[str, str]:
    """Lower and upper limit as releases write them: 5 % of a decimal, sorted; else the answer itself."""
    if isinstance(calculator.answer, Number) and isinstance(answer, int | float):
        low, high = sorted((0.95 * answer, 1.05 * answer))
        return str(low), str(high)
    return write(answer), write(answer)


def agrees(calculator: Calculator, label: Answer, answer: Answer) -> bool:
    """Whether ``answer`` is right by ``label`` under the official tolerance and an absolute one at zero."""
    kind = calculator.answer
    if not isinstance(kind, Number):
        return answer == label
    if not isinstance(answer, int | float) or not isinstance(label, int | float):
        return False
    exact, right = Fraction(answer), Fraction(label)
    return abs(exact - right) <= max(Fraction(repr(kind.abs_tol)), Fraction(repr(kind.rel_tol)) * abs(right))
