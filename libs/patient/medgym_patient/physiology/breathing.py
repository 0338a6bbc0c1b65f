"""Lungs, airway, ventilation, and the gases and acids of the blood."""

from __future__ import annotations

import numpy as np

from medgym_patient.body import Body
from medgym_patient.care import Care
from medgym_patient.key import Floats
from medgym_patient.reason import REASONS
from medgym_patient.state import State

_LUNG_SITE = np.array([site == "lung" for site in REASONS.texts("site")])
_SOLUBILITY = 0.0307


def ideal_weight(body: Body) -> Floats:
    """Devine's, kilograms (Drug Intell Clin Pharm 1974;8:650); a newborn's own."""
    adult = np.where(body.female, 45.5, 50.0) + 2.3 * np.maximum((body.height - 152.4) / 2.54, 0)
    return np.where(body.newborn, body.weight, adult)


def advance(before: State, after: State, care: Care, noise: dict[str, Floats]) -> None:
    """Injury of the lung, obstruction of the airway, then gases by the alveolar gas equation.

    The arterial to alveolar ratio of oxygen is what disease changes (Gilbert and Keighley, Anesthesiology
    1974;40:142), so that the arterial pressure never exceeds the alveolar at any oxygen.
    """
    body = before.body
    infected = _LUNG_SITE[body.reason] * before.burden
    ards = 0.010 * np.maximum(before.inflammation - 0.85, 0)
    healing = 0.010 * np.exp(0.3 * body.response)
    after.lung = np.minimum(
        np.maximum(before.lung + 0.006 * infected + ards - healing * before.lung, 0), 0.95
    )
    after.steroid = np.maximum(before.steroid - 1, 0) + 0.15 * care.steroid
    relief = 0.004 + 0.009 * (care.bronchodilator > 0) + 0.011 * (after.steroid > 0)
    after.airway = np.minimum(
        np.maximum(before.airway * (1 - relief * np.exp(0.25 * body.response)), 0), 0.95
    )
    open_lung = 0.011 * np.minimum(np.maximum(care.peep - 5, 0), 12) * (before.lung > 0.2)
    wet = congestion(before, care)
    ratio = body.oxygenation * (1 - 0.70 * before.lung) * (1 - 0.38 * wet) * (1 - 0.18 * before.airway)
    ratio = np.minimum(np.maximum(ratio * (1 + open_lung), 0.08), 0.92)
    after.oxygenation = np.minimum(
        np.maximum(
            before.oxygenation + 0.4 * (ratio - before.oxygenation) + 0.010 * noise["oxygenation"], 0.07
        ),
        0.93,
    )
    after.fio2 = care.fio2
    _breathe(before, after, care, noise)
    alveolar = care.fio2 * 713 - after.pco2 / 0.8
    after.po2 = np.minimum(np.maximum(after.oxygenation * alveolar, 24), 640)
    after.saturation = saturation(after.po2)


def congestion(state: State, care: Care) -> Floats:
    """Water in the lung from a full circulation before a weak pump, 0 to 1."""
    weak = state.pump + 0.5 * state.body.pump
    return np.tanh(
        np.minimum(np.maximum(0.55 * state.plasma + 0.10 * state.tissue, 0), 3) * (0.25 + 1.9 * weak)
        + 0.6 * np.maximum(weak - 0.25, 0)
    )


def saturation(po2: Floats) -> Floats:
    """Of hemoglobin with oxygen, percent (Severinghaus, J Appl Physiol 1979;46:599)."""
    return 100 / (23400 / (po2**3 + 150 * po2) + 1)


def henderson(bicarbonate: Floats, pco2: Floats) -> Floats:
    """PH by Henderson and Hasselbalch, 0.0307 mmol/L of carbon dioxide a mmHg."""
    return 6.1 + np.log10(bicarbonate / (_SOLUBILITY * pco2))


