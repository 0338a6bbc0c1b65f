"""Grabs item, value and unit from the mention and looks them up in its admission, whenever that was.

It knows terms, units and the rule, but reads no time and no sentence. What is found is
consistent, and what is not is wrong in what has to be left out to find it. In an audit it calls what it finds
wrong in time, but for diagnoses and procedures. No such rule earned more on training splits; one that looks
about the day of the note, where no time is read, earns less.
"""

import csv
import re
import sqlite3
from collections import defaultdict
from pathlib import Path

MEASURED = {
    "labevents": ("d_labitems", ("valuenum, valueuom",)),
    "chartevents": ("d_items", ("valuenum, valueuom",)),
    "outputevents": ("d_items", ("value, valueuom",)),
    "inputevents_cv": ("d_items", ("amount, amountuom", "rate, rateuom")),
    "inputevents_mv": ("d_items", ("amount, amountuom", "rate, rateuom")),
}
"""Table to that of its items, and its pairs of value and unit."""
CODED = [
    f"SELECT {title}_title, NULL, NULL FROM {kind}_icd JOIN d_icd_{kind} USING (icd9_code)"
    for kind in ("diagnoses", "procedures")
    for title in ("short", "long")
]
EVENTS = [
    *(
        f"SELECT label, {pair} FROM {table} JOIN {items} USING (itemid)"
        for table, (items, pairs) in MEASURED.items()
        for pair in pairs
    ),
    "SELECT drug, dose_val_rx, dose_unit_rx FROM prescriptions",
    "SELECT spec_type_desc, NULL, NULL FROM microbiologyevents",
    "SELECT org_name, NULL, NULL FROM microbiologyevents",
    *CODED,
]
PARTS = ("systolic ", "diastolic ")


def rows(name):
    """Rows of a file of the task."""
    with open(f"data/{name}.csv", encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def mention(terms):
    """Pattern of a term with a number, two with a slash, and a unit behind it, if there are."""
    longest_first = "|".join(re.escape(term) for term in sorted(terms, key=lambda term: (-len(term), term)))
    between = r"(?:(?!\b(?:on|hd|day)\b)[^\d\n.,;[#]){0,30}?(?<![\w.])"
    number = rf"(?:{between}(\d+(?:\.\d+)?|\.\d+)(?:/(\d+(?:\.\d+)?))?(?: ?([a-z%][a-z%/]*))?)?"
    return re.compile(rf"(?<!\w)({longest_first})(?!\w){number}")


def wrong(found):
    """What of a mention has to be left out to find it in the admission; nothing if all of it is there."""
    term, first, second, unit = found.groups()
    unit = unit if quoted or unit in units else None
    parts = PARTS if second else ("",)
    columns = set()
    for part, value in zip(parts, (first, second), strict=False):
        held = [
            {
                "value": value is None or (number is not None and abs(number - float(value)) < 1e-9),
                "unit": unit is None or (recorded or "").strip().lower() == unit,
            }
            for called in names[part + term]
            for number, recorded in recorded_of[called]
        ]
        if not held:
            columns.add("item")
        else:
            columns |= next(
                {*left}
                for left in ((), ("value",), ("unit",), ("value", "unit"))
                if any(all(met or role in left for role, met in one.items()) for one in held)
            )
    return sorted(columns)


UNITS = " UNION ".join(
    f"SELECT DISTINCT lower({pair.split(', ')[1]}) FROM {table}"
    for table, pair in (
        *((table, pair) for table, (_, pairs) in MEASURED.items() for pair in pairs),
        ("prescriptions", "dose_val_rx, dose_unit_rx"),
    )
)
question = Path("question.txt").read_text(encoding="utf-8").lower()
quoted = re.search('"(.*)"', question)
audit = Path("data/audit-notes.csv").exists()
prefix = "audit-" * audit
names = defaultdict(set)
for row in rows(f"{prefix}synonyms"):
    names[row["term"]].add(row["name"])
spoken = {*names} | {term.removeprefix(part) for term in names for part in PARTS if term.startswith(part)}
noted = {row["ROW_ID"]: row for row in rows(f"{prefix}notes")}
note = next(noted[number] for number in re.findall(r"\d+", question) if number in noted)
recorded_of, undated = defaultdict(list), set()
with sqlite3.connect("file:data/ehrcon.sqlite?mode=ro", uri=True) as database:
    units = set() if quoted else {unit for (unit,) in database.execute(UNITS)}
    for query in EVENTS:
        own = f"{query} WHERE hadm_id = ?", (int(float(note["HADM_ID"])),)
        for name, *rest in database.execute(*own):
            recorded_of[name].append(rest)
            undated |= {name} if query in CODED else set()
if audit:
    pattern = mention(spoken)
    answer = [
        {"line": number, "character": found.start() + 1, "columns": columns}
        for number, line in enumerate(note["TEXT"].lower().split("\n"), 1)
        for found in pattern.finditer(line)
        if (columns := wrong(found) or ["time"] * names[found[1]].isdisjoint(undated))
    ]
else:
    said = re.sub(r",? ?no units?(?: given)?", "", question.replace(" point ", ".").replace(" over ", "/"))
    founds = [*mention(spoken).finditer(quoted[1] if quoted else said)]
    found = founds[0] if quoted else max(founds, key=lambda one: (bool(one[2]), len(one[1])), default=None)
    columns = wrong(found) if found else []
    answer = {"consistent": not columns, "columns": columns}
