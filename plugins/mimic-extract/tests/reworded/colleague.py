"""Reads what a reworded question asks as a colleague would: by what its words mean, whoever wrote them."""

import re
from typing import NamedTuple

DEATH = r"\bdie|\bdeath|\bdead\b|\brip\b|pass away|fatal|mortality|\balive\b|dose not survive"
HOSPITAL = r"ho[ps]+i?tal|inpatient|in hosp|\bhosp\b"
CARE = r"\bicu\b|intensive|intesive|\bunit\b"
WIDER = r"ward|\bfloor\b|after transfer|irrespective of the unit|wherever in the house"
STAY = r"\blos\b|\bstays?\b|still with us|exceeds|\bbed\b|\bkept\b"
LONGER = r">|over|longer|exceeds|more than"
SPANS = (
    (r"(\d+|three|seven) ?d(?:ays|yas)?\b(?! are)", 1),
    (r"(\d+)/7", 1),
    (r"(?<!times )\b(\d+) ?h(?:ours)?\b", 24),
    (r"(three|seven) times 24 hours", 1),
)
MACHINE = r"\bvent\b|ventilat(?:or|ion|ory)|ventlation|breathing machine|\bmv\b"
DECIDING = r"decid+ing|hours that decide"
ROLES = {
    "chance": r"(?<![\d.])0\b(?!\.)|\bnil\b|nothing|zero|no reward|not remunerated",
    "baseline": r"(?<![\d.])1\b(?!\.)|full",
    "enough": r"suc+ess",
}
AREA = r"(?<![\d.])(0?\.\d{3}|\d\d\.\d)(?!\d)"
WORDS = {"three": 3, "seven": 7}


class Understood(NamedTuple):
    """What a question asks, and what an answer earns."""

    target: str
    rows: str
    file: str
    columns: frozenset[str]
    metric: str
    chance: float
    baseline: float
    enough: float


def read(question):
    """What is asked; ValueError if a part of it is not said, or is said in two ways."""
    text = " ".join(question.lower().split())
    rows = one(r"data/[\w-]+/[\w-]+/rows\.parquet", text, "file of rows")
    file = one(r"(?<![/\w])\w+\.csv", text, "file to write")
    columns = frozenset(re.findall(r"\brow_id\b|\bp_[a-z]+\b", text))
    if columns == {"row_id"} and says(
        r"row_id(?:\b[^a-z]+|,? (?:and|first|second|column)\b)+probability", text
    ):
        columns |= {"probability"}
    earned = areas(text)
    rest = re.sub(AREA, " ", text.replace(rows, " these "))
    return Understood(asked(rest), rows, file, columns, metric(rest, columns), *earned)


def one(pattern, text, what):
    """The only finding of a pattern."""
    found = set(re.findall(pattern, text))
    if len(found) != 1:
        raise ValueError(f"{what}: {sorted(found)}")
    return found.pop()


def says(pattern, text):
    return re.search(pattern, text) is not None


def asked(text):
    """The target, by what the words mean."""
    found = []
    if says(MACHINE, text) and says(DECIDING, text):
        found.append("vent")
    if says(DEATH, text):
        if not (says(HOSPITAL, text) and (says(WIDER, text) or not says(CARE, text))):
            raise ValueError("a death in or out of the hospital")
        found.append("mort_hosp")
    elif says(CARE, text) and says(STAY, text) and says(LONGER, text):
        days = {
            WORDS.get(number) or int(number) / hours
            for pattern, hours in SPANS
            for number in re.findall(pattern, text)
        }
        if len(days) != 1:
            raise ValueError(f"days: {sorted(days)}")
        found.append(f"los_{days.pop():g}")
    if len(found) != 1:
        raise ValueError(f"targets: {found}")
    return found[0]


def metric(text, columns):
    """How predictions are judged, and that the numbers wanted are said to be what is judged."""
    if not says(r"auroc|\broc\b|receiver operating characteristic", text):
        raise ValueError("no ROC curve")
    if not says(r"once|one line|one time|1 line|its one line|1x", text):
        raise ValueError("how often a row stands is not said")
    if "probability" in columns:
        if not says(r"\b0(?:-| to | and )1\b", text):
            raise ValueError("no range")
        return "auroc"
    for said in (
        r"\brest\b|remainder|othrs",
        r"\bmean\b|average|\bavg\b|avreaged",
        r"\bfinite?\b",
        r"likelier|liklier",
        r"separately|on its own|by its+elf|in its own right|alone|by itself",
        r"all? (?:the )?rows",
    ):
        if not says(said, text):
            raise ValueError(f"{said} is not said")
    return "macro_auroc_ovr"


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
    return [found[role] for role in ROLES]
