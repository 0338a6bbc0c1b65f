"""Releases: which question files there are, what database they are asked of, and what time it is there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

SPLITS = ("train", "valid", "test")


@dataclass(frozen=True)
class Release:
    """One published question set."""

    title: str
    """Name, for messages."""
    database: str
    """Name of the database; folders and prebuilt files bear it."""
    layout: Literal["rows", "pairs"]
    """``rows``: one file a split with everything; ``pairs``: questions and labels in files of their own."""
    now: str
    """Current time of the database, ``YYYY-MM-DD HH:MM:SS``."""
    lower: bool
    """Whether the official post-processing lower-cases SQL, string literals included."""
    ids: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """Slots that name a row of the database, to the table and column where it must be."""
    aliases: frozenset[str] = frozenset()
    """Further values of ``db_id`` that mean this database."""


MIMIC_III = Release(
    title="EHRSQL on MIMIC-III",
    database="mimic_iii",
    layout="rows",
    now="2105-12-31 23:59:00",
    lower=True,
    ids={"patient_id": ("admissions", "subject_id")},
    aliases=frozenset({"mimic3"}),
)
"""Lee et al. 2022, arXiv 2301.07695; github glee4810/EHRSQL, v1.0.0 to v1.5.1, CC BY 4.0."""
EICU = Release(
    title="EHRSQL on eICU",
    database="eicu",
    layout="rows",
    now="2105-12-31 23:59:00",
    lower=True,
    ids={"patient_id": ("patient", "uniquepid")},
)
"""The same, on eICU."""
MIMIC_IV_DEMO = Release(
    title="EHRSQL-2024 on the MIMIC-IV demo",
    database="mimic_iv",
    layout="pairs",
    now="2100-12-31 23:59:00",
    lower=False,
    ids={"patient_id": ("admissions", "subject_id")},
)
"""Shared task of Clinical NLP at NAACL 2024; github glee4810/ehrsql-2024, CC BY 4.0."""