def _breathe(before: State, after: State, care: Care, noise: dict[str, Floats]) -> None:
    """Spontaneous breathing follows Winters' rule (Albert et al., Ann Intern Med 1967;66:312).

    1.2 mmHg a mEq of bicarbonate lost; sedatives, obstruction and coma hold carbon dioxide back. A
    ventilator gives 0.863 VCO2 / VA.
    """
    body = before.body
    acid = np.minimum(np.maximum(24 + 0.35 * (body.carbon_dioxide - 40) - before.bicarbonate, -12), 22)
    depressed = (
        0.9 * np.minimum(np.maximum(before.toxin, 0), 12)
        + 0.10 * before.sedation
        + 0.012 * care.opioid
        + 0.8 * np.maximum(before.coma - 6, 0)
    )
    load = (
        26 * before.airway**1.3
        + 8 * np.maximum(before.lung - 0.55, 0)
        + 5 * (before.airway > 0.1) * (body.carbon_dioxide > 44)
    )
    hungry = (
        0.10 * np.minimum(np.maximum(68 - before.po2, 0), 40) + 4.5 * before.inflammation + 2.5 * before.pain
    )
    spontaneous = (
        body.carbon_dioxide - 1.15 * acid + load * np.where(care.noninvasive, 0.45, 1.0) + depressed - hungry
    )
    weight = ideal_weight(body)
    produced = 3.0 * weight * (1 + 0.09 * (before.temperature - 37) + 0.15 * before.inflammation)
    dead_space = np.minimum(np.maximum(0.33 + 0.24 * before.lung + 0.16 * before.airway, 0), 0.75)
    alveolar = np.maximum(care.rate * care.tidal * (1 - dead_space) / 1000, 0.6)
    machine = 0.863 * produced / alveolar
    target = np.where(care.ventilated, np.minimum(machine, spontaneous + 12), spontaneous)
    target = np.minimum(np.maximum(np.where(body.newborn, 42 + 10 * before.lung, target), 12), 125)
    after.pco2 = np.minimum(
        np.maximum(before.pco2 + 0.55 * (target - before.pco2) + 1.3 * noise["pco2"], 10), 150
    )
    effort = (
        8.5 * before.inflammation
        + 13 * before.lung
        + 9 * before.airway
        + 0.45 * np.maximum(acid, 0)
        + 3.5 * before.pain
    )
    effort = (
        effort
        + 7 * congestion(before, care)
        + 0.10 * np.minimum(np.maximum(70 - before.po2, 0), 30)
        - 0.09 * before.sedation
        - 0.012 * care.opioid
    )
    effort = np.where(
        body.newborn, 14 * before.lung, effort - 0.7 * np.minimum(np.maximum(before.toxin, 0), 12)
    )
    rest = body.breaths + effort
    rest = np.where(care.ventilated, np.maximum(care.rate, 0.75 * rest), rest)
    after.breaths = np.minimum(
        np.maximum(before.breaths + 0.6 * (rest - before.breaths) + 1.0 * noise["breaths"], 4), 78
    )
    after.breaths = np.where(care.ventilated, np.maximum(after.breaths, care.rate), after.breaths)


def acids(before: State, after: State, care: Care, noise: dict[str, Floats]) -> None:
    """Lactate from too little oxygen or flow, ketones without insulin, and the bicarbonate that they use up.

    Lactate halves in about 3 h with a sound liver (Revelly et al., Crit Care Med 2005;33:2235). A retainer's
    kidneys raise bicarbonate 0.35 mEq a mmHg (Brackett et al., NEJM 1969;280:124).
    """
    body = before.body
    starved = (
        np.maximum(body.pressure * 0.74 - before.pressure, 0) / 12
        + 3.2 * np.maximum(before.pump - 0.38, 0)
        + np.maximum(7 - before.hemoglobin, 0) / 2
    )
    starved = (
        starved
        + 2.6 * np.maximum(before.inflammation - 0.72, 0)
        + np.maximum(52 - before.po2, 0) / 10
        + 0.8 * np.maximum(-before.plasma - 0.8, 0)
    )
    starved = np.where(body.newborn, 0.2 * starved, starved)
    level = 1.15 + 1.5 * starved
    clearing = 0.24 * (1 - 0.55 * body.liver) * (1 - 0.65 * before.hepatic)
    after.lactate = np.minimum(
        np.maximum(before.lactate + clearing * (level - before.lactate) + 0.06 * noise["lactate"], 0.4), 24
    )
    supplied = np.minimum(np.maximum(before.insulin / 2, 0), 1)
    made = np.where(body.insulin_dependent & (supplied < 0.05) & (before.ketone > 0.5), 0.10, 0.0)
    after.ketone = np.minimum(np.maximum(before.ketone * (1 - 0.085 * supplied - 0.012) + made, 0), 16)
    uremic = (
        3.2 * (1 - np.minimum(np.maximum(before.filtration / 45, 0), 1)) * np.where(care.dialysis, 0.3, 1.0)
    )
    usual = 24.6 + 2.2 * body.trait("alkali") + 0.35 * (body.carbon_dioxide - 40) - 3.5 * body.newborn
    target = (
        usual
        - 0.9 * (after.lactate - 1.1)
        - 0.95 * after.ketone
        - uremic
        + 0.028 * np.minimum(np.maximum(before.diuretic, 0), 120)
        - 0.9 * (before.plasma > 1.4)
    )
    target = target + 0.25 * np.minimum(np.maximum(before.pco2 - body.carbon_dioxide, -8), 25) * 0.6
    change = 0.20 * (target - before.bicarbonate) + care.bicarbonate / (0.5 * body.weight) * 0.8
    after.bicarbonate = np.minimum(
        np.maximum(before.bicarbonate + change + 0.35 * noise["bicarbonate"], 3.5), 52
    )
    after.ph = np.minimum(np.maximum(henderson(after.bicarbonate, after.pco2), 6.65), 7.78)
