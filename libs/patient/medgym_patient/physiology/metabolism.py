"""Glucose and insulin, the liver, and albumin."""

from __future__ import annotations

import numpy as np

from medgym_patient.care import Care
from medgym_patient.key import Floats
from medgym_patient.reason import REASONS
from medgym_patient.state import State

_ACETAMINOPHEN = REASONS.index["acetaminophen_overdose"]


def advance(before: State, after: State, care: Care, noise: dict[str, Floats]) -> None:
    """Glucose rises with stress, steroids and food, more in diabetics, and falls with insulin.

    A unit of insulin in effect lowers about 14 mg/dL an hour in the sensitive and 7 in the resistant at a
    glucose of 160 mg/dL (the 1500 to 1800 rule), and up to 1.6 times that where it is higher. In ketoacidosis
    0.1 units/kg/h so lowers it faster than the 50 to 75 mg/dL/h of Kitabchi et al. (Diabetes Care
    2009;32:1335). The kidney spills what is over 200; low glucose is countered. Dextrose 25 g raises about
    80 mg/dL.
    """
    body = before.body
    after.insulin = 0.55 * before.insulin + care.insulin_infusion + 0.35 * care.insulin
    stress = 34 * before.inflammation + 26 * (before.steroid > 0) + 22 * before.trauma
    resisted = 1 + 1.1 * body.resistance
    target = (
        101
        + 62 * body.resistance
        + stress * resisted * 0.78
        + 0.35 * np.minimum(np.maximum(care.feeding, 0), 80) * resisted
    )
    target = target + 190 * (before.ketone > 3) - 25 * before.hepatic - body.basal
    target = np.where(body.newborn, 68 + 14 * (before.hour > 24), target)
    lowered = 13.5 * before.insulin / resisted * np.minimum(np.maximum(before.glucose / 160, 0.12), 1.6)
    spilled = (
        0.05 * np.maximum(before.glucose - 200, 0) * np.minimum(np.maximum(before.filtration / 80, 0.1), 1)
    )
    countered = 0.30 * np.maximum(72 - before.glucose, 0)
    change = 0.11 * (target - before.glucose) - lowered - spilled + countered + 3.2 * care.dextrose
    wobble = np.where(body.newborn, 3.0, 4.5 + 4.5 * body.resistance) * noise["glucose"]
    after.glucose = np.minimum(np.maximum(before.glucose + change + wobble, 22), 1400)
    _liver(before, after, care, noise)


def _liver(before: State, after: State, care: Care, noise: dict[str, Floats]) -> None:
    """Injury by shock or acetaminophen; ALT halves in 47 h, AST in 17 (Giannini et al., CMAJ 2005;172:367).

     Bilirubin follows over days, peaking on day 3 to 5 in newborns (Bhutani et al., Pediatrics 1999;103:6);
    albumin falls with inflammation (Fleck et al., Lancet 1985;1:781).
    """
    body = before.body
    shock = 0.012 * np.minimum(np.maximum(0.62 * body.pressure - before.pressure, 0), 20) / 10 * ~body.newborn
    poison = (
        0.004
        * np.minimum(np.maximum(before.toxin, 0), 14)
        * _swallowed_acetaminophen(before)
        * np.where(care.acetylcysteine > 0, 0.3, 1.0)
    )
    after.hepatic = np.minimum(
        np.maximum(before.hepatic * (1 - 0.010 * np.exp(0.3 * body.response)) + shock + poison, 0), 1
    )
    released = before.hepatic**1.8
    usual = (
        np.where(body.newborn, 14.0, 23.0) * (1 + 0.4 * body.resistance) * np.exp(0.45 * body.trait("enzyme"))
    )
    after.alt = before.alt * 0.9854 + 0.0146 * usual + 95 * released + 2 * before.trauma
    after.ast = (
        before.ast * 0.960
        + 0.040 * (1.15 * usual + 32 * (body.liver > 0))
        + 190 * released
        + 5 * before.ischemia
        + 2.5 * before.trauma
    )
    level = (
        0.55 * np.exp(0.35 * body.trait("bilirubin"))
        + 4.2 * body.liver**1.6
        + 0.5 * before.inflammation
        + 7.5 * before.hepatic * (body.liver + 0.35)
    )
    peak = np.where(care.phototherapy, 7.5, 12.5) * np.exp(0.25 * body.severity)
    infant = np.where(before.hour < 84, peak, 3.0)
    level = np.where(body.newborn, infant, level)
    pace = np.where(body.newborn, 0.024, 0.018)
    after.bilirubin = np.minimum(np.maximum(before.bilirubin + pace * (level - before.bilirubin), 0.1), 48)
    low = (
        body.albumin
        - 1.15 * np.minimum(np.maximum(before.inflammation, 0), 1)
        - 0.10 * np.minimum(np.maximum(before.plasma, 0), 3)
        - 0.3 * before.trauma
    )
    after.albumin = np.minimum(
        np.maximum(before.albumin + 0.022 * (low - before.albumin) + 0.008 * noise["albumin"], 1.2), 5.2
    )


def _swallowed_acetaminophen(state: State) -> Floats:
    found: Floats = (state.body.reason == _ACETAMINOPHEN).astype(np.float64)
    return found
