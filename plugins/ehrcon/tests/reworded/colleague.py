"""Reads a question as a colleague would, who knows ward words and slips, none of the wordings."""

import re
from difflib import get_close_matches
from functools import cache
from typing import NamedTuple

MEANINGS = {
    "line": "line ln l",
    "character": "character char ch pos position col column",
    "discharge": "discharge d/c dc home",
    "physician": "physician physicians md doctor doctors dr",
    "nursing": "nursing nurse nurses rn",
    "agree": "match agree c/w same corroborate bear record recorded file documented says db database",
}
"""A meaning, and the words that have it."""
WORDS = {word: meaning for meaning, words in MEANINGS.items() for word in words.split()}
LONG = [word for word in WORDS if len(word) > 3]
SAID_OF_NUMBERS = {
    "existence": r"\b(documented|ther|on record for|db for|that on file|that recorded|entry)\b",
    "number": r"\b(result|numbr|number recorded|figure|record says so)\b",
    "measured": r"\b(amt|amount|quantity|quantitty|that much)\b",
    "pressure": r"\b(both|bothe|sys \+ dia|two numbers)\b",
}
"""Kind of claim to what a request says of it."""
TERM_OF_NONE = {"as", "pos", "no", "db", "both", "line", "note", "record", "d/c", "in", "at", "ch", "char"}
"""Words that a request has for its own sake, though they may also name an item."""
NUMBER = r"(?<![\w.])(?:\d+(?: point \d+|\.\d+)?|\.\d+)(?![\w.]*\d)"
UNIT = r"deg\. [cf]|mm hg|cu um|[a-z%][a-z0-9%/]*"


class Reading(NamedTuple):
    """What a question was read as."""

    category: str
    kind: str
    """What the request says is claimed."""
    row_id: int
    line: int
    character: int
    term: str
    values: tuple
    unit: str | None
    asks: bool
    """Whether it is said that the database is to be compared."""


def read(question, known):
    """A reading.

    Args:
        question: as it is put.
        known: terms of the table, in lower case; pressures also without their parts.

    Raises:
        ValueError: if a place, note type, kind or term is not said, or said twice.
    """
    quoted = re.search('"(.*)"', question)
    rest = (question.replace(quoted[0], " . ") if quoted else question).lower()
    row_id, line, character, claim = _places(rest, known)
    said = quoted[1].lower() if quoted else claim
    kind = _only("kind", [name for name, words in SAID_OF_NUMBERS.items() if re.search(words, rest)])
    meant = [_meaning(word) for word in re.findall(r"[a-z][a-z/]*", rest)]
    category = _only("note type", {one for one in meant if one in ("discharge", "physician", "nursing")})
    term, behind = _term(said, known, bool(quoted))
    values, unit = _amounts(behind, bool(quoted))
    return Reading(category, kind, row_id, line, character, term, values, unit, "agree" in meant)


def _only(what, found):
    if len(found) != 1:
        raise ValueError(f"{what}: {sorted(found)}")
    return next(iter(found))


@cache
def _meaning(word):
    word = word.removesuffix("'s")
    if word in WORDS:
        return WORDS[word]
    if word in ("filed", "saline"):
        return None
    swapped = [known for known in LONG if sorted(known) == sorted(word)]
    near = swapped or (get_close_matches(word, LONG, 1, 0.8) if len(word) > 3 else [])
    return WORDS[near[0]] if near else None


def _places(text, known):
    """Note, line and character, and the text without them."""
    found, cut = {"line": [], "character": [], "note": []}, text
    for hit in re.finditer(r"(?:([a-z]+) ?|(#))?(?<![\w.])?(\d+)(st|nd|rd|th)?(?=(?: ([a-z]+))?)", text):
        before, mark, digits, ordinal, behind = hit.groups()
        label = _meaning(behind if ordinal else before or "")
        if label in ("line", "character"):
            found[label].append(int(digits))
            cut = cut.replace(hit[0], " | ", 1)
        elif len(digits) == 5 and not ordinal and (mark or (before and before not in {*known, "as"})):
            found["note"].append(int(digits))
            cut = cut.replace(hit[0], " | ", 1)
    return *(_only(what, found[what]) for what in ("note", "line", "character")), cut


@cache
def _pattern(known):
    spoken = "|".join(re.escape(term) for term in sorted(known, key=len, reverse=True))
    return re.compile(rf"(?<![\w'/])(?:{spoken})(?![\w'])")


def _term(said, known, quoted):
    """The term that is spoken of, and what follows it."""
    pattern = _pattern(frozenset(known))
    if quoted:
        hit = pattern.match(said)
        hits = [hit] if hit else []
    else:
        hits = [hit for hit in pattern.finditer(said) if hit[0] not in TERM_OF_NONE]
        numbered = [hit for hit in hits if re.match(rf"(?: as)? {NUMBER}", said[hit.end() :])]
        hits = numbered or hits
    if not hits:
        raise ValueError("no term")
    hit = max(hits, key=lambda hit: len(hit[0]))
    return hit[0], said[hit.end() :]


def _amounts(behind, quoted):
    """Numbers and unit that follow a term."""
    between = r"\D*?" if quoted else "(?: as)? "
    hit = re.match(rf"{between}({NUMBER})(?:(?:/| over )({NUMBER}))?(?:,? ?({UNIT}))?", behind)
    if hit is None:
        return (), None
    values = tuple(float(number.replace(" point ", ".")) for number in hit.groups()[:2] if number)
    return values, None if hit[3] in (None, "no", "in") else hit[3]
