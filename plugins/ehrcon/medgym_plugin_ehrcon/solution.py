"""The reference solution: judges claims by the database; runs in the box, on the standard library."""

import sqlite3
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

Claim = tuple[Sequence[str], float | None, str | None, str, str]
"""Names, value, unit, first and last second."""
Row = Sequence[Any]
"""Name, value, unit, start and end of a record."""
FIELDS = ("value", "unit", "time")
MEASURED = (
    ("labevents", "d_labitems", "valuenum, valueuom, charttime, charttime"),
    ("chartevents", "d_items", "valuenum, valueuom, charttime, charttime"),
    ("outputevents", "d_items", "value, valueuom, charttime, charttime"),
    ("inputevents_cv", "d_items", "amount, amountuom, charttime, charttime"),
    ("inputevents_cv", "d_items", "rate, rateuom, charttime, charttime"),
    ("inputevents_mv", "d_items", "amount, amountuom, starttime, endtime"),
    ("inputevents_mv", "d_items", "rate, rateuom, starttime, endtime"),
)


def recorded(hadm_id: int) -> list[Row]:
    """Name, value, unit, start and end of all that the database says of an admission."""
    parts = [
        f"SELECT label, {columns} FROM {table} JOIN {items} USING (itemid) WHERE hadm_id = :id"
        for table, items, columns in MEASURED
    ]
    parts.append(
        "SELECT drug, dose_val_rx, dose_unit_rx, startdate, coalesce(enddate, startdate) FROM prescriptions "
        "WHERE hadm_id = :id"
    )
    when = "coalesce(charttime, chartdate)"
    for name in ("spec_type_desc", "org_name"):
        parts.append(f"SELECT {name}, NULL, NULL, {when}, {when} FROM microbiologyevents WHERE hadm_id = :id")
    for table in ("diagnoses", "procedures"):
        coded = f"{table}_icd JOIN d_icd_{table} USING (icd9_code) WHERE hadm_id = :id"
        parts += [f"SELECT {name}_title, NULL, NULL, '0', '9' FROM {coded}" for name in ("short", "long")]
    database = sqlite3.connect("file:data/ehrcon.sqlite?mode=ro", uri=True)
    return database.execute(" UNION ALL ".join(parts), {"id": hadm_id}).fetchall()


def judged(hadm_id: int, claims: Sequence[Claim]) -> dict[str, object]:
    """The answer to claims about one admission."""
    wrong = inconsistent(recorded(hadm_id), claims)
    return {"consistent": not wrong, "columns": wrong}


def inconsistent(rows: Sequence[Row], claims: Sequence[Claim]) -> list[str]:
    """What of claims is inconsistent with the records of their admission."""
    wrong = set[str]()
    for names, value, unit, start, end in claims:
        agreeing = [
            {
                "value": None not in (value, number)
                and abs((number or 0) - (value or 0)) < 1e-9 * max(1, value or 0),
                "unit": unit is not None and (recorded_unit or "").lower() == unit.lower(),
                "time": (first or "9") <= end and (last or first or "0") >= start,
            }
            for name, number, recorded_unit, first, last in rows
            if name in names
        ]
        stated = [
            field for field, given in zip(FIELDS, (value, unit, start), strict=True) if given is not None
        ]
        wrong.update(smallest(stated, agreeing) if agreeing else ["item"])
    return sorted(wrong)


def smallest(stated: Sequence[str], agreeing: Sequence[Mapping[str, bool]]) -> Sequence[str]:
    """The smallest set of conditions without which some record agrees."""
    masks = (mask for size in range(len(stated) + 1) for mask in combinations(stated, size))
    return next(
        mask
        for mask in masks
        if any(all(record[field] for field in stated if field not in mask) for record in agreeing)
    )
