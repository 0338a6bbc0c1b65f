"""Whose files are written: those of the hospital that is after MIMIC-III's, and those of another.

The other is a smaller one of the patient model: people come for other reasons and are less ill, less is
measured, by other methods, and its formulary, thresholds and names of units are its own. Its people are of
the same seed with numbers far above those at home, so nobody is in both, nor in synthetic eICU.
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

FIRST_OTHER = 2**40
"""Number of the first person who comes to the other hospital."""
WIDTH = 100_000
"""Identifiers that are given out in one random order."""
OTHER_SUBJECTS, OTHER_ADMISSIONS, OTHER_ICUSTAYS = 1_000_000, 2_000_000, 3_000_000
"""Least identifiers there, above all that are given out at home."""


@dataclass(frozen=True)
class Hospital:
    """A hospital of the patient model."""

    site: str
    """Its profile."""
    first: int = 0
    """Number of the first person who comes."""

    @property
    def is_home(self) -> bool:
        """Whether it is the one of synthetic MIMIC-III."""
        return self.site == SITE

    def profile(self) -> Site:
        """What differs between hospitals."""
        return Site.named(self.site)

    def registry(self, seed: int) -> Registry:
        """Who is numbered how."""
        registry = Registry(seed)
        if not self.is_home:
            registry.subjects = Identifiers(seed, 11, OTHER_SUBJECTS, WIDTH)
            registry.admissions = Identifiers(seed, 12, OTHER_ADMISSIONS, WIDTH)
            registry.icustays = Identifiers(seed, 13, OTHER_ICUSTAYS, WIDTH)
        return registry

    def first_units(self, part: Part, icustays: IcuStays, rows: NDArray[np.int64]) -> NDArray[np.object_]:
        """The unit in which each of ``rows`` of the ICU stays began; elsewhere it is always the service's."""
        if self.is_home:
            return np.array(UNITS, dtype=object)[icustays.first_unit[rows]]
        site = self.profile()
        units = np.array([site.unit(service) for service in REASONS.texts("service")], dtype=object)
        return units[part.stays.reason[icustays.stay[rows]]]


HOME = Hospital(SITE)
OTHER = Hospital("community", FIRST_OTHER)
