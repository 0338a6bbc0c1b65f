"""Invented laboratory results: values that a trait drives, in several units, and some in words."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from medgym_plugin_ehrshot.synthetic.vocabulary import TRAITS

_SHARE = 0.75
"""Weight of the trait in a standardised value."""


class Test(NamedTuple):
    """How one test is drawn; about as many are abnormal as in the published labels."""

    trait: str
    """What drives it."""
    sign: int
    """Whether more of the trait means more (1) or less (-1)."""
    mean: float
    """Mean, in the unit of the thresholds; of the logarithm where ``is_log``."""
    spread: float
    """Standard deviation, likewise."""
    units: Sequence[tuple[str, float, int]]
    """Unit, what a value is multiplied by, and digits; the first is the most frequent."""
    is_log: bool = False
    """Whether the logarithm is normal."""


TESTS: Mapping[str, Test] = {
    "lab_thrombocytopenia": Test("marrow", -1, 185, 80, (("K/uL", 1, 0), ("10*3/uL", 1, 0), ("", 1, 0))),
    "lab_hyperkalemia": Test("kidney", 1, 4.31, 0.6, (("mmol/L", 1, 1), ("mEq/L", 1, 1), ("", 1, 1))),
    "lab_hypoglycemia": Test(
        "metabolism", -1, 1.9, 0.27, (("mg/dL", 18, 0), ("mmol/L", 1, 1), ("mg/dL (see scan)", 18, 0)), True
    ),
    "lab_hyponatremia": Test("heart", -1, 137.8, 4, (("mmol/L", 1, 0), ("mEq/L", 1, 0), ("", 1, 0))),
    "lab_anemia": Test("growth", -1, 111, 18, (("g/dL", 0.1, 1), ("g/L", 1, 0), ("mg/dL", 100, 0))),
}
"""Target to its test."""
_WORDS = ("normal", "adequate", "Normal", "hemolyzed", "see comment", ">900")


def draw_result(target: str, traits: Sequence[float], draw: np.random.Generator) -> tuple[str, str]:
    """Value and unit of a result, as written."""
    test = TESTS[target]
    trait = traits[TRAITS.index(test.trait)]
    standard = test.sign * _SHARE * trait + math.sqrt(1 - _SHARE**2) * draw.normal()
    value = test.mean + test.spread * standard
    value = math.exp(value) if test.is_log else max(value, test.mean / 20)
    chance = draw.random()
    unit, factor, digits = test.units[0 if chance < 0.8 else 1 if chance < 0.95 else 2]
    if draw.random() < 0.02:
        return _WORDS[int(draw.integers(len(_WORDS)))], unit
    return f"{value * factor:.{digits}f}", unit
