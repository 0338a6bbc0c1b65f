"""Electrolytes, kidney, liver, minerals."""

from __future__ import annotations

import numpy as np

from medgym_patient.care import Care
from medgym_patient.key import Floats
from medgym_patient.reason import REASONS
from medgym_patient.state import State

_BILIARY = REASONS.index["cholangitis"]


def values(state: State, care: Care, noise: dict[str, Floats], spare: dict[str, Floats]) -> dict[str, Floats]:
    """The chemistry, minerals and liver panels.

     Sodium reads 1.6 mEq/L lower a 100 mg/dL of glucose over 100 (Katz, NEJM 1973;289:843). The anion gap
    counts potassium, as MIMIC-III's laboratory does, and falls 2.5 a g/dL of albumin lost (Figge et al.,
    Crit Care Med 1998;26:1807). A quarter of what bicarbonate loses are anions that nobody measured, so that
    the two go against each other (rank correlation -0.55 in the MIMIC-III demo). Chloride is what remains, so
    that sodium + potassium - chloride - bicarbonate is the gap. Total calcium is 8 mg/dL a mmol/L ionised,
    less 0.8 a g/dL of albumin below 4 (Payne et al., BMJ 1973;4:643).
    """
    body = state.body
    sodium = np.round(state.sodium - 0.016 * np.maximum(state.glucose - 100, 0) + 0.7 * spare["sodium"])
    potassium = np.round(state.potassium * 10 + 0.5 * spare["potassium"]) / 10
    bicarbonate = np.minimum(np.maximum(np.round(state.bicarbonate + 0.4 * spare["bicarbonate"]), 3), 55)
    uremic = 0.028 * np.minimum(np.maximum(state.urea - 25, 0), 150)
    gap = 15.0 + 2.5 * (state.albumin - 4.2) + 0.7 * (state.lactate - 1.1) + 0.7 * state.ketone + uremic
    gap = gap + 0.27 * (25 - bicarbonate) + 0.8 * body.trait("gap") + 0.9 * spare["anion_gap"]
    chloride = np.round(sodium + potassium - bicarbonate - gap)
    calcium = 8.0 * state.calcium - 0.8 * (4 - state.albumin)
    return {
        "sodium": sodium,
        "potassium": potassium,
        "chloride": chloride,
        "bicarbonate": bicarbonate,
        "anion_gap": np.round(sodium + potassium - chloride - bicarbonate),
        "urea_nitrogen": state.urea * noise["urea_nitrogen"],
        "creatinine": state.creatinine * noise["creatinine"] + body.creatinine_shift,
        "glucose": state.glucose * noise["glucose"] * body.glucose_scale,
        "calcium": calcium * noise["calcium"],
        "magnesium": state.magnesium * noise["magnesium"],
        "phosphate": state.phosphate * noise["phosphate"],
        **_liver(state, noise),
    }


def _liver(state: State, noise: dict[str, Floats]) -> dict[str, Floats]:
    body = state.body
    stasis = 1.3 * (body.reason == _BILIARY) + 0.9 * body.liver + 0.5 * state.hepatic
    alkaline = np.where(body.newborn, 170.0, 78.0) * np.exp(0.28 * body.trait("alkaline")) * (1 + stasis)
    total = (
        np.round(state.bilirubin * (1 + 2.5 * (body.reason == _BILIARY)) * noise["bilirubin_total"] * 10) / 10
    )
    conjugated = np.where(
        body.newborn, 0.04, 0.22 + 0.35 * (body.liver > 0) + 0.35 * (body.reason == _BILIARY)
    )
    return {
        "alt": state.alt * noise["alt"],
        "ast": state.ast * noise["ast"],
        "alkaline_phosphatase": alkaline * noise["alkaline_phosphatase"],
        "bilirubin_total": total,
        "bilirubin_direct": np.minimum(total, conjugated * total),
        "albumin": state.albumin * noise["albumin"],
        "lactate_dehydrogenase": (
            170 + 70 * state.inflammation + 0.55 * state.ast + 130 * state.trauma + 90 * state.ischemia
        )
        * np.exp(0.22 * body.trait("ldh"))
        * noise["lactate_dehydrogenase"],
    }
