"""All labs of some stays at one hour."""

from __future__ import annotations

import numpy as np

from medgym_patient.care import PANELS, Care
from medgym_patient.concept import table
from medgym_patient.key import Floats, Keys, normals
from medgym_patient.laboratory import chemistry, gas, hematology, special, urine
from medgym_patient.state import State

LABS = table("lab")
_NOISE = LABS.numbers("noise")
_SCALE = 10.0 ** LABS.numbers("decimals")[:, None]
_LEAST, _MOST = (LABS.numbers(name)[:, None] for name in ("least", "most"))


_BENCHES = tuple(
    (bench, [PANELS.index(panel) for panel in panels.split()])
    for bench, panels in (
        (chemistry.values, "chemistry minerals liver"),
        (hematology.values, "count differential coagulation clotting"),
        (gas.values, "gas gas_minerals lactate"),
        (special.heart, "cardiac peptide"),
        (special.glucose, "fingerstick"),
        (
            special.values,
            "lipids glycation thyroid iron vitamins hemolysis inflammation pancreas ammonia osmolality "
            "cortisol vancomycin digoxin phenytoin toxicology",
        ),
        (urine.values, "urinalysis urine_chemistry"),
    )
)
"""What makes the values of which panels; a bench whose panels nobody draws rests."""


def rounded(value: Floats, lab: str) -> Floats:
    """As the laboratory reports it: to the lab's decimals and within what its instrument reports."""
    row = LABS.index[lab]
    scale = _SCALE[row, 0]
    found: Floats = np.minimum(np.maximum(np.round(value * scale) / scale, _LEAST[row, 0]), _MOST[row, 0])
    return found


def labs(state: State, care: Care, key: Keys) -> Floats:
    """(labs, stays) in the units of the table, rounded; analytical noise is the table's, as a share.

    Analytical and within-day biological variation after Ricos et al., Scand J Clin Lab Invest 1999;59:491.
    """
    drawn = normals(key, "lab", len(LABS))
    noise = dict(zip(LABS.names, 1 + _NOISE[:, None] * drawn, strict=True))
    spare = dict(zip(LABS.names, drawn, strict=True))
    found: dict[str, Floats] = {}
    for bench, rows in _BENCHES:
        if care.panels[rows].any():
            found |= bench(state, care, noise, spare)
    nothing = np.zeros(len(key))
    matrix = np.stack([found.get(name, nothing) for name in LABS.names])
    return np.minimum(np.maximum(np.round(matrix * _SCALE) / _SCALE, _LEAST), _MOST)
