"""The hospitals: three quarters are after smaller ones of a network, the others university hospitals.

Each has habits of its own, by which it names units, drugs, fluids and units of measurement.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from medgym_ehr.eicu.synthetic.vocabulary import terms, traits
from medgym_ehr.synthetic.luck import Luck
from medgym_ehr.synthetic.sampling import Indices
from medgym_patient import REASONS
from medgym_patient.key import Flags, start

UNIT_TYPES = (
    "Med-Surg ICU",
    "MICU",
    "SICU",
    "Cardiac ICU",
    "CCU-CTICU",
    "CSICU",
    "CTICU",
    "Neuro ICU",
)
SERVICES = {
    "medicine": "medicine",
    "cardiology": "cardiology",
    "cardiac_surgery": "cardiac_surgery",
    "surgery": "surgery",
    "neurology": "neurology",
    "neurosurgery": "neurology",
}
"""Services of the patient model that have units of their own; others share."""
_SEED = 2018
"""Of the habits, which are the same in all files."""


def of_site(site: str) -> Indices:
    """Rows of ``hospital.csv`` with a profile of the patient model."""
    return np.array([row for row, name in enumerate(terms("hospital").columns["site"]) if name == site])


def sizes() -> NDArray[np.float64]:
    """Which share of the patients each hospital has, up to a factor."""
    return terms("hospital").numbers("size")


def habits() -> Luck:
    """Draws for each hospital."""
    return Luck(start(_SEED, 0, len(terms("hospital"))))


def unit_types(hospital: Indices, reason: Indices) -> Indices:
    """Of UNIT_TYPES: the unit in which a hospital treats a reason for admission."""
    services = [SERVICES.get(service, "other") for service in REASONS.texts("service")]
    names = list(dict.fromkeys(services))
    service = np.array([names.index(name) for name in services])[reason]
    found: Indices = _units(tuple(names))[hospital, service]
    return found


def ward_ids(hospital: Indices, unit_type: Indices, other: Flags) -> NDArray[np.int64]:
    """The number of a ward of a hospital; ``other`` tells two of one kind apart."""
    found: NDArray[np.int64] = 83 + 31 * hospital + 2 * unit_type + 16 * other
    return found


@cache
def _units(services: tuple[str, ...]) -> Indices:
    """(hospitals, services)."""
    found = np.zeros((len(terms("hospital")), len(services)), dtype=np.int64)
    for row, site in enumerate(terms("hospital").columns["site"]):
        for column, service in enumerate(services):
            shares = traits("hospital")["unittype"][site][service]
            luck = habits().at(np.array([row])).of("unit")
            drawn = luck.pick(service, np.array(list(shares.values()), dtype=np.float64))[0]
            found[row, column] = UNIT_TYPES.index(list(shares)[drawn])
    return found
