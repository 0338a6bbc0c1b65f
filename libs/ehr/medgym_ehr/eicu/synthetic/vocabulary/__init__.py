"""The terms that synthetic files are written with: paths, labs, drugs, fluids, cultures, people's traits.

Paths and names have the form of eICU's, codes are ICD-9-CM and ICD-10-CM, which are in the public domain, and
the laws of values are rounded textbook ranges.
"""

from __future__ import annotations

from typing import Any

from medgym_ehr.synthetic.vocabulary import Terms, read_terms, read_traits


def terms(name: str) -> Terms:
    """The vocabulary ``name.csv``."""
    return read_terms(__name__, name)


def traits(name: str) -> dict[str, Any]:
    """The traits ``name.json``: weights by value, by trait."""
    return read_traits(__name__, name)
