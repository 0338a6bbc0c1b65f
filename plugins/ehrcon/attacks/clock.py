"""Asks of a stated time alone whether anything at all was recorded then, and compares no item.

Until version 0.8 false minutes were minutes of nothing, and false days days later. In an audit item and value
are looked up, whenever.
"""

import csv
import re
import sqlite3
from collections import defaultdict
from datetime import datetime, timedelta
from pathlib import Path

TIME = re.compile(
    r"\[\*\*(?:(\d{4})-)?(\d+)-(\d+)\*\*\](?:\s+(\d+):(\d\d)(AM|PM)?)?"
    r"|(?:HD ?# ?|hospital day )(\d+)|\b(admission|discharge|yesterday)\b",
    re.IGNORECASE,
)
DAY = timedelta(days=1)
LIST = re.compile(
    r".*(?:discharge|home|admission)\b.*medication|.*medication.*\b(?:admission|discharge)", re.I
)
TIMES = {
    **dict.fromkeys(("labevents", "chartevents", "outputevents", "inputevents_cv"), "charttime"),
    "inputevents_mv": "starttime",
    "microbiologyevents": "charttime",
    "prescriptions": "startdate",
}
VALUES = [
    *(
        f"SELECT lower(label), {value} FROM {table} JOIN {items} USING (itemid)"
        for table, items, value in (
            ("labevents", "d_labitems", "valuenum"),
            ("chartevents", "d_items", "valuenum"),
            ("outputevents", "d_items", "value"),
            *(
                (f"inputevents_{system}", "d_items", part)
                for system in ("cv", "mv")
                for part in ("amount", "rate")
            ),
        )
    ),
    "SELECT lower(drug), dose_val_rx FROM prescriptions",
    *(f"SELECT lower({name}), NULL FROM microbiologyevents" for name in ("spec_type_desc", "org_name")),
]
CODED = [
    f"SELECT lower({title}_title), NULL FROM {kind}_icd JOIN d_icd_{kind} USING (icd9_code)"
    for kind in ("diagnoses", "procedures")
    for title in ("short", "long")
]


def rows(name):
    """Rows of a file of the task."""
    with open(f"data/{name}.csv", encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def moment(found):
    """When a time of the note is, and whether it gives the minute."""
    year, month, day, hour, minute, half, stay, word = found.groups()
    if stay:
        return admitted.replace(hour=0, minute=0) + (int(stay) - 1) * DAY, False
    if word:
        return {"a": admitted, "d": charted, "y": charted - DAY}[word[0].lower()], False
    when = datetime(int(year or charted.year), int(month), int(day))
    if hour is None:
        return when, False
    hours = int(hour) % 12 + 12 * (half.upper() == "PM") if half else int(hour)
    return when + timedelta(hours=hours, minutes=int(minute)), True


def late(number, character):
    """Whether the time that governs the place looks moved."""
    here = [*TIME.finditer(lines[number])]
    before = [found for found in here if found.end() <= character]
    heading = next((line for line in reversed(lines[:number]) if line.rstrip().endswith(":")), "")
    governing = before[-1:] or here[:1] or [*TIME.finditer(heading)][-1:]
    if not governing:
        return False
    when, exact = moment(governing[0])
    if not exact:
        return (when.date() - admitted.date()).days >= 3
    return f"{when}" not in begun


question = Path("question.txt").read_text(encoding="utf-8")
audit = Path("data/audit-notes.csv").exists()
prefix = "audit-" * audit
noted = {row["ROW_ID"]: row for row in rows(f"{prefix}notes")}
unquoted = re.sub('".*"', "", question)
note = next(noted[number] for number in re.findall(r"\d+", unquoted) if number in noted)
lines = note["TEXT"].split("\n")
charted, admitted = datetime.fromisoformat(note["CHARTDATE"][:10]), datetime.fromisoformat(note["ADMITTIME"])
hadm_id = int(float(note["HADM_ID"]))
with sqlite3.connect("file:data/ehrcon.sqlite?mode=ro", uri=True) as database:
    begun = {
        when
        for table, column in TIMES.items()
        for (when,) in database.execute(f"SELECT {column} FROM {table} WHERE hadm_id = ?", (hadm_id,))
    }
if audit:
    names = defaultdict(set)
    for row in rows("audit-synonyms"):
        names[row["term"]].add(row["name"])
    spoken = {*names} | {
        term.split(" ", 1)[1] for term in names if term.startswith(("systolic ", "diastolic "))
    }
    longest_first = "|".join(re.escape(term) for term in sorted(spoken, key=len, reverse=True))
    number = r"(?:(?!\b(?:on|hd|day)\b)[^\d\n.,;[#]){0,30}?(?<![\w.])(\d+(?:\.\d+)?)"
    mention = re.compile(rf"(?<!\w)({longest_first})(?!\w)(?:{number})?")
    held, undated = defaultdict(set), set()
    with sqlite3.connect("file:data/ehrcon.sqlite?mode=ro", uri=True) as database:
        for query in (*VALUES, *CODED):
            for name, value in database.execute(f"{query} WHERE hadm_id = ?", (hadm_id,)):
                held[name].add(value)
                undated |= {name} if query in CODED else set()
    answer = []
    for place, line in enumerate(lines):
        heading = next((above for above in reversed(lines[:place]) if above.rstrip().endswith(":")), "")
        for found in mention.finditer("" if LIST.match(heading) else line.lower()):
            called = names[found[1]] | names[f"systolic {found[1]}"]
            values = set().union(*(held[name] for name in called))
            if not values:
                wrong = "item"
            elif found[2] and float(found[2]) not in values:
                wrong = "value"
            else:
                wrong = "time" if called.isdisjoint(undated) and late(place, found.start()) else ""
            if wrong:
                answer.append({"line": place + 1, "character": found.start() + 1, "columns": [wrong]})
else:
    line, character = (
        int(next(filter(None, re.search(pattern, unquoted, re.IGNORECASE).groups())))
        for pattern in (
            r"\b(?:line|lien|ln|l) ?(\d+)|(\d+)(?:st|nd|rd|th) line",
            r"\b(?:char\w*|ch|col|pos) ?(\d+)|(\d+)(?:st|nd|rd|th) char",
        )
    )
    moved = late(line - 1, character - 1)
    answer = {"consistent": not moved, "columns": ["time"] * moved}
