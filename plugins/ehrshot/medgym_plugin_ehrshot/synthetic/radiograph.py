"""Invented findings of chest radiographs."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from medgym_plugin_ehrshot.synthetic.vocabulary import TRAITS
from medgym_plugin_ehrshot.target import FINDINGS

_LOGITS: Mapping[str, tuple[float, str]] = {
    "Enlarged Cardiomediastinum": (-3.0, "heart"),
    "Cardiomegaly": (-3.1, "heart"),
    "Lung Lesion": (-3.7, "growth"),
    "Lung Opacity": (-1.9, "lung"),
    "Edema": (-2.5, "heart"),
    "Consolidation": (-3.4, "lung"),
    "Pneumonia": (-3.5, "lung"),
    "Atelectasis": (-2.5, "lung"),
    "Pneumothorax": (-3.5, "frailty"),
    "Pleural Effusion": (-2.1, "heart"),
    "Pleural Other": (-3.5, "growth"),
    "Fracture": (-3.6, "frailty"),
    "Support Devices": (-1.4, "frailty"),
}
"""Finding to its logit in an average patient, and the trait that raises it."""


def draw_findings(traits: Sequence[float], draw: np.random.Generator) -> tuple[int, ...]:
    """One cell of 0 or 1 a finding; none is found where nothing but devices is."""
    shared = 0.4 * draw.normal()
    found = {
        name: int(draw.random() < 1 / (1 + math.exp(-(logit + 1.6 * traits[TRAITS.index(trait)] + shared))))
        for name, (logit, trait) in _LOGITS.items()
    }
    found["No Finding"] = int(not any(cell for name, cell in found.items() if name != "Support Devices"))
    return tuple(found[name] for name in FINDINGS)
