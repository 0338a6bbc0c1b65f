"""Urinalysis and urine chemistry."""

from __future__ import annotations

import numpy as np

from medgym_patient.care import Care
from medgym_patient.key import Floats
from medgym_patient.reason import REASONS
from medgym_patient.state import State

_URINARY = np.array([site == "urine" for site in REASONS.texts("site")])
_GRADES = np.array([0.0, 30.0, 100.0, 300.0, 500.0])
_SUGAR = np.array([0.0, 100.0, 250.0, 500.0, 1000.0])
_KETONES = np.array([0.0, 15.0, 40.0, 80.0, 150.0])


def values(state: State, care: Care, noise: dict[str, Floats], spare: dict[str, Floats]) -> dict[str, Floats]:
    """The urinalysis and urine_chemistry panels.

     Glucose spills over 180 mg/dL in blood; white cells with urinary infection (Wilson and Gaido, Clin
    Infect Dis 2004;38:1150); sodium is low when a sound kidney is dry (Miller et al., Ann Intern Med
    1978;89:47); osmolality is 36 a thousandth of specific gravity over 1.000 (Chadha et al., Pediatr Nephrol
    2001;16:142).
    """
    body = state.body
    infected = _URINARY[body.reason] * state.burden
    dry = np.minimum(np.maximum(-state.plasma, 0), 1.5) * (1 - state.kidney)
    osmolality = np.minimum(
        np.maximum(
            420
            + 260 * dry
            - 230 * state.kidney
            - 2.2 * np.minimum(np.maximum(state.diuretic, 0), 60)
            + 60 * spare["urine_osmolality"],
            80,
        ),
        1150,
    )
    sodium = 62 * np.exp(-1.1 * dry + 0.9 * state.kidney + 0.35 * spare["urine_sodium"])
    leaked = 0.9 * (body.filtration < 60) + 2.2 * state.kidney + 0.9 * infected + 0.7 * spare["urine_protein"]
    return {
        "urine_specific_gravity": 1 + osmolality / 36000 + 0.00001 * np.maximum(state.glucose - 250, 0),
        "urine_ph": np.round((5.9 + 0.7 * spare["urine_ph"] + 0.8 * (infected > 0.8)) * 2) / 2,
        "urine_protein": _grade(leaked, _GRADES),
        "urine_glucose": _grade((state.glucose - 180) / 60, _SUGAR),
        "urine_ketones": _grade(0.9 * state.ketone + 0.5 * (spare["urine_ketones"] - 1), _KETONES),
        "urine_white_cells": np.floor(
            np.exp(0.9 + 3.3 * np.minimum(np.maximum(infected, 0), 1.3) + 0.8 * spare["urine_white_cells"])
        ),
        "urine_red_cells": np.floor(
            np.exp(0.6 + 1.6 * np.minimum(np.maximum(infected, 0), 1.3) + 1.0 * spare["urine_red_cells"])
        ),
        "urine_sodium": sodium,
        "urine_creatinine": 25 + 0.14 * osmolality * noise["urine_creatinine"],
        "urine_osmolality": osmolality,
    }


def _grade(value: Floats, steps: Floats) -> Floats:
    return steps[np.minimum(np.maximum(np.floor(value), 0), len(steps) - 1).astype(np.int64)]
