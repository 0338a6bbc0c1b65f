"""Reads what a reworded question asks as a colleague would: by what its words mean, whoever wrote them."""

import re
from typing import NamedTuple

from .words import ANALYTES, DISEASES, LIMITS, in_figures, limit

AREA = r"(?<![\d.])(0?\.\d{3}|\d\d\.\d)(?!\d)"
ROLES = {
    "chance": r"(?<![\d.])0\b(?!\.)|\bnil\b|nothing|zero|no reward|not remunerated",
    "baseline": r"(?<![\d.])1\b(?!\.)|full",
    "enough": r"suc+ess",
}
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
    """What a question asks, and what an answer earns."""

    target: str
    rows: str
    columns: tuple[str, ...]
    earned: tuple[float, ...]


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
    earned = mean(text) if len(columns) > 1 else areas(text)
    asked = re.sub(AREA, " ", plain.replace(rows, " these ").replace(listed[0], " "))
    return Understood(target(in_figures(asked)), rows, columns, earned)


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


def mean(text):
    """The mean reward that is a success; and that a column's reward is said."""
    if not all(re.search(said, text) for said in ROLES.values()):
        raise ValueError("what a column earns is not said")
    found = re.findall(r"(?<![\d.])0\.\d\d(?!\d)", text)
    if len(found) != 1:
        raise ValueError(f"successes: {found}")
    return (float(found[0]),)


def areas(text):
    """Where the reward is 0 and 1, and what is a success: each area by what is said nearest in its clause."""
    found = {}
    for clause in re.split(r";|!|\. | - ", text):
        spots = list(re.finditer(AREA, clause))
        if len(spots) > 1:
            raise ValueError(f"two areas in one clause: {clause}")
        for spot in spots:
            away = [
                (max(cue.start() - spot.end(), spot.start() - cue.end()), role)
                for role, cues in ROLES.items()
                for cue in re.finditer(cues, clause)
            ]
            if not away or min(away)[1] in found:
                raise ValueError(f"what {spot[0]} is for is not said")
            value = float(spot[0])
            found[min(away)[1]] = value if value < 1 else round(value / 100, 3)
    if found.keys() != ROLES.keys():
        raise ValueError(f"only {sorted(found)} are said")
    return tuple(found[role] for role in ROLES)
