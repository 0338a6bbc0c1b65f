"""One hour of a stay: a pure function of the state, the care given and the hour's key."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from medgym_patient.care import ANTIBIOTICS, Care
from medgym_patient.key import Floats, Keys, fold, normals, uniform, uniforms
from medgym_patient.observation import Observation, observe
from medgym_patient.physiology import blood, brain, breathing, circulation, infection, kidney, metabolism
from medgym_patient.severity import hazard, sofa
from medgym_patient.state import State

NOISES = (
    "temperature",
    "pressure",
    "pulse",
    "oxygenation",
    "pco2",
    "breaths",
    "lactate",
    "bicarbonate",
    "urine",
    "potassium",
    "sodium",
    "magnesium",
    "phosphate",
    "calcium",
    "glucose",
    "albumin",
    "white_cells",
    "platelets",
    "inr",
    "coma_scale",
)
EVENTS = ("arrhythmia", "rhythm", "bleed")


def step(state: State, care: Care, key: Keys) -> tuple[State, Observation]:
    """The state an hour later, and what was measured in that hour.

    Args:
        state: Of any number of stays; left as it is.
        care: What is done and measured within the hour.
        key: One a stay; the hour is folded in. The same state, care and key give the same bytes, alone or in
            any batch; another key gives another future, and other care another future of the same patient.

    Returns:
        The new state; those dead at the start stay dead. The observation has entries
        for what ``care`` asks to measure.
    """
    hourly = fold(key, state.hour)
    noise = _noise(hourly)
    after = replace(state)
    for system in (infection, circulation, breathing, kidney, metabolism, blood, brain):
        system.advance(state, after, care, noise)
    breathing.acids(state, after, care, noise)
    after.hour = state.hour + 1
    after.vancomycin = _vancomycin(state, care)
    after.sofa = sofa(after, care)
    after.worst = np.maximum(state.worst, after.sofa)
    after.dead = state.dead | (uniform(hourly, "death") < -np.expm1(-hazard(after, care)))
    return after, observe(after, care, hourly)


def _noise(key: Keys) -> dict[str, Floats]:
    drawn = normals(key, "process", len(NOISES))
    return dict(zip(NOISES, drawn, strict=True)) | dict(
        zip(EVENTS, uniforms(key, "event", len(EVENTS)), strict=True)
    )


def _vancomycin(state: State, care: Care) -> Floats:
    """Level by one compartment of 0.7 L/kg, cleared with filtration (Matzke et al., AAC 1984;25:433)."""
    given = (
        83.0
        * care.antibiotics[ANTIBIOTICS.index("vancomycin")]
        * np.minimum(np.maximum(state.filtration / 90, 0.15), 1.2)
    )
    volume = 0.7 * np.maximum(state.body.weight, 30)
    out = (0.05 * 0.75 * np.maximum(state.filtration, 3) + 2.5 * care.dialysis) / volume
    level: Floats = state.vancomycin * np.exp(-out) + given / volume
    return level
