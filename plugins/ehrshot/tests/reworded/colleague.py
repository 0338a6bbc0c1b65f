"""Reads what a reworded question asks as a colleague would: by what its words mean, whoever wrote them."""

import re
from typing import NamedTuple

from .words import ANALYTES, DISEASES, LIMITS, in_figures, limit

TIME = r"pred(?:ict?ion|icton)? time"
AFTER = rf"(?:after|affter|post|following|subsequent to)(?: the)? {TIME}|between {TIME}"
SPAN = r"(\d+) ?(min|minut|minute|d|days?|dyas)?\b.{0,35}?\b(\d+) ?(?:d|days?|dyas)\b"
STAY = r"\bstay|\blos\b|hospitalisation|in the hospital"
CARE = r"\bicu\b|intensive care|intesive care"
AGAIN = (
    r"read?mit|re-adm|readmission|back in|back as|admitted again|further hospital admission"
    r"|comes back|once more"
)
FILM = r"\bcxr\b|chest x-?ray|chest xray|chest film|radiograph of the chest|picture of the chest"


class Understood(NamedTuple):
    """What a question asks."""

    target: str
    rows: str
    columns: tuple[str, ...]


def read(question):
    """What is asked; ValueError if a part of it is not said, or is said in two ways."""
    plain = " ".join(question.split())
    (rows,) = said_once(r"data/\w+/\w+/rows\.parquet", plain)
    said_once(r"(?<![/\w])predictions\.csv", plain)
    listed = re.search(r"row_id(?:, [a-z_]+)+", plain)
    if not listed:
        raise ValueError("no columns")
    columns = tuple(listed[0].split(", ")[1:])
    text = plain.lower()
    if not re.search(r"auroc|\broc\b|receiver operating characteristic", text):
        raise ValueError("no ROC curve")
    if not re.search(r"\b0(?:-| to | and )1\b", text):
        raise ValueError("no range")
    if not re.search(r"once|one line|one time|1 line|1x", text):
        raise ValueError("how often a row stands is not said")
    if len(columns) > 1 and not re.search(r"(?:per|ea|each|evry|one) col\w*.*?calibrat", text):
        raise ValueError("what each column is judged by is not said")
    asked = plain.replace(rows, " these ").replace(listed[0], " ")
    return Understood(target(in_figures(asked)), rows, columns)


def said_once(pattern, text):
    found = set(re.findall(pattern, text))
    if len(found) != 1:
        raise ValueError(f"{pattern}: {sorted(found)}")
    return found


def target(text):
    """The target, by what the words mean."""
    text = re.sub(r"\b0(?:-| to | and )1\b|\b1 line\b|\b1x\b|each 1\b", " ", text)
    clauses = [
        one for one in re.split(r"[?!:;]|\. |, what's|\bthat (?=\w)| for evry| need prob of", text) if one
    ]
    found = {name for clause in clauses for name in targets(clause)}
    if len(found) != 1:
        raise ValueError(f"targets: {sorted(found)}")
    return found.pop()


def targets(clause):
    """Targets that a clause asks for."""
    after = re.search(AFTER, clause)
    for name, said in ANALYTES.items():
        if re.search(said, clause) and re.search(r"\d", clause) and limit(clause) == LIMITS[name]:
            yield name
    span = re.search(SPAN, clause)
    window = span and (int(span[1]), (span[2] or "d")[0], int(span[3]))
    for name, said in DISEASES.items():
        if re.search(said, clause) and after and window == (1, "d", 365) and re.search(NEW, clause):
            yield name
    if re.search(AGAIN, clause) and after and window == (1, "m", 30):
        yield "guo_readmission"
    elif re.search(CARE, clause) and after and re.search(ENDS, clause):
        yield "guo_icu"
    elif re.search(STAY, clause) and re.search(r"ho[sp]+", clause) and re.search(WEEK, clause):
        yield "guo_los"
    if re.search(FILM, clause) and re.search(r"repor?t|raport", clause) and re.search(r"finding", clause):
        yield "chexpert"


NEW = r"\bnew|first"
ENDS = r"(?:end|before|befor|b4|prior to|not ended).*stay|stay.*(?:ends|is over|not ended)"
WEEK = (
    r"(?:>=|≥|no less than) ?7 (?:d|days)\b|\b7 ?(?:d|days|dyas)(?: \(\w+ days or more\)\)?)?"
    r" (?:or (?:longer|more|up)|at the least)"
)
