"""What is measured in an hour."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from medgym_patient.care import PANELS, Care
from medgym_patient.columns import take
from medgym_patient.key import Floats, Indices, Keys, normals
from medgym_patient.laboratory.bench import LABS, labs
from medgym_patient.state import State

VITALS = (
    "heart_rate",
    "systolic",
    "diastolic",
    "mean_pressure",
    "respiratory_rate",
    "temperature",
    "saturation",
    "eyes",
    "verbal",
    "motor",
    "fio2",
    "urine",
    "weight",
)
"""Rows of the vital signs: beats/min, mmHg (three), breaths/min, Celsius, %, Glasgow parts, fraction.

ML since the hour before, kg.
"""
_PANEL = np.array([PANELS.index(panel) for panel in LABS.texts("panel")])


@dataclass(frozen=True)
class Observation:
    """Measurements of an hour over a batch of stays."""

    vitals: Floats
    """(vital signs, stays), NaN where none were taken."""
    stay: Indices
    """Of each laboratory value."""
    lab: Indices
    """Its row in the table of labs."""
    value: Floats


def observe(state: State, care: Care, key: Keys) -> Observation:
    """What ``care`` asks to measure of a state; ``key`` is that of the hour."""
    drawn = np.flatnonzero(care.panels.any(axis=0))
    if not len(drawn):
        nothing = np.zeros(0, dtype=np.int64)
        return Observation(_vitals(state, care, key), nothing, nothing, np.zeros(0))
    found = labs(take(state, drawn), take(care, drawn), key[drawn])
    place, lab = np.nonzero(care.panels[:, drawn][_PANEL].T)
    return Observation(_vitals(state, care, key), drawn[place], lab, found[lab, place])


def _vitals(state: State, care: Care, key: Keys) -> Floats:
    """Rounded as charted; mean pressure is (systolic + 2 diastolic) / 3 of the true pressures.

     Pulse pressure 54 mmHg, 0.42 wider a year over 50 (Franklin et al., Circulation 1997;96:308), narrow with
    a failing pump.
    """
    body = state.body
    noise = normals(key, "vitals", 8)
    width = (
        np.exp(0.2 * body.trait("pulse pressure"))
        * (54 + 0.42 * np.minimum(np.maximum(body.age - 50, 0), 45))
        * (1 - 0.45 * state.pump)
        * (1 + 0.10 * state.inflammation)
    )
    width = (
        width
        * (1 + 0.10 * np.minimum(np.maximum(state.plasma, -3), 1.5))
        * (state.pressure / body.pressure) ** 0.7
    )
    width = np.minimum(np.maximum(np.where(body.newborn, 22.0, width), 12), 130) * np.exp(0.06 * noise[0])
    mean = state.pressure + 3.0 * noise[1]
    diastolic = np.maximum(mean - width / 3, 10)
    eyes, verbal, motor = glasgow(state.coma_scale, care)
    rows = [
        state.pulse + 1.5 * noise[2],
        diastolic + width,
        diastolic,
        diastolic + width / 3,
        np.maximum(state.breaths + 0.8 * noise[3], 4),
        np.round((state.temperature + 0.12 * noise[4]) * 10) / 10,
        np.minimum(np.maximum(state.saturation + 0.8 * noise[5], 40), 100),
    ]
    values = np.round(np.stack(rows))
    values[5] = rows[5]
    weight = np.round((state.weight + 0.004 * body.weight * noise[6]) * 100) / 100
    parts = np.stack([eyes, verbal, motor, np.round(care.fio2 * 100) / 100, np.round(state.urine), weight])
    found = np.concatenate([values, parts])
    found[:, ~care.vitals] = np.nan
    return found


def glasgow(scale: Floats, care: Care) -> tuple[Floats, Floats, Floats]:
    """Eye, verbal and motor parts of a latent score; who is intubated has a verbal score of 1."""
    motor = 1 + sum((scale >= limit) * 1.0 for limit in (4.2, 5.5, 7, 8.5, 10.5))
    eyes = 1 + sum((scale >= limit) * 1.0 for limit in (7, 10.5, 13.5))
    verbal = 1 + sum((scale >= limit) * 1.0 for limit in (7, 10.5, 12.5, 14.5))
    return np.asarray(eyes), np.where(care.ventilated, 1.0, verbal), np.asarray(motor)
