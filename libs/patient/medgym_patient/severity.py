"""How ill a patient is, and the hazard of death."""

from __future__ import annotations

import numpy as np

from medgym_patient.care import Care
from medgym_patient.concept import table
from medgym_patient.key import Floats
from medgym_patient.state import State

_DEADLY = table("reason").numbers("death")


def sofa(state: State, care: Care) -> Floats:
    """The Sequential Organ Failure Assessment, 0 to 24 (Vincent et al., Intensive Care Med 1996;22:707)."""
    ratio = state.po2 / state.fio2
    supported = care.ventilated | care.noninvasive
    lung = (ratio < 400) * 1 + (ratio < 300) + ((ratio < 200) & supported) + ((ratio < 100) & supported)
    clot = _grades(-state.platelets, (-150, -100, -50, -20))
    liver = _grades(state.bilirubin, (1.2, 2, 6, 12))
    pressors = care.norepinephrine + 0.1 * care.phenylephrine + 2 * care.vasopressin
    heart = (state.pressure < 70) * 1
    heart = np.where(care.dobutamine > 0, 2, heart)
    heart = np.where(pressors > 0, np.where(pressors > 0.1, 4, 3), heart)
    brain = _grades(-state.coma_scale, (-14.5, -12.5, -9.5, -5.5))
    kidney = _grades(state.creatinine, (1.2, 2, 3.5, 5))
    found = lung + clot + liver + heart + brain + kidney
    return np.where(state.body.newborn, 0.0, found)


def hazard(state: State, care: Care, site_log: Floats | float = 0.0) -> Floats:
    """Of death within the hour.

     A day's mortality doubles with every two to three points of SOFA (Ferreira et al., JAMA 2001;286:1754),
    and rises with age, comorbidity (van Walraven 2009), lactate (Nichol et al., Crit Care 2010;14:R25) and
    loss of consciousness from disease of the brain. Part of it, ``severity``, no chart shows.
    """
    body = state.body
    log = -9.58 + 0.30 * state.sofa + 0.85 * body.frailty + 0.55 * _DEADLY[body.reason] + 0.42 * body.severity
    log = (
        log
        + 0.20 * np.minimum(np.maximum(state.lactate - 2, 0), 10)
        + 0.17 * state.coma
        + 0.05 * np.minimum(np.maximum(55 - state.pressure, 0), 25)
    )
    log = (
        log
        + 1.0 * (state.ph < 7.12)
        + 1.3 * (state.potassium > 6.8)
        + 0.9 * (state.po2 < 42)
        + 0.02 * np.minimum(np.maximum(state.urea - 30, 0), 60)
    )
    log = log - 0.45 * (~care.intensive) * (state.sofa < 5)
    return np.where(body.newborn, 2.0e-5 * (1 + 12 * state.lung**2), np.exp(np.minimum(log + site_log, -1.0)))


def _grades(value: Floats, limits: tuple[float, ...]) -> Floats:
    return np.asarray(sum((value > limit) * 1.0 for limit in limits))
