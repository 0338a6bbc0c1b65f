"""Laboratory results as severities: thresholds and conversions of units as the published labels have them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

NORMAL_WORDS = frozenset({"normal", "adequate"})
"""Results in words that mean severity 0, whatever their unit."""


class Scale(NamedTuple):
    """How the results of one laboratory target are read."""

    factors: Mapping[str, tuple[int, int]] | None
    """How a unit begins, in lower case, to what values are multiplied and divided by; any unit if None."""
    is_reached: tuple[Callable[[float], bool], ...]
    """Whether a value is of severity 1, 2 and 3, or more."""


SCALES: Mapping[str, Scale] = {
    "lab_thrombocytopenia": Scale(None, (lambda v: v < 150, lambda v: v < 100, lambda v: v < 50)),
    "lab_hyperkalemia": Scale(
        {"mmol/l": (1, 1), "meq/l": (1, 1), "mg/dl": (1, 18)},
        (lambda v: v > 5.5, lambda v: v > 6, lambda v: v > 7),
    ),
    "lab_hypoglycemia": Scale(
        {"mg/dl": (1, 18), "mmol/l": (1, 1)}, (lambda v: v <= 3.9, lambda v: v < 3.5, lambda v: v < 3)
    ),
    "lab_hyponatremia": Scale(None, (lambda v: v <= 135, lambda v: v < 130, lambda v: v < 125)),
    "lab_anemia": Scale(
        {"g/dl": (10, 1), "mg/dl": (1, 100), "g/l": (1, 1)},
        (lambda v: v < 120, lambda v: v < 110, lambda v: v < 70),
    ),
}
"""Laboratory target to its scale. Potassium in mg/dL is divided by 18, as the published code does."""


def severity(target: str, value: str, unit: str) -> int | None:
    """Severity from 0 to 3; None where the text is no number or the unit is not known."""
    if value.lower() in NORMAL_WORDS:
        return 0
    scale = SCALES[target]
    try:
        number = float(value)
    except ValueError:
        return None
    if scale.factors is not None:
        factor = next((f for begin, f in scale.factors.items() if unit.lower().startswith(begin)), None)
        if factor is None:
            return None
        number = number * factor[0] / factor[1]
    return sum(reached(number) for reached in scale.is_reached)
