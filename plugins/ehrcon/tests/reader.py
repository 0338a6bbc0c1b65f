"""Reads a question and its note: a second program, by which notes are held to state what their labels say."""

import csv
import re
from collections.abc import Mapping
from datetime import datetime, timedelta
from pathlib import Path

from medgym_plugin_ehrcon.governing import Explicit, phrase
from medgym_plugin_ehrcon.solution import Claim

DAY = timedelta(days=1)


def read_claims(question: str, public: Path) -> tuple[int, list[Claim]]:
    """Admission and claims of a question about a synthetic note, whose form is known."""
    before, text, after = re.split('"(.*)"', question)
    row_id, line, character = (_number(word, before + after) for word in ("note", "line", "character"))
    with open(public / "notes.csv", encoding="utf-8", newline="") as stream:
        note = next(row for row in csv.DictReader(stream) if row["ROW_ID"] == str(row_id))
    lines = note["TEXT"].split("\n")
    start, end = window(phrase(lines, line - 1, character - 1), note)
    known = synonyms(public)
    term, values, unit = read(text, known)
    terms = [term] if len(values) < 2 else [f"systolic {term}", f"diastolic {term}"]
    claims = [
        (known[name], None if value is None else float(value), unit, str(start), str(end))
        for name, value in zip(terms, values or [None], strict=True)
    ]
    return int(note["HADM_ID"]), claims


def _number(word: str, question: str) -> int:
    found = re.search(rf"(?i){word} (\d+)", question)
    assert found is not None
    return int(found[1])


def synonyms(public: Path) -> dict[str, list[str]]:
    """Term to the names it may have."""
    names: dict[str, list[str]] = {}
    with open(public / "synonyms.csv", encoding="utf-8", newline="") as stream:
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
