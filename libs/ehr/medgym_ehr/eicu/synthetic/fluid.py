"""intakeOutput: what goes into a patient in a unit and what comes out, among totals and weights."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from medgym_ehr.eicu.synthetic.stay import Stays
from medgym_ehr.eicu.synthetic.vocabulary import terms
from medgym_ehr.synthetic.files import Column, Rows
from medgym_ehr.synthetic.quantity import written
from medgym_ehr.synthetic.sampling import chance, pick, popularity
from medgym_ehr.synthetic.text import Texts, either, same, untidy

PACE = (14.0, 4, 22.0, 4.0)
"""Usual events a day, fewest, and what long stays are held to (``Stays.paced``)."""
INTAKE = 0.56
"""Share of intake."""
TOTAL, BODY, ELSEWHERE = 0.02, 0.01, 0.01
"""Shares of totals, of weights, and of volumes filed under a path that does not say millilitres."""
SPREAD = 0.5
"""Spread of amounts, as a standard deviation of the logarithm."""
ON_THE = 30
"""Fluids are charted on the half hour of a stay."""
SHEET = "flowsheet|Flowsheet Cell Labels|I&O|"


def fluid_rows(rng: np.random.Generator, stays: Stays) -> Rows:
    """IntakeOutput of a chunk."""
    stay, time = stays.moments(rng, stays.paced(*PACE))
    size = len(stay)
    inward = chance(rng, INTAKE, size)
    label, path, amount = (either(inward, *pair) for pair in zip(*_cells(rng, size), strict=True))
    body, value = _special(rng, label, path), amount.astype(np.float64)
    value = np.where(body, 80.0 + rng.integers(-30, 30, size), value)
    signed = np.where(inward, value, -value)
    columns: dict[str, Column] = {
        "patientunitstayid": stays.patientunitstayid[stay],
        "intakeoutputoffset": time // ON_THE * ON_THE,
        "intaketotal": np.where(inward, value, 0),
        "outputtotal": np.where(inward, 0, value),
        "dialysistotal": np.zeros(size),
        "nettotal": signed,
        "intakeoutputentryoffset": time + rng.integers(1, 90, size),
        "cellpath": path,
        "celllabel": label,
        "cellvaluenumeric": value,
        "cellvaluetext": written(value),
    }
    return Rows(stays.patient[stay], columns)


def _cells(rng: np.random.Generator, size: int) -> tuple[tuple[Texts, Texts, Texts], ...]:
    """Labels, paths and amounts, if each row were intake, and if it were output."""
    sides = []
    for kind in ("intake", "output"):
        vocabulary = terms(kind)
        item = pick(rng, popularity(len(vocabulary)), size)
        label = untidy(rng, vocabulary.texts("label"), item)
        usual = vocabulary.numbers("amount")[item]
        step = np.select([usual >= 100, usual >= 20], [5.0, 1.0], 0.5)
        amount = np.maximum(np.round(usual * np.exp(SPREAD * rng.standard_normal(size)) / step), 1) * step
        total = chance(rng, TOTAL, size)
        label = either(total, kind.capitalize(), label)
        unit = either(chance(rng, ELSEWHERE, size), "", same(" (ml)", size))
        sides.append((label, SHEET + kind.capitalize() + unit + "|" + label, amount.astype(object)))
    return tuple(sides)


def _special(rng: np.random.Generator, label: Texts, path: Texts) -> NDArray[np.bool_]:
    """Turns a few cells into weights, in place, and tells which."""
    body = chance(rng, BODY, len(label))
    label[body] = "Bodyweight (kg)"
    path[body] = SHEET + "Weight|Bodyweight (kg)"
    return body
