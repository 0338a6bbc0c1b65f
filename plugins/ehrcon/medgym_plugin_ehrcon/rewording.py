"""The split ``reworded``: tasks of ``test`` as reviewers and coders put them, with the same notes and gold.

What is authored is data (``reworded.json``): eight voices, each with its words for the three note types and
a sentence for each kind of claim; and for some terms another name of the same item. Half of the voices quote
the mention; the others say its term, number and unit.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any, Literal

import numpy as np

from medgym_ehr.draws import text_keys
from medgym_plugin_ehrcon.claim import Frozen, Mention
from medgym_plugin_ehrcon.selection import paired

SPLIT = "reworded"
"""Name of the split."""
NOTICE = (
    "The question is put as people put it: words may be abbreviated or misspelt, numbers written otherwise, "
    "and an item may be called by another of its names than in the note, which is left as it was written."
)
"""Of every reworded task's prompt."""
Kind = Literal["existence", "number", "measured", "pressure"]
"""What is claimed besides the item: nothing, a number, a number with a unit, two numbers."""
ROUNDS = 2
"""How often at most each voice puts a template to either answer."""
SELDOM = 7
"""Every so many-th of them comes with one that is wrong in value, unit or item."""


class Put(Frozen):
    """How a mention is put."""

    voice: str
    """Who speaks."""
    term: str
    """What the item is called; not read where the mention is quoted."""


@cache
def _authored() -> Mapping[str, Any]:
    text = resources.files(__package__).joinpath("reworded.json").read_text(encoding="utf-8")
    found: Mapping[str, Any] = json.loads(text)
    return found


def voices() -> tuple[str, ...]:
    """Their names."""
    return tuple(_authored()["voices"])


def kind(asked: Mention) -> Kind:
    """What a mention claims."""
    if len(asked.claims) > 1:
        return "pressure"
    (claim,) = asked.claims
    if claim.value is None:
        return "existence"
    return "number" if claim.unit is None else "measured"


def restated(tests: Sequence[Mention], same: Callable[[Mention, str], bool]) -> list[tuple[Mention, Put]]:
    """Every template (note type and kind) of ``tests`` in all voices, in an order that tells nothing.

    Each is put to consistent mentions and to ones wrong in time alone alike, whose times look alike, and
    seldom to others.

    Args:
        tests: mentions of ``test``.
        same: whether a term has the names of a mention's own.
    """
    made = list(_in_turn(tests, same))
    places = (f"{one.row_id}/{one.line}/{one.character}/{put.voice}" for one, put in made)
    return [made[place] for place in np.argsort(text_keys(places), kind="stable")]


def _in_turn(tests: Sequence[Mention], same: Callable[[Mention, str], bool]) -> Iterator[tuple[Mention, Put]]:
    """The tasks, voice by voice and template by template."""
    decks: defaultdict[tuple[str, Kind], tuple[list[Mention], ...]] = defaultdict(lambda: ([], [], []))
    for one in tests:
        decks[one.category, kind(one)][_side(one)].append(one)
    speakers = voices()
    for right, late, _ in decks.values():
        if pairs := paired(late, right):
            late[:], right[:] = ([pair[side] for pair in pairs] for side in (0, 1))
    for place in range(ROUNDS * len(speakers)):
        voice = speakers[place % len(speakers)]
        for template in sorted(decks):
            right, late, shown = decks[template]
            both = [deck for deck in (right, late or shown) if deck]
            if place < max(len(speakers), min(map(len, both))):
                seldom = [shown] if late and shown and place % SELDOM == SELDOM - 1 else []
                for one in (deck[place % len(deck)] for deck in [*both, *seldom]):
                    yield one, Put(voice=voice, term=_term(one, voice, same))


def _side(one: Mention) -> int:
    """0 if it is consistent, 1 if it is wrong in time alone, else 2."""
    return 0 if not one.columns else 1 if one.columns == ("time",) else 2


def _term(asked: Mention, voice: str, same: Callable[[Mention, str], bool]) -> str:
    """The term of a mention, or another name of its item where the voice prefers it."""
    style, own = _authored()["voices"][voice]["style"], asked.entity
    other: str = _authored()["names"].get(" ".join(own.lower().split()), own)
    preferred = style == "spoken" or (style == "hurried" and len(other) < len(own))
    return other if preferred and same(asked, other) else own


def question(asked: Mention, put: Put) -> str:
    """The question about a mention as it is put."""
    voice = _authored()["voices"][put.voice]
    style = voice["style"]
    first, *more = [_number(claim.value, style) for claim in asked.claims]
    wording: str = voice["kinds"][kind(asked)]
    return wording.format(
        note=voice["notes"][asked.category],
        row_id=asked.row_id,
        line=asked.line,
        line_nth=_nth(asked.line),
        character=asked.character,
        character_nth=_nth(asked.character),
        text=asked.text,
        term=_cased(put.term, style),
        value=first,
        first=first,
        second=more[0] if more else "",
        unit=_cased(asked.claims[0].unit, style) if asked.claims[0].unit else voice.get("bare", ""),
    )


def _cased(text: str, style: str) -> str:
    """The text in the letters of a style, where it stays the same text whatever its case."""
    cased = {"small": text.lower(), "hurried": text.lower(), "capital": text.upper()}.get(style, text)
    return cased if cased.lower() == text.lower() else text


def _number(value: float | None, style: str) -> str:
    """A number in the notation of a style."""
    if value is None:
        return ""
    plain = repr(value).removesuffix(".0")
    if style == "spoken":
        return plain.replace(".", " point ")
    return plain.removeprefix("0") if style == "hurried" and plain.startswith("0.") else plain


def _nth(number: int) -> str:
    """``1st``, ``22nd``, ``13th``."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
