"""Infection, inflammation, injury and fever."""

from __future__ import annotations

import numpy as np

from medgym_patient.care import ANTIBIOTICS, Care
from medgym_patient.concept import table
from medgym_patient.key import Flags, Floats
from medgym_patient.state import State

_ORGANISMS = table("organism")
_CLASSES = dict(zip(table("drug").names, table("drug").texts("class"), strict=True))
COVERED = np.stack(
    [
        _ORGANISMS.numbers(_CLASSES[name])
        if _CLASSES[name] in _ORGANISMS.heading
        else np.zeros(len(_ORGANISMS))
        for name in ANTIBIOTICS
    ]
)
"""Probability that an organism is susceptible to an antibiotic, as (antibiotics, organisms)."""


def covered(state: State, antibiotics: Flags) -> Flags:
    """Whether any of the antibiotics (antibiotics, stays) works against the organism of each stay."""
    works = antibiotics & (state.body.susceptible < COVERED[:, state.body.organism])
    return np.asarray(works.any(axis=0))


def advance(before: State, after: State, care: Care, noise: dict[str, Floats]) -> None:
    """Burden doubles in about 80 h untreated, or clears when it is slight.

    And halves in 14 h under an antibiotic that works.

     Each hour without one raises mortality in septic shock (7.6 % an hour; Kumar et al., Crit Care Med
    2006;34:1589). Inflammation follows burden and trauma within half a day; surgical trauma fades within two
    days, as C-reactive protein does (Cole et al., Ann R Coll Surg Engl 2008;90:3). Fever of a degree or two,
    a circadian wave of 0.25 degrees that is highest at 18 h (Mackowiak et al., JAMA 1992;268:1578), less
    with acetaminophen.
    """
    body = before.body
    works = covered(before, care.antibiotics)
    immune = np.where(body.neutropenic, 0.004, 0.017) * np.exp(0.25 * body.response)
    immune = immune * (1 + 1.1 * np.exp(-before.burden / 0.35))
    kill = np.where(works, 0.050 * np.exp(0.2 * body.response), 0.0)
    after.burden = np.minimum(np.maximum(before.burden * (1 + 0.026 - immune - kill), 0), 4)
    after.trauma = before.trauma * np.exp(-(1 / 40) * np.exp(0.2 * body.response))
    drive = 0.95 * before.burden + 0.62 * before.trauma + 0.12 * before.ischemia
    target = 1.35 * (1 - np.exp(-drive * np.exp(0.20 * body.severity)))
    target = np.where(body.newborn, 0.3 * target, target)
    after.inflammation = before.inflammation + (target - before.inflammation) / 8
    after.pain = before.pain * 0.985 - 0.0006 * care.opioid * before.pain
    _heat(before, after, care, noise)


def _heat(before: State, after: State, care: Care, noise: dict[str, Floats]) -> None:
    body = before.body
    wave = 0.25 * np.cos((before.hour + body.clock - 18) * (2 * np.pi / 24))
    answer = (1.05 - 0.006 * np.maximum(body.age - 50, 0)) * np.where(body.newborn, 0.2, 1.0)
    fever = 1.9 * answer * np.tanh(1.15 * before.inflammation)
    cold = 2.3 * np.maximum(before.inflammation - 1.12, 0) + 0.4 * (before.lactate > 8)
    after.antipyretic = 0.78 * before.antipyretic + 0.001 * care.acetaminophen
    target = (
        36.75
        + wave
        + fever
        - cold
        - 0.5 * np.minimum(after.antipyretic, 1.5) * (fever > 0.3)
        - 0.8 * care.dialysis * 0.2
    )
    change = (target - before.temperature) * 0.22 + 0.10 * noise["temperature"]
    after.temperature = np.minimum(np.maximum(before.temperature + change, 31), 41.6)
