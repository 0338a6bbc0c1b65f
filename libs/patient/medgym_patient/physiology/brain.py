"""Consciousness: disease of the brain, encephalopathy, poisons and sedation."""

from __future__ import annotations

import numpy as np

from medgym_patient.care import Care
from medgym_patient.key import Floats
from medgym_patient.reason import REASONS
from medgym_patient.state import State

_ACETAMINOPHEN = REASONS.index["acetaminophen_overdose"]
_OPIOID = REASONS.index["opioid_overdose"]


def advance(before: State, after: State, care: Care, noise: dict[str, Floats]) -> None:
    """Points of the Glasgow Coma Scale (Teasdale and Jennett, Lancet 1974;2:81) lost to each cause.

     Encephalopathy with sepsis, uremia, a failing liver, low glucose, low sodium and high carbon dioxide.
    Poisons halve in 9 h, opioids at once with naloxone. Propofol's level halves within the hour.
    """
    body = before.body
    swelling = np.where(
        (before.coma > 2.2) & (before.hour < 72),
        0.014 * (before.coma - 2.0) * np.exp(0.3 * body.severity),
        0.0,
    )
    after.coma = np.minimum(
        np.maximum(before.coma + 0.6 * swelling - 0.009 * np.exp(0.45 * body.response) * before.coma, 0), 12
    )
    reversed_ = (care.naloxone > 0) & (body.reason == _OPIOID)
    after.toxin = before.toxin * np.where(reversed_, 0.45, 0.925)
    after.sedation = 0.35 * before.sedation + 0.65 * care.sedation
    lost = after.coma + encephalopathy(after, before) + after.sedation * 0.19 + 0.012 * care.opioid
    lost = lost + np.where(body.reason == _ACETAMINOPHEN, 0.05, 1.0) * after.toxin + 0.8 * body.dementia
    lost = np.where(body.newborn, 0.0, lost)
    target = 15.15 - lost
    scale = before.coma_scale + 0.55 * (target - before.coma_scale) + 0.22 * noise["coma_scale"]
    after.coma_scale = np.minimum(np.maximum(scale, 3), 15)


def encephalopathy(after: State, before: State) -> Floats:
    """Points lost to disease outside the brain."""
    body = before.body
    liver = 4.5 * body.liver * np.minimum(np.maximum(0.25 + before.hepatic * 3, 0), 1.2)
    hypoglycemia = 0.28 * np.minimum(np.maximum(52 - before.glucose, 0), 30)
    narcosis = 0.09 * np.minimum(np.maximum(before.pco2 - body.carbon_dioxide - 22, 0), 60)
    uremia = 0.012 * np.minimum(np.maximum(before.urea - 90, 0), 120)
    salt = 0.10 * np.minimum(np.maximum(120 - before.sodium, 0), 15) + 0.10 * np.minimum(
        np.maximum(before.sodium - 156, 0), 15
    )
    septic = 3.2 * np.maximum(before.inflammation - 0.72, 0) * (0.6 + 0.012 * np.maximum(body.age - 40, 0))
    dry = 1.0 * (before.ketone > 6)
    found: Floats = liver + hypoglycemia + narcosis + uremia + salt + septic + dry
    return found
