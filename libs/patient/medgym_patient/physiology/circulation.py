"""Blood pressure, heart rate, the heart's pump and its injury."""

from __future__ import annotations

import numpy as np

from medgym_patient.care import Care
from medgym_patient.key import Floats
from medgym_patient.state import State


def advance(before: State, after: State, care: Care, noise: dict[str, Floats]) -> None:
    """Mean pressure falls with vasodilation, loss of volume and of the pump, and rises with vasopressors.

     A litre of blood lost costs about 16 mmHg (ATLS class II to III). Norepinephrine by an Emax law, half of
    46 mmHg at 0.22 mcg/kg/min (after Beloeil et al., Br J Anaesth 2005;95:782), less in acidosis;
    vasopressin 0.04 units/min 8 mmHg (VASST, Russell et al., NEJM 2008;358:877). Heart rate answers pressure
    (baroreflex), 8.5 beats a degree of fever (Liebermeister's rule), pain, anemia and fast fibrillation.
    """
    body = before.body
    pump = pumping_loss(before, care)
    fall = 43 * before.inflammation**2.1 + 14.5 * np.maximum(-before.plasma, 0) ** 1.15 + 42 * pump**1.25
    fall = np.where(body.newborn, 0.12 * fall, fall)
    calm = 6.5 * np.minimum(np.maximum(before.sedation / 40, 0), 1.6) + 2.5 * np.minimum(
        np.maximum(care.opioid / 100, 0), 2
    )
    rise = 2.4 * np.minimum(np.maximum(before.plasma, 0), 2) + 6 * before.pain - 0.2 * care.vasodilator**1.8
    bare = body.pressure - fall - calm + rise
    target = (
        bare + pressor_effect(before, care) + 2.2 * np.cos((before.hour + body.clock - 15) * (2 * np.pi / 24))
    )
    after.pressure = np.minimum(
        np.maximum(before.pressure + 0.62 * (target - before.pressure) + 2.6 * noise["pressure"], 22), 165
    )
    lost = np.minimum(np.maximum(body.pressure - bare - calm, 0), 50)
    fast = np.where(before.arrhythmia > 0, 38 * np.exp(-0.02 * care.rate_control), 0.0)
    beta = np.where(body.beta_blocked, 0.75, 1.0)
    haste = beta * (
        0.40 * lost + 9 * before.inflammation + 9 * before.pain + 2.6 * np.maximum(9 - before.hemoglobin, 0)
    )
    haste = (
        haste
        + 8.5 * (before.temperature - 37)
        + fast
        + 1.3 * care.dobutamine
        + 45 * np.minimum(np.maximum(care.norepinephrine, 0), 0.4) * 0.25
    )
    slow = (
        0.12 * np.minimum(np.maximum(care.sedation, 0), 50)
        + 0.12 * np.minimum(np.maximum(before.toxin, 0), 10) * 4
        + 1.8 * (before.ph < 7.0) * 10
    )
    rest = (
        body.pulse
        + np.where(body.newborn, 0.25, 1.0) * (haste - slow)
        + 3 * np.cos((before.hour + body.clock - 15) * (2 * np.pi / 24))
    )
    after.pulse = np.minimum(
        np.maximum(before.pulse + 0.5 * (rest - before.pulse) + 2.6 * noise["pulse"], 24), 205
    )
    _heart(before, after, care, noise)


def pumping_loss(state: State, care: Care) -> Floats:
    """Loss of contractility beyond the usual, lessened by dobutamine (half at 6 mcg/kg/min)."""
    support = 0.55 * care.dobutamine / (care.dobutamine + 6)
    septic = 0.12 * np.maximum(state.inflammation - 0.85, 0)
    lost = state.pump + 0.35 * state.body.pump * (state.pump > 0.05) + septic
    found: Floats = np.minimum(np.maximum(lost, 0), 0.9) * (1 - support)
    return found


def pressor_effect(state: State, care: Care) -> Floats:
    """Rise of mean pressure by vasopressors, mmHg."""
    blunted = 1 - 0.9 * np.minimum(np.maximum(7.25 - state.ph, 0), 0.4)
    norepinephrine = 48 * care.norepinephrine / (care.norepinephrine + 0.22)
    phenylephrine = 33 * care.phenylephrine / (care.phenylephrine + 1.3)
    found: Floats = blunted * (norepinephrine + phenylephrine) + 210 * care.vasopressin
    return found


def _heart(before: State, after: State, care: Care, noise: dict[str, Floats]) -> None:
    """Troponin T peaks within a day and halves in 20 h; CK in 14 h.

    (Thygesen et al., Universal definition 2018).
    """
    body = before.body
    demand = 0.012 * np.maximum(before.pulse - 115, 0) / 20 + 0.02 * np.maximum(55 - before.pressure, 0) / 10
    demand = demand * np.where(body.beta_blocked, 1.6, 0.5) * ~body.newborn
    after.ischemia = np.minimum(np.maximum(before.ischemia * 0.90 + 0.05 * demand, 0), 1.5)
    after.troponin = (
        before.troponin * 0.966
        + 0.28 * before.ischemia**1.3
        + 0.00035 * np.maximum(40 - before.filtration, 0) * ~body.newborn
    )
    after.creatine_kinase = (
        before.creatine_kinase * 0.951 + 4.2 + 150 * before.ischemia + 95 * before.trauma**1.5
    )
    after.pump = np.minimum(
        np.maximum(before.pump * (1 - 0.011 * np.exp(0.3 * body.response)) + 0.006 * before.ischemia, 0), 0.85
    )
    prone = (
        0.0008
        * (1 + 5 * np.minimum(np.maximum(before.inflammation, 0), 1))
        * (1 + 2.2 * body.fibrillation)
        * (body.age > 45)
    )
    prone = prone * (1 + 3 * (before.trauma > 0.25)) * (1 + (before.potassium < 3.2))
    begins = noise["arrhythmia"] < prone
    ends = noise["rhythm"] < 0.035 + 0.01 * care.rate_control
    after.arrhythmia = np.where(before.arrhythmia > 0, np.where(ends, 0.0, 1.0), begins * 1.0)
