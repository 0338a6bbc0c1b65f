"""The terms that synthetic files are written with: codes, titles, drugs, items, specimens, people's traits.

Diagnoses and procedures are ICD-9-CM, which is in the public domain; item numbers and labels follow
MIMIC-III's where one is known, and the laws of values are rounded textbook ranges.
"""

from __future__ import annotations

from typing import Any

from medgym_ehr.synthetic.concept import Alternatives, Companions, read_alternatives, read_companions
from medgym_ehr.synthetic.vocabulary import Terms, read_terms, read_traits
from medgym_patient.concept import table


def terms(name: str) -> Terms:
    """The vocabulary ``name.csv``."""
    return read_terms(__name__, name)


def traits(name: str) -> dict[str, Any]:
    """The traits ``name.json``: weights by value, by trait."""
    return read_traits(__name__, name)


def alternatives(name: str, kind: str) -> Alternatives:
    """Of ``as_name.csv``, for the concepts of the patient model's table ``kind``."""
    return read_alternatives(__name__, name, table(kind).names)


def companions(name: str, kind: str) -> Companions:
    """Of ``also_name.csv``, for the concepts of the patient model's table ``kind``."""
    return read_companions(__name__, name, table(kind).names)
