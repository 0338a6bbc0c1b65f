"""MIMICSQL's database as questions see it: whose facts belong to which half of the subject ledger."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from medgym_ehr.questions.dialect import Dialect

DIALECT = Dialect(
    source="mimic-iii",
    now=datetime.max,  # no question asks for the time
    partitioned=frozenset(
        ("patient", "disease", "diagnosis", "procedure", "drug", "formulary", "lab"),
    ),
    visits={},
    stays={},
)
"""The ledger's kinds and values are those of every family on MIMIC-III: texts in lower case, diagnoses and
procedures by short title."""


class Owner(NamedTuple):
    """Whose another name is."""

    kind: str
    """Kind of the ledger."""
    table: str
    column: str
    """Where the other name stands."""
    value: str
    """What the ledger calls it, as SQL."""


OWNERS: Mapping[str, Owner] = {
    "name": Owner("patient", "DEMOGRAPHIC", "NAME", "SUBJECT_ID"),
    "diagnosis_code": Owner("diagnosis", "DIAGNOSES", "ICD9_CODE", "lower(SHORT_TITLE)"),
    "diagnosis_title": Owner("diagnosis", "DIAGNOSES", "LONG_TITLE", "lower(SHORT_TITLE)"),
    "procedure_code": Owner("procedure", "PROCEDURES", "ICD9_CODE", "lower(SHORT_TITLE)"),
    "procedure_title": Owner("procedure", "PROCEDURES", "LONG_TITLE", "lower(SHORT_TITLE)"),
    "item": Owner("lab", "LAB", "ITEMID", "lower(LABEL)"),
}
"""Places of questions that name a subject by another name, which is one subject's only."""
