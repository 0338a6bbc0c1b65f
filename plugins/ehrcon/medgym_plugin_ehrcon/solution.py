"""The reference solution: reads question, note and database; runs in the box, on the standard library."""

import csv
import re
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import combinations

Explicit = tuple[str | None, ...]
"""Year, month, day, hour, minute and half of the day, as written."""
Claim = tuple[Sequence[str], float | None, str | None, str, str]
"""Names, value, unit, first and last second."""
DAY = timedelta(days=1)
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


def solve(question: str) -> dict[str, object]:
    """The answer to a question about a note whose form is known."""
    before, text, after = re.split('"(.*)"', question)
    row_id, line, character = (_number(word, before + after) for word in ("note", "line", "character"))
    with open("data/notes.csv", encoding="utf-8", newline="") as stream:
        note = next(row for row in csv.DictReader(stream) if row["ROW_ID"] == str(row_id))
    lines = note["TEXT"].split("\n")
    start, end = window(phrase(lines, line - 1, character - 1), note)
    known = synonyms()
    term, values, unit = read(text, known)
    terms = [term] if len(values) < 2 else [f"systolic {term}", f"diastolic {term}"]
    claims = [
        (known[name], None if value is None else float(value), unit, str(start), str(end))
        for name, value in zip(terms, values or [None], strict=True)
    ]
    return judged(int(note["HADM_ID"]), claims)


def _number(word: str, question: str) -> int:
    found = re.search(rf"(?i){word} (\d+)", question)
    assert found is not None
    return int(found[1])


def synonyms() -> dict[str, list[str]]:
    """Term to the names it may have."""
    names: dict[str, list[str]] = {}
    with open("data/synonyms.csv", encoding="utf-8", newline="") as stream:
        for row in csv.DictReader(stream):
            names.setdefault(row["term"], []).append(row["name"])
    return names


def read(text: str, known: Mapping[str, object]) -> tuple[str, list[str | None], str | None]:
    """Term, numbers and unit of a mention."""
    lower = text.lower()
    terms = {re.sub("^(systolic|diastolic) ", "", term) for term in known} | set(known)
    begins = [term for term in terms if lower.startswith(term) and not re.match(r"\w", lower[len(term) :])]
    term = max(begins, key=len)
    number = re.search(r"(?<![\w.])(\d+(?:\.\d+)?)(?:/(\d+(?:\.\d+)?))?\s*(.*)$", text[len(term) :])
    if number is None:
        return term, [], None
    return term, [value for value in number.groups()[:2] if value], number[3] or None


def phrase(lines: Sequence[str], at: int, character: int) -> str | Explicit | None:
    """The time that governs a mention: the last before it, else the first after it, else the heading's."""
    times = sorted(found(lines[at]), key=lambda time: time[0])
    if times:
        before = [time for place, time in times if place < character]
        return before[-1] if before else times[0][1]
    heading = next((line for line in reversed(lines[:at]) if line.rstrip().endswith(":")), "")
    inside = sorted(found(heading), key=lambda time: time[0])
    return inside[-1][1] if inside else None


def found(line: str) -> Iterator[tuple[int, str | Explicit]]:
    """Every time on a line: where it begins, and how it reads."""
    date = r"(?:(?<!\d)(\d{4})-|\[\*\*)(\d{1,2})-(\d{1,2})(?:\*\*\])?"
    for match in re.finditer(date + r"(?:\s+(?:at )?(\d{1,2}):(\d{2})(AM|PM)?)?", line):
        yield match.start(), match.groups()
    narrative = r"(?i)hd ?#(\d+)|hospital day (\d+)|\b(admission|discharge|yesterday)\b"
    for match in re.finditer(narrative, line):
        yield match.start(), next(group for group in match.groups() if group).lower()


def window(time: str | Explicit | None, note: Mapping[str, str]) -> tuple[datetime, datetime]:
    """First and last second of a time in a note."""
    charted, admitted = (datetime.fromisoformat(note[name][:10]) for name in ("CHARTDATE", "ADMITTIME"))
    if time is None:
        first = admitted if note["CATEGORY"].strip().lower().startswith("discharge") else charted
        return first - DAY, charted + 2 * DAY - timedelta(seconds=1)
    if isinstance(time, tuple):
        return explicit(time, charted.year)
    days = {"admission": admitted, "discharge": charted, "yesterday": charted - DAY}
    middle = days[time] if time in days else admitted + (int(time) - 1) * DAY
    return middle - DAY, middle + 2 * DAY - timedelta(seconds=1)


def explicit(time: Explicit, charted: int) -> tuple[datetime, datetime]:
    """First and last second of a date, or of a minute of it."""
    year, month, day, hour, minute, half = time
    moment = datetime(int(year or charted), int(month or 0), int(day or 0))
    if hour is None:
        return moment, moment + DAY - timedelta(seconds=1)
    hours = int(hour) % 12 + 12 * (half == "PM") if half else int(hour)
    moment += timedelta(hours=hours, minutes=int(minute or 0))
    return moment, moment + timedelta(seconds=59)


def recorded(hadm_id: int) -> list[tuple[str, float | None, str | None, str | None, str | None]]:
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
    rows, wrong = recorded(hadm_id), set[str]()
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
    return {"consistent": not wrong, "columns": sorted(wrong)}


def smallest(stated: Sequence[str], agreeing: Sequence[Mapping[str, bool]]) -> Sequence[str]:
    """The smallest set of conditions without which some record agrees."""
    masks = (mask for size in range(len(stated) + 1) for mask in combinations(stated, size))
    return next(
        mask
        for mask in masks
        if any(all(record[field] for field in stated if field not in mask) for record in agreeing)
    )
