"""The two versions of a note's text that are published, with where its mentions stand in each."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from dataclasses import dataclass

from medgym_patient.note import Note, Statement

ASIDE = frozenset({"history", "plan"})
"""Sections that processed notes leave out: what was before the stay, and what is intended."""


@dataclass(frozen=True)
class Mention:
    """Words that state one fact, or the two values of a blood pressure."""

    line: int
    """From 0."""
    start: int
    """Character of the line, from 0."""
    stated: tuple[Statement, ...]


@dataclass(frozen=True)
class Version:
    """A text and its mentions."""

    text: str
    mentions: tuple[Mention, ...]

    @property
    def lines(self) -> list[str]:
        """The lines of the text."""
        return self.text.split("\n")


def version_of(note: Note, processed: bool) -> Version:
    """A version of a note; mentions are of what is said to be so of the patient, in the sections of both."""
    pieces: list[str] = []
    words: defaultdict[tuple[int, int], list[Statement]] = defaultdict(list)
    base = 0
    for section in note.sections:
        if processed and section.name in ASIDE:
            continue
        for one in note.statements:
            if section.start <= one.start < section.stop and section.name not in ASIDE and _claims(one):
                words[base + one.start - section.start, one.stop - one.start].append(one)
        pieces.append(note.text[section.start : section.stop])
        base += section.stop - section.start + 2
    text = "\n\n".join(pieces)
    begins = [0, *(place + 1 for place, letter in enumerate(text) if letter == "\n")]
    mentions = []
    for (start, _), stated in sorted(words.items()):
        line = bisect_right(begins, start) - 1
        ordered = sorted(stated, key=lambda one: one.fact.concept, reverse=True)  # systolic before diastolic
        mentions.append(Mention(line, start - begins[line], tuple(ordered)))
    return Version(text, tuple(mentions))


def _claims(statement: Statement) -> bool:
    """Whether a table could hold what is stated."""
    said = statement.polarity == "affirmed" and statement.temporality != "planned"
    return said and statement.experiencer == "patient" and statement.fact.kind not in _NOWHERE


_NOWHERE = ("condition", "allergy", "finding", "visit")
