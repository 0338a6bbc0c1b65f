"""A family that asks questions on a hospital database; what is its own is one :class:`Hospital`.

::

    raw files ──loader──▶ database ──templates──▶ questions ──oracle──▶ gold, reference
                              └──── published question files ──▶ published-* splits

A template is a question in words beside the query that answers it. Words that several hospitals share are in
``forms``; a hospital adds its facts and its query to them, and templates of its own. A family that declares
another hospital (:class:`Elsewhere`) asks its templates there, too, in a split of its own.
"""

from medgym_ehr.hospital.category import CATEGORIES, DESCRIPTIONS
from medgym_ehr.hospital.description import Elsewhere, Hospital
from medgym_ehr.hospital.family import HospitalFamily
from medgym_ehr.hospital.repertoire import Repertoire

__all__ = ["CATEGORIES", "DESCRIPTIONS", "Elsewhere", "Hospital", "HospitalFamily", "Repertoire"]
