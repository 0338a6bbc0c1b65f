"""Whether a wrong number would be right in another unit: for the reports, never for the reward.

Only conversions that make sense for the declared unit are tried, and they must meet gold within half a
percent, so that a value that is merely wrong is hardly ever taken for one in another unit. Molar masses and
factors of conversion: Young and Huth, SI Units for Clinical Measurement (1998).
"""

from __future__ import annotations

import math
import re
from decimal import Decimal

from medgym_core.answer import Kind, Number, Record
from medgym_core.verifier.parse import Exact

_PREFIXES = (10.0, 100.0, 1e3, 1e6, 1e9)
_CONVERSIONS: tuple[tuple[str, tuple[float, ...]], ...] = (
    (
        r"years?|months?|weeks?|days?|hours?|h|minutes?|min|seconds?|s",
        (7, 12, 24, 60, 365.25, 1440, 3600),
    ),
    (r"kg|lbs?|pounds?", (2.20462,)),
    (r"cm|m|inch(es)?|in|feet|ft", (2.54, 12, 30.48, 39.3701)),
    (r"mmhg|kpa", (7.50062,)),
    (r"[munµ]?g/d?l|[mµ]?mol/l|meq/l", (2.801, 4.008, 17.1, 18.016, 38.67, 88.42, 88.57)),
)
"""Units and, between any of them, factors of conversion; of concentrations those of urea nitrogen, calcium,
bilirubin, glucose, cholesterol, creatinine and triglycerides."""
_CELSIUS, _FAHRENHEIT = r"°c|c|(degrees? )?celsius", r"°f|f|(degrees? )?fahrenheit"
_NO_UNIT = re.compile(r"points?|scores?|stages?|class(es)?", re.IGNORECASE)
_TOLERANCE = 0.005
_HUGE = 10**18


def unit_slip(kind: Kind, answer: Exact, gold: Exact) -> str:
    """How the wrong ``answer`` became so if by its unit alone, such as ``times 1000``; else empty.

    In a record every key must be right, or wrong by its unit.
    """
    if isinstance(kind, Number):
        return _slip(kind, answer, gold)
    if not isinstance(kind, Record) or not isinstance(answer, dict) or not isinstance(gold, dict):
        return ""
    if answer.keys() != gold.keys():
        return ""
    wrong = [name for name in kind.fields if answer[name] != gold[name]]
    slips = [unit_slip(kind.fields[name], answer[name], gold[name]) for name in wrong]
    return slips[0] if slips and all(slips) else ""


def _slip(kind: Number, answer: Exact, gold: Exact) -> str:
    given, right = _number(answer), _number(gold)
    if not kind.unit or _NO_UNIT.fullmatch(kind.unit) or given is None or right is None:
        return ""
    if re.fullmatch(_CELSIUS, kind.unit, re.IGNORECASE) and _near(given, right * 1.8 + 32):
        return "in Fahrenheit"
    if re.fullmatch(_FAHRENHEIT, kind.unit, re.IGNORECASE) and _near(given, (right - 32) / 1.8):
        return "in Celsius"
    for factor in (*_PREFIXES, *_between(kind.unit)):
        if _near(given, right * factor):
            return f"times {factor:g}"
        if _near(given, right / factor):
            return f"divided by {factor:g}"
    return ""


def _between(unit: str) -> tuple[float, ...]:
    found = (factors for units, factors in _CONVERSIONS if re.fullmatch(units, unit, re.IGNORECASE))
    return next(found, ())


def _near(given: float, right: float) -> bool:
    return right != 0 and math.isclose(given, right, rel_tol=_TOLERANCE)


def _number(value: Exact) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        return None
    return float(value) if -_HUGE < value < _HUGE else None
