"""Whose files are written: those of the hospital that is after MIMIC-III's, and those of another.

The other is a smaller one of the patient model: people come for other reasons and are less ill, less is
measured, by other methods, and its formulary, thresholds and names of units are its own. All people are of
the same seed with numbers far above those of synthetic MIMIC-III and eICU, those of the other hospital far
above those at home, so nobody is in two: else the database of another family would show how a stay that is
asked about goes on.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from medgym_ehr.mimic3.synthetic import SITE
from medgym_ehr.mimic3.synthetic.icustay import UNITS, IcuStays
from medgym_ehr.mimic3.synthetic.part import Part, Registry
from medgym_ehr.synthetic.identity import Identifiers
from medgym_patient import REASONS, Site

FIRST_HOME, FIRST_OTHER = 2**41, 2**42
"""Numbers of the first persons who come."""
WIDTH = 100_000
"""Identifiers that are given out in one random order."""
LEAST_HOME, LEAST_OTHER = (400_000, 500_000, 600_000), (1_000_000, 2_000_000, 3_000_000)
"""Least identifiers of people, admissions and ICU stays, above all that synthetic MIMIC-III gives out."""


@dataclass(frozen=True)
class Hospital:
    """A hospital of the patient model."""

    site: str
    """Its profile."""
    first: int
    """Number of the first person who comes."""
    least: tuple[int, int, int]
    """Least identifiers of people, admissions and ICU stays."""

    @property
    def is_home(self) -> bool:
        """Whether it is the one of synthetic MIMIC-III."""
        return self.site == SITE

    def profile(self) -> Site:
        """The site of the patient model: who comes, what is measured, and when treatment begins and ends."""
        return Site.named(self.site)

    def registry(self, seed: int) -> Registry:
        """Numbers of patients, admissions and stays, each drawn from its own range above ``least``."""
        registry = Registry(seed)
        subjects, admissions, icustays = self.least
        registry.subjects = Identifiers(seed, 11, subjects, WIDTH)
        registry.admissions = Identifiers(seed, 12, admissions, WIDTH)
        registry.icustays = Identifiers(seed, 13, icustays, WIDTH)
        return registry

    def first_units(self, part: Part, icustays: IcuStays, rows: NDArray[np.int64]) -> NDArray[np.object_]:
        """The unit in which each of ``rows`` of the ICU stays began; elsewhere it is always the service's."""
        if self.is_home:
            return np.array(UNITS, dtype=object)[icustays.first_unit[rows]]
        site = self.profile()
        units = np.array([site.unit(service) for service in REASONS.texts("service")], dtype=object)
        return units[part.stays.reason[icustays.stay[rows]]]


HOME = Hospital(SITE, FIRST_HOME, LEAST_HOME)
OTHER = Hospital("community", FIRST_OTHER, LEAST_OTHER)
