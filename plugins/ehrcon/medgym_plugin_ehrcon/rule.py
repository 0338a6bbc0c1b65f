"""The label rule: does the database hold what a mention claims, and if not, what is wrong?

A claim is consistent if some record of the admission has one of its names, its value, its unit (if one is
written) and a time within its window. Otherwise, if no record of the admission has one of its names, the
item is inconsistent. Otherwise conditions are masked: the smallest set of value, unit and time without which
some record agrees is inconsistent. Where two sets are equally small, the claim is ambiguous.

Source: the rule of Kwon et al. 2024, arXiv 2406.16341, made exact where the paper leaves a choice.
"""

from __future__ import annotations

import math
import sqlite3
from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import combinations
from typing import NamedTuple

from medgym_plugin_ehrcon.claim import ROLES, Claim, Role

_ALWAYS = (datetime.min, datetime.max)
_QUERIES = (
    *(
        f"SELECT label, {value}, {unit}, {start}, {end} FROM {table} e JOIN {items} USING (itemid)"
        for table, items, value, unit, start, end in (
            ("labevents", "d_labitems", "valuenum", "valueuom", "charttime", "charttime"),
            ("chartevents", "d_items", "valuenum", "valueuom", "charttime", "charttime"),
            ("outputevents", "d_items", "value", "valueuom", "charttime", "charttime"),
            ("inputevents_cv", "d_items", "amount", "amountuom", "charttime", "charttime"),
            ("inputevents_cv", "d_items", "rate", "rateuom", "charttime", "charttime"),
            ("inputevents_mv", "d_items", "amount", "amountuom", "starttime", "endtime"),
            ("inputevents_mv", "d_items", "rate", "rateuom", "starttime", "endtime"),
        )
    ),
    "SELECT e.drug, e.dose_val_rx, e.dose_unit_rx, e.startdate, e.enddate FROM prescriptions e",
    *(
        f"SELECT e.{name}, NULL, NULL, coalesce(e.charttime, e.chartdate), NULL FROM microbiologyevents e"
        for name in ("spec_type_desc", "org_name")
    ),
    *(
        f"SELECT d.{title}, NULL, NULL, '', '' FROM {table}_icd e JOIN d_icd_{table} d USING (icd9_code)"
        for table in ("diagnoses", "procedures")
        for title in ("short_title", "long_title")
    ),
)
"""Every way in which a table records an item: name, value, unit, start, end; empty where it has no time."""


class AmbiguousClaimError(Exception):
    """Two equally small sets of conditions explain an inconsistency."""


class Record(NamedTuple):
    """One thing that the database says of an admission."""

    name: str
    """The item, in lower case."""
    value: float | None
    """The number."""
    unit: str | None
    """Its unit."""
    start: datetime | None
    """When it began; None if that is not recorded."""
    end: datetime | None
    """When it ended."""


def records(database: sqlite3.Connection, hadm_id: int) -> list[Record]:
    """All records of an admission."""
    found = []
    for query in _QUERIES:
        for name, value, unit, start, end in database.execute(f"{query} WHERE e.hadm_id = ?", (hadm_id,)):
            if name is not None:
                times = _ALWAYS if start == "" else (_time(start), _time(end or start))
                found.append(Record(name, value, unit, *times))
    return found


def recorded_names(database: sqlite3.Connection) -> frozenset[str]:
    """What the items of all records are called, of whatever admission."""
    return frozenset(name for query in _QUERIES for name, *_ in database.execute(query) if name is not None)


def inconsistent(claims: Iterable[Claim], recorded: Sequence[Record]) -> tuple[Role, ...]:
    """What of ``claims`` is inconsistent with the records of the admission; nothing if all hold.

    Raises:
        AmbiguousClaimError: if that cannot be told.
    """
    wrong = {role for claim in claims for role in _culprits(claim, recorded)}
    return tuple(role for role in ROLES if role in wrong)


def _culprits(claim: Claim, recorded: Sequence[Record]) -> Sequence[Role]:
    named = [_agreement(claim, record) for record in recorded if record.name in claim.names]
    if not named:
        return ("item",)
    stated: list[Role] = [role for role in ROLES[1:] if role == "time" or getattr(claim, role) is not None]
    for size in range(len(stated) + 1):
        explained = [
            mask
            for mask in combinations(stated, size)
            if any(set(stated) - set(mask) <= agree for agree in named)
        ]
        if len(explained) > 1:
            raise AmbiguousClaimError
        if explained:
            return explained[0]
    raise AssertionError("with everything masked, every record agrees")


def _agreement(claim: Claim, record: Record) -> set[Role]:
    """The conditions that a record meets."""
    met: set[Role] = set()
    if claim.value is not None and record.value is not None and math.isclose(record.value, claim.value):
        met.add("value")
    if claim.unit is not None and record.unit is not None and _same(record.unit, claim.unit):
        met.add("unit")
    if record.start and record.end and record.start <= claim.end and record.end >= claim.start:
        met.add("time")
    return met


def _same(unit: str, other: str) -> bool:
    return unit.strip().casefold() == other.strip().casefold()


def _time(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None
