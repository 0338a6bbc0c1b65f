"""The split ``reworded``: the tasks of the test as people put them, in words that no other split uses."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import cache
from pathlib import Path
from random import Random

from medgym_plugin_medagentbench.case import Case
from medgym_plugin_medagentbench.template import TEMPLATES, Facts

SPLIT = "reworded"
MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)
"""English, whatever the locale."""


@cache
def wordings(name: str) -> tuple[str, ...]:
    """The wordings of a template, in an order of its own, so that no style goes with a branch."""
    texts = json.loads(Path(__file__).with_name("reworded.json").read_text(encoding="utf-8"))[name]
    return tuple(Random(f"medagentbench/reworded/{name}").sample(sorted(texts.values()), len(texts)))


def reworded(cases: Sequence[Case]) -> Iterator[Case]:
    """Each case in other words, the templates in turn; few cases in several, until all wordings were used."""
    asked: defaultdict[str, list[Case]] = defaultdict(list)
    for case in cases:
        asked[case.template].append(case)
    decks = [(asked[name], wordings(name)) for name in TEMPLATES if asked[name]]
    for place in range(max((max(len(some), len(texts)) for some, texts in decks), default=0)):
        for some, texts in decks:
            if place < max(len(some), len(texts)):
                case = some[place % len(some)]
                yield case._replace(question=put(texts[place % len(texts)], case.facts))


def put(wording: str, facts: Facts) -> str:
    """A wording with what it states, in the notation that it asks for."""
    return wording.format(**facts, **_notations(facts))


def _notations(facts: Facts) -> Mapping[str, str]:
    """Facts written otherwise: ``mrn_spaced``, ``family_capital``, ``born_ordinal`` and the like."""
    found: dict[str, str] = {}
    if mrn := facts.get("mrn"):
        found |= {"mrn_small": mrn.lower(), "mrn_spaced": f"{mrn[:-4]} {mrn[-4:]}"}
    for part in ("given", "family"):
        if name := facts.get(part):
            found |= {f"{part}_small": _cased(name, name.lower())}
            found |= {f"{part}_capital": _cased(name, name.upper())}
    return found | (_dates(facts["born"]) if "born" in facts else {})


def _cased(name: str, other: str) -> str:
    """The name in other letters, where it stays the same name whatever its case."""
    return other if other.casefold() == name.casefold() else name


def _dates(text: str) -> dict[str, str]:
    """A day in several notations, each with the month by its name, so that none is taken for the day."""
    day = date.fromisoformat(text)
    month, year = MONTHS[day.month - 1], f"{day.year:04}"
    brief = month[:3]
    ordinal = f"{day.day}{_ending(day.day)}"
    return {
        "born_short": f"{day.day} {brief} {year}",
        "born_small": f"{day.day} {brief.lower()} {year}",
        "born_capital": f"{day.day:02}-{brief.upper()}-{year}",
        "born_long": f"{day.day} {month} {year}",
        "born_ordinal": f"{month} {ordinal}, {year}",
        "born_of": f"{ordinal} of {month} {year}",
    }


def _ending(day: int) -> str:
    """What makes a number an ordinal: 1st, 12th, 23rd."""
    return "th" if day in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")
