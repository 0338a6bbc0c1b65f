"""Cultures: taken before antibiotics start, and what they grow."""

from __future__ import annotations

import numpy as np

from medgym_patient.care import ANTIBIOTICS
from medgym_patient.concept import table
from medgym_patient.group import Groups
from medgym_patient.key import Flags, Floats, Indices, Keys, fold, uniform
from medgym_patient.onset import SITES
from medgym_patient.physiology.infection import COVERED
from medgym_patient.reason import REASONS
from medgym_patient.record import Columns, Cultures, Latent, Stays

SPECIMENS = (
    "blood_culture",
    "second_blood_culture",
    "urine",
    "sputum",
    "peritoneal_fluid",
    "swab",
    "mrsa_screen",
    "stool",
    "bronchoalveolar_lavage",
    "catheter_tip",
    "cerebrospinal_fluid",
    "pleural_fluid",
)
_OF_SITE = {"urine": "urine", "lung": "sputum", "abdomen": "peritoneal_fluid", "skin": "swab"}
_GROWS = {"urine": 0.80, "lung": 0.45, "abdomen": 0.45, "skin": 0.40}
"""Share of local cultures that grow the organism in infection of that site."""
_BLOOD = {"urine": 0.28, "lung": 0.14, "abdomen": 0.30, "skin": 0.12, "blood": 0.82}
"""Share of bacteremia by site (Bates et al., JAMA 1990;264:1117 and Coburn et al., JAMA 2012;308:502).

When infected.
"""
_CONTAMINATED = 0.02
_INFECTED = REASONS.numbers("burden") >= 0.7
_ORGANISMS = table("organism")


def first_antibiotic(starts: Columns, size: int) -> Floats:
    """Hour at which treatment (not surgical prophylaxis) starts, for each stay; infinite if never."""
    stay, hour, drug, on = starts
    kept = on & (drug != ANTIBIOTICS.index("cefazolin"))
    first = np.full(size, np.inf)
    np.minimum.at(first, stay[kept], hour[kept].astype(np.float64))
    return first


def identified(key: Keys, reason: Indices) -> Flags:
    """Whether a culture of the blood or of the site grows the organism that a stay was admitted with."""
    place, often = SITES[reason], np.where(_INFECTED[reason], 1.0, 0.12)
    grows = uniform(key, "bacteremia") < _shares(place, _BLOOD) * often
    for site, specimen in _OF_SITE.items():
        grows |= (place == site) & (uniform(key, specimen) < _GROWS[site] * often)
    return np.asarray(grows)


def culture(latent: Latent, stays: Stays, starts: Columns, groups: Groups) -> Cultures:
    """Two blood cultures and one of the site 5 to 50 minutes before the first antibiotic (Rhodes 2017).

    And a nasal screen of every second patient.
    """
    size = len(stays.reason)
    key, place = latent.key, SITES[stays.reason]
    first = first_antibiotic(starts, size)
    treated = np.isfinite(first)
    minute = np.where(treated, first, 0) * 60 - np.floor(5 + 45 * uniform(key, "culture"))
    infected = _INFECTED[stays.reason]
    parts = []
    for number, specimen in enumerate(SPECIMENS[:6]):
        local = np.isin(place, [site for site, name in _OF_SITE.items() if name == specimen])
        taken = treated & (local | (number < 2))
        share = _shares(place, _BLOOD if number < 2 else _GROWS) * np.where(infected, 1.0, 0.12)
        luck = uniform(key, "bacteremia" if number < 2 else specimen)
        grows = luck < share
        dirty = (number == 0) & ~grows & (uniform(key, "contaminated") < _CONTAMINATED)
        grown = np.where(
            grows,
            latent.organism,
            np.where(dirty, _ORGANISMS.index["coagulase_negative_staphylococcus"], -1),
        )
        rows = np.flatnonzero(taken)
        parts.append((rows, np.maximum(minute[rows], 0), np.full(len(rows), number), grown[rows]))
    screened = np.flatnonzero((uniform(key, "screened") < 0.5) & (stays.age > 1))
    carrier = np.where(uniform(key, "carrier") < 0.06, _ORGANISMS.index["mrsa"], -1)[screened]
    parts.append(
        (
            screened,
            np.minimum(180.0, np.floor(0.5 * stays.minutes[screened])),
            np.full(len(screened), SPECIMENS.index("mrsa_screen")),
            carrier,
        )
    )
    parts += _later(latent, stays, groups)
    stay, times, specimens, organism = (np.concatenate(column) for column in zip(*parts, strict=True))
    order = np.lexsort((specimens, times, stay))
    stay, organism = stay[order], organism[order]
    return Cultures(stay, times[order], specimens[order], organism, tested(latent, stay, organism))


def _later(latent: Latent, stays: Stays, groups: Groups) -> list[tuple[Indices, Floats, Indices, Indices]]:
    """Specimens of complications: hour of the draw, who has one, and what grows.

    Half of the treated with diarrhea have a negative stool; a lumbar puncture seldom grows anything.
    """
    key, size = latent.key, len(stays.age)
    lung, difficile = latent.organism, np.full(size, _ORGANISMS.index["clostridium_difficile"])
    none, staphylococcus = np.full(size, -1), np.full(size, _ORGANISMS.index["staphylococcus_epidermidis"])
    sick = groups.of("c_difficile")
    tested = sick | (groups.of("treated&days>4") & (uniform(key, "stool") < 0.06))
    washed = groups.of("ventilator_pneumonia;pneumonia_sepsis&ventilated") & (uniform(key, "lavage") < 0.5)
    rows = (
        ("stool", 100, tested, np.where(sick, difficile, none)),
        ("bronchoalveolar_lavage", 50, washed, np.where(uniform(key, "washed") < 0.6, lung, none)),
        ("catheter_tip", 150, groups.of("line_infection"), staphylococcus),
        ("cerebrospinal_fluid", 6, groups.of("tapped"), none),
        (
            "pleural_fluid",
            42,
            groups.of("drained"),
            np.where(groups.of("infected") & (uniform(key, "pus") < 0.2), lung, none),
        ),
    )
    found = []
    for specimen, hour, has, organism in rows:
        stay = np.flatnonzero(has & (stays.minutes > 60 * hour + 240) & (stays.age > 1))
        minute = 60 * hour + np.floor(200 * uniform(key[stay], specimen))
        found.append((stay, minute, np.full(len(stay), SPECIMENS.index(specimen)), organism[stay]))
    return found


def _shares(place: np.ndarray[tuple[int], np.dtype[np.str_]], shares: dict[str, float]) -> Floats:
    found = np.zeros(len(place))
    for site, share in shares.items():
        found[place == site] = share
    return found


def tested(
    latent: Latent, stay: Indices, organism: Indices
) -> np.ndarray[tuple[int, int], np.dtype[np.int8]]:
    """Susceptible where the stay's organism is covered.

    Antibiotics that no laboratory would test it against are left out.
    """
    chance = COVERED[:, organism.clip(0)].T
    dirty = organism != latent.organism[stay]
    luck = np.where(dirty, uniform(fold(latent.key[stay], "dirty"), 1), latent.susceptible[stay])
    result = np.where(chance > 0, luck[:, None] < chance, False).astype(np.int8)
    result[chance == 0] = -1
    result[organism < 0] = -1
    return result
