"""Answers to corrections, from question text, note text and raw files, with pandas."""

import re

import pandas as pd

from .labels import Asked, _parts, _time, _window

KINDS = {
    "when": r"At which times|When is that recorded",
    "what": r"which values|Correct the value",
    "gap": r"How many minutes|By how many minutes",
    "next": r"recorded next|the next record",
}


def kind(question: str) -> str:
    """What a question asks, by its words outside the mention."""
    (found,) = (name for name, words in KINDS.items() if re.search(words, question))
    return found


def corrected(question: str, what: Asked, known, recorded, names: dict[str, set[str]]) -> object:
    """The answer; times as text."""
    note, (term, (value,), unit) = known[what.note], _parts(what.text, names)
    first, last = _window(_time(note.TEXT.split("\n"), what), note)
    rows = recorded[int(float(note.HADM_ID))]
    rows = rows[rows["name"].isin(names[term]) & rows["value"].notna() & rows["start"].notna()]
    rows = rows if unit is None else rows[rows["unit"] == unit.lower()]
    same = rows[(rows["value"] - value).abs() < 1e-9]
    match kind(question):
        case "when":
            return sorted({str(time) for time in same["start"]})
        case "what":
            return sorted(set(rows.loc[(rows["start"] <= last) & (rows["end"] >= first), "value"]))
        case "gap":
            return int((same["start"] - first).abs().min() // pd.Timedelta(minutes=1))
    later = rows[rows["start"] > last].sort_values("start")
    return {"time": str(later["start"].iloc[0]), "value": float(later["value"].iloc[0])}
