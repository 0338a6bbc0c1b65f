"""A family that asks questions on a hospital database; what is its own is one :class:`Hospital`.

::

    raw files ──loader──▶ database ──templates──▶ questions ──oracle──▶ gold, reference
                              └──── published question files ──▶ published-* splits
"""

from medgym_ehr.hospital.category import CATEGORIES, DESCRIPTIONS
from medgym_ehr.hospital.description import Hospital
from medgym_ehr.hospital.family import HospitalFamily
from medgym_ehr.hospital.repertoire import Repertoire

__all__ = ["CATEGORIES", "DESCRIPTIONS", "Hospital", "HospitalFamily", "Repertoire"]
