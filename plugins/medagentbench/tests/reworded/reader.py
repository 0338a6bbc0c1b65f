"""Reads a question as a colleague would: which errand, of whom, with what, and what was said of how."""

import re
from typing import NamedTuple

from .words import meanings

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
NAME = r"[^\W\d_][\w'-]+"
NEEDED = {
    "find-patient": {"birth", "number"},
    "age": {"age"},
    "record-blood-pressure": {"pressure", "now", "before", "count"},
    "recent-magnesium": {"latest", "24 h"},
    "replace-magnesium": {"latest", "24 h", "low", "order"},
    "mean-glucose": {"mean", "24 h"},
    "latest-glucose": {"latest", "when"},
    "refer-to-orthopaedics": {"orthopaedics", "order", "conditions", "count"},
    "replace-potassium": {"latest", "low", "order", "mouth", "8 o'clock", "next day"},
    "renew-a1c": {"latest", "when", "a year", "none", "order"},
}
"""Template to what its question has to say besides the test and the facts."""


class Reading(NamedTuple):
    """What a question was read as."""

    template: str
    facts: dict
    missing: set
    """What the errand needs and was not said."""


def read(question, names):
    """A reading; ``names`` are those of the hospital's patients, first and family names alike."""
    quoted = re.search('["“]([^"”]+)["”]', question)
    rest = question.replace(quoted[0], " ") if quoted else question
    said = meanings(rest)
    facts = {"text": quoted[1]} if quoted else {}
    if number := re.search(r"\b[sS](\d{3}) ?(\d{4})\b", rest):
        facts["mrn"] = f"S{number[1]}{number[2]}"
    if value := re.search(r"\d+/\d+ mmHg", rest):
        facts["value"] = value[0]
    if "mrn" not in facts:
        facts |= _born(rest) | _named(rest, names)
    template = _template(said, facts)
    said |= {"count"} if re.search(r"how \w+ (were|conditions|are|had)", rest.lower()) else set()
    return Reading(template, facts, NEEDED[template] - said)


def _template(said, facts):
    if "text" in facts:
        return "refer-to-orthopaedics"
    if "mrn" not in facts:
        return "find-patient"
    if "a1c" in said:
        return "renew-a1c"
    if "potassium" in said:
        return "replace-potassium"
    if "magnesium" in said:
        return "replace-magnesium" if {"order", "low"} & said else "recent-magnesium"
    if "glucose" in said:
        return "mean-glucose" if "mean" in said else "latest-glucose"
    return "record-blood-pressure" if "pressure" in said or "value" in facts else "age"


def _born(text):
    """The only day that is named: a month by its name, a year of four digits, a day of the month."""
    if iso := re.search(r"\d{4}-\d\d-\d\d", text):
        return {"born": iso[0]}
    tokens = re.findall(r"[^\W_]+", text.lower())
    for place, token in enumerate(tokens):
        if token[:3] in MONTHS and (day := _day(tokens[max(0, place - 2) : place + 3])):
            year, number = day
            return {"born": f"{year}-{MONTHS.index(token[:3]) + 1:02}-{number:02}"}
    return {}


def _day(near):
    years = [token for token in near if re.fullmatch(r"\d{4}", token)]
    days = [found[1] for token in near if (found := re.fullmatch(r"(\d\d?)(?:st|nd|rd|th)?", token))]
    return (years[0], int(days[0])) if len(years) == len(days) == 1 else None


def _named(text, names):
    """Names that patients have, the family name last unless a comma follows or it is called so."""
    known = {name.casefold(): name for name in names}
    found = [
        (match, known[match[0].casefold()])
        for match in re.finditer(NAME, text)
        if match[0].casefold() in known
    ]
    if len(found) != 2:
        return {}
    (first, one), (second, other) = found
    reverse = text[first.end() : second.start()].strip() == "," or re.search(
        r"(?i)surname\W+$", text[: first.start()]
    )
    return {"given": other, "family": one} if reverse else {"given": one, "family": other}
