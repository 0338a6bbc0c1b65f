"""Cultures beside those of the infection: on admission, for fever, of the ventilated. Most grow nothing.

About one in fourteen blood cultures grows an organism (Bates et al., JAMA 1990;264:1117 and 1991;265:365),
one urine in four in hospital, often one that colonises (Nicolle et al., Clin Infect Dis 2005;40:643), and one
sputum in two of the ventilated. Their numbers are after the MIMIC-III demo's (eight specimens an admission).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from medgym_patient.concept import table
from medgym_patient.group import Groups
from medgym_patient.key import Floats, Indices, Keys, choose, fold, uniform
from medgym_patient.microbiology import SPECIMENS, tested
from medgym_patient.record import Cultures, Latent, Stays

_ORGANISMS = table("organism")
PERSISTS = 0.65
"""Share of specimens of one kind that grow what colonises a patient, if anything does."""


class Routine(NamedTuple):
    """Specimens taken again and again."""

    specimen: str
    among: str
    """Group of stays."""
    share: float
    """Of these, at each time."""
    hour: int
    """Of the first."""
    every: int
    """Hours between them."""
    most: int
    grows: float
    """Share in which something grows."""
    flora: tuple[tuple[str, float], ...]
    """What then grows, and how often; ``infection`` is what the stay was admitted with."""


_URINE = (
    ("escherichia_coli", 0.4),
    ("enterococcus_faecalis", 0.2),
    ("klebsiella_pneumoniae", 0.12),
    ("candida_albicans", 0.2),
    ("pseudomonas_aeruginosa", 0.08),
)
_SPUTUM = (
    ("candida_albicans", 0.5),
    ("staphylococcus_aureus", 0.15),
    ("mrsa", 0.1),
    ("pseudomonas_aeruginosa", 0.15),
    ("klebsiella_pneumoniae", 0.1),
)
_BLOOD = (("coagulase_negative_staphylococcus", 0.7), ("staphylococcus_epidermidis", 0.3))
ROUTINES = (
    Routine("urine", "adult&!urosepsis&!urinary_infection", 0.5, 5, 96, 3, 0.16, _URINE),
    Routine("blood_culture", "treated", 0.6, 26, 24, 6, 0.02, _BLOOD),
    Routine("second_blood_culture", "treated", 0.5, 26, 24, 6, 0.01, _BLOOD),
    Routine("blood_culture", "bacteremia&treated", 0.9, 20, 24, 2, 0.2, (("infection", 1.0),)),
    Routine("blood_culture", "adult&!treated", 0.25, 3, 48, 2, 0.03, _BLOOD),
    Routine("sputum", "ventilated&adult", 0.35, 36, 60, 4, 0.4, _SPUTUM),
    Routine("sputum", "pneumonia_sepsis&ventilated", 0.7, 50, 48, 3, 0.45, (("infection", 1.0),)),
    Routine("urine", "urosepsis;urinary_infection", 0.5, 50, 60, 2, 0.2, (("infection", 1.0),)),
    Routine("catheter_tip", "pressors&days>4", 0.2, 110, 240, 1, 0.05, _BLOOD),
    Routine("stool", "treated&days>3", 0.2, 70, 96, 2, 0.0, ()),
)


def watch(latent: Latent, stays: Stays, groups: Groups) -> Cultures:
    """What is taken beside the cultures of the infection."""
    parts = [
        part for row, routine in enumerate(ROUTINES) for part in _taken(routine, row, latent, stays, groups)
    ]
    stay, minute, specimen, organism = (np.concatenate(column) for column in zip(*parts, strict=True))
    return Cultures(stay, minute, specimen, organism, tested(latent, stay, organism))


def joined(one: Cultures, other: Cultures) -> Cultures:
    """All of both, by stay, time and specimen."""
    pairs = ((getattr(one, name), getattr(other, name)) for name in Cultures.__dataclass_fields__)
    columns = [np.concatenate(pair) for pair in pairs]
    order = np.lexsort((columns[2], columns[1], columns[0]))
    return Cultures(*(column[order] for column in columns))


def _taken(
    routine: Routine, row: int, latent: Latent, stays: Stays, groups: Groups
) -> list[tuple[Indices, Floats, Indices, Indices]]:
    has, series = groups.of(routine.among), fold(latent.key, f"routine {row}")
    flora = _flora(routine, series, latent.organism)
    found = []
    for number in range(routine.most):
        key = fold(series, number)
        hour = routine.hour + number * routine.every
        taken = has & (uniform(key, "taken") < routine.share) & (stays.minutes > 60 * hour + 300)
        stay = np.flatnonzero(taken)
        minute = 60 * hour + np.floor(240 * uniform(key[stay], "minute"))
        specimen = np.full(len(stay), SPECIMENS.index(routine.specimen))
        grows = uniform(key[stay], "grows") < PERSISTS
        found.append((stay, minute, specimen, np.where(grows, flora[stay], -1)))
    return found


def _flora(routine: Routine, key: Keys, infection: Indices) -> Indices:
    """What a stay's specimens grow, -1 for nothing."""
    nothing = np.full(len(key), -1)
    if not routine.flora:
        return nothing
    weights = np.array([weight for _, weight in routine.flora])
    kind = choose(key, "flora", np.repeat(weights[:, None], len(key), axis=1))
    known = np.array([_ORGANISMS.index.get(name, -1) for name, _ in routine.flora])[kind]
    organism = np.where(known < 0, infection, known)
    return np.where(uniform(key, "colonised") < routine.grows / PERSISTS, organism, nothing)
