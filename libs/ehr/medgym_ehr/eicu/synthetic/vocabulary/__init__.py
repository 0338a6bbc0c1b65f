"""How eICU writes what the patient model knows: paths, labs, drugs, fluids, cultures, people's traits.

``as_NAME.csv`` names a concept, ``also_NAME.csv`` what is beside one. Paths and names have the form of
eICU's, codes are ICD-9-CM and ICD-10-CM, which are in the public domain.
"""

from __future__ import annotations

from typing import Any

from medgym_ehr.synthetic.concept import Alternatives, Companions, read_alternatives, read_companions
from medgym_ehr.synthetic.vocabulary import Terms, read_terms, read_traits


def terms(name: str) -> Terms:
    """The vocabulary ``name.csv``."""
    return read_terms(__name__, name)


def traits(name: str) -> dict[str, Any]:
    """The traits ``name.json``: weights by value, by trait."""
    return read_traits(__name__, name)


def alternatives(name: str, concepts: tuple[str, ...]) -> Alternatives:
    """Of ``as_name.csv``."""
    return read_alternatives(__name__, name, concepts)


def companions(name: str, concepts: tuple[str, ...]) -> Companions:
    """Of ``also_name.csv``."""
    return read_companions(__name__, name, concepts)
