"""A note in the making: text in which what is stated is marked until all is written.

A mark is a pair of characters of the private planes around the words that state a fact. So sentences can be
composed, joined and capitalised as plain text, and spans are counted once, at the end.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from medgym_patient.note.fact import Fact
from medgym_patient.note.statement import Experiencer, Note, Polarity, Section, Statement, Temporality

_OPEN, _CLOSE = 0xF0000, 0x100000
_MARK = re.compile("[\U000f0000-\U0010fffd]")
_SECTION = "\ue000"


@dataclass(frozen=True)
class Voice:
    """How a passage speaks of facts."""

    polarity: Polarity = "affirmed"
    temporality: Temporality = "now"
    experiencer: Experiencer = "patient"


NOW, PAST, PLANNED = Voice(), Voice(temporality="past"), Voice(temporality="planned")
ABSENT, FAMILY = Voice(polarity="negated"), Voice(temporality="past", experiencer="family")


class Draft:
    """Collects the sections of a note and marks statements in them."""

    def __init__(self) -> None:
        """An empty note."""
        self._stated: list[Statement] = []
        self._parts: list[tuple[str, str]] = []

    def state(
        self, fact: Fact, text: str, name: str, written: str = "", unit: str = "", voice: Voice = NOW
    ) -> str:
        """The ``text`` that states a fact, marked."""
        number = len(self._stated)
        kept = (voice.polarity, voice.temporality, voice.experiencer)
        self._stated.append(Statement(0, 0, name, written, unit, fact, *kept))
        return f"{chr(_OPEN + number)}{text}{chr(_CLOSE + number)}"

    def add(self, section: str, text: str) -> None:
        """Append a section; nothing if its text is blank."""
        if text.strip():
            self._parts.append((section, text.rstrip()))

    def finish(self, kind: str, style: str, minute: float, width: int | None) -> Note:
        """The note; lines are broken at blanks outside statements before they exceed ``width``."""
        marked = "\n\n".join(text + _SECTION for _, text in self._parts)
        text, spans, ends = _unmarked(marked)
        if width is not None:
            text = _wrapped(text, [span for span in spans.values()], width)
        found = [_placed(self._stated[number], text, *span) for number, span in spans.items()]
        found.sort(key=lambda one: (one.start, one.stop))
        starts = [0, *(end + 2 for end in ends[:-1])]
        sections = [
            Section(name, start, end) for (name, _), start, end in zip(self._parts, starts, ends, strict=True)
        ]
        return Note(kind, style, minute, text, tuple(found), tuple(sections))


def plain(text: str) -> str:
    """A text without its marks."""
    return _MARK.sub("", text)


def capitalised(text: str) -> str:
    """A sentence with a capital letter behind its marks; words such as ``pH`` keep theirs."""
    place = next((n for n, each in enumerate(text) if not _MARK.match(each)), len(text))
    if text[place + 1 : place + 2].isupper():
        return text
    return text[:place] + text[place : place + 1].upper() + text[place + 1 :]


def _unmarked(marked: str) -> tuple[str, dict[int, tuple[int, int]], list[int]]:
    """The text, the span of each statement by its number, and where each section ends."""
    kept: list[str] = []
    begun: dict[int, int] = {}
    spans: dict[int, tuple[int, int]] = {}
    ends, length = [], 0
    for piece in re.split("([\U000f0000-\U0010fffd\ue000])", marked):
        if piece == _SECTION:
            ends.append(length)
        elif len(piece) == 1 and ord(piece) >= _CLOSE:
            spans[ord(piece) - _CLOSE] = (begun[ord(piece) - _CLOSE], length)
        elif len(piece) == 1 and ord(piece) >= _OPEN:
            begun[ord(piece) - _OPEN] = length
        else:
            kept.append(piece)
            length += len(piece)
    return "".join(kept), spans, ends


def _placed(statement: Statement, text: str, start: int, stop: int) -> Statement:
    """A statement at its span; its name as the text has it there."""
    said = text[start:stop]
    place = said.lower().find(statement.name.lower())
    name = said[place : place + len(statement.name)] if place >= 0 else statement.name
    return replace(statement, start=start, stop=stop, name=name)


def _wrapped(text: str, spans: list[tuple[int, int]], width: int) -> str:
    """The text with blanks turned into line ends; as long as before, so that spans stay."""
    fixed = bytearray(len(text))
    for start, stop in spans:
        fixed[start:stop] = b"\1" * (stop - start)
    letters, begin = list(text), 0
    while begin < len(text):
        end = text.find("\n", begin)
        end = len(text) if end < 0 else end
        if end - begin <= width:
            begin = end + 1
            continue
        blanks = [n for n in range(begin + 12, begin + width) if text[n] == " " and not fixed[n]]
        if not blanks:
            blanks = [n for n in range(begin + width, end) if text[n] == " " and not fixed[n]][:1]
        if not blanks:
            begin = end + 1
            continue
        letters[blanks[-1]] = "\n"
        begin = blanks[-1] + 1
    return "".join(letters)
