"""Corrections: what the tables say where a note is wrong, or what they say next.

Judging a mention asks whether a record agrees with it; a correction asks for the records themselves. Four
kinds: when it is recorded that is stated at a wrong time, what is recorded at the time of a wrong value, how
far the nearest record is from the minute that is stated, and which record of the item follows.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from typing import Literal, NamedTuple, get_args

from pydantic import JsonValue

from medgym_core import AnswerKind, DateTime, Integer, Number, Record, SetOf, told
from medgym_plugin_ehrcon.claim import Claim, Mention
from medgym_plugin_ehrcon.rule import Record as Recorded

Kind = Literal["when", "what", "gap", "next"]
KINDS: tuple[Kind, ...] = get_args(Kind)
ANSWERS: dict[Kind, AnswerKind] = {
    "when": SetOf(items=DateTime()),
    "what": SetOf(items=Number()),
    "gap": Integer(unit="minutes"),
    "next": Record(fields={"time": DateTime(), "value": Number()}),
}
"""Kind to what is submitted."""
WORDINGS: dict[Kind, tuple[str, ...]] = {
    "when": (
        'Note {row_id} says "{text}" on line {line}, from character {character}, and gives a wrong time for '
        "it. At which times do the tables record it?",
        'The time that note {row_id} gives on line {line}, from character {character}, for "{text}" is '
        "wrong. When is that recorded?",
    ),
    "what": (
        'Note {row_id} says "{text}" on line {line}, from character {character}. The value is wrong: which '
        "values do the tables record at the time that it gives?",
        'Line {line} of note {row_id} holds, from character {character}, "{text}". Correct the value: what '
        "is recorded at that time?",
    ),
    "gap": (
        'Note {row_id} says "{text}" on line {line}, from character {character}. How many minutes lie '
        "between the time that it gives and the nearest record of that?",
        "By how many minutes does note {row_id}, line {line}, from character {character}, miss the nearest "
        'record of "{text}"?',
    ),
    "next": (
        'Note {row_id} says "{text}" on line {line}, from character {character}. When after the time that '
        "it gives is the item recorded next, and with which value?",
        'After the time that note {row_id} gives on line {line}, from character {character}, for "{text}": '
        "give time and value of the next record of the item.",
    ),
}
"""Kind to two ways in which it is put."""
MOST = 4
"""So many times or values an answer has at most."""
EACH = 20
"""Corrections of each kind in a full build."""
OF_NOTE = 2
"""Corrections of one kind about a note, at most."""
_MINUTE = timedelta(minutes=1)


class UnfitError(Exception):
    """A correction has no answer, or none worth asking for."""


class Correction(NamedTuple):
    """A mention, and what is asked of it."""

    mention: Mention
    kind: Kind


def question(asked: Correction) -> str:
    """How it is put."""
    one, wordings = asked.mention, WORDINGS[asked.kind]
    wording = wordings[(one.row_id + one.line + one.character) % len(wordings)]
    return wording.format_map(one.model_dump(include={"row_id", "line", "character", "text"}))


def answer(asked: Correction, recorded: Sequence[Recorded]) -> JsonValue:
    """What the records of the admission say.

    Raises:
        UnfitError: if they say nothing, or more than is worth asking for.
    """
    (claim,) = asked.mention.claims
    named = [one for one in recorded if one.name in claim.names and one.start and one.value is not None]
    named = [one for one in named if claim.unit is None or _same_unit(one, claim.unit)]
    match asked.kind:
        case "when":
            return _few(sorted({str(one.start) for one in named if _has_value(one, claim)}))
        case "what":
            return _few(sorted({one.value for one in named if one.value is not None and _then(one, claim)}))
        case "gap":
            return _gap(claim, [one for one in named if _has_value(one, claim)])
        case "next":
            return _next(claim, named)


def _few(found: Sequence[JsonValue]) -> JsonValue:
    if not 0 < len(found) <= MOST:
        raise UnfitError
    return [*found]


def _gap(claim: Claim, same: Iterable[Recorded]) -> int:
    gaps = [abs(one.start - claim.start) for one in same if one.start]
    if not gaps or min(gaps) < 2 * _MINUTE or min(gaps) % _MINUTE:
        raise UnfitError
    return min(gaps) // _MINUTE


def _next(claim: Claim, named: Iterable[Recorded]) -> JsonValue:
    later = [(one.start, one.value) for one in named if one.start and one.start > claim.end]
    if not later:
        raise UnfitError
    first = min(start for start, _ in later)
    values = {value for start, value in later if start == first}
    if len(values) != 1 or claim.value in values:
        raise UnfitError
    return {"time": str(first), "value": values.pop()}


def _has_value(record: Recorded, claim: Claim) -> bool:
    return record.value is not None and claim.value is not None and math.isclose(record.value, claim.value)


def _then(record: Recorded, claim: Claim) -> bool:
    return bool(record.start and record.end and record.start <= claim.end and record.end >= claim.start)


def _same_unit(record: Recorded, unit: str) -> bool:
    return record.unit is not None and record.unit.strip().casefold() == unit.strip().casefold()


def _suits(one: Mention, kind: Kind) -> bool:
    """Whether it has one number, is wrong as the question says, and has a minute where one is needed."""
    if one.entity_type != 1 or len(one.claims) != 1:
        return False
    minute = one.claims[0].end - one.claims[0].start < _MINUTE
    wrong = {"when": ("time",), "what": ("value",), "gap": ("time",)}.get(kind, one.columns)
    return one.columns == wrong and (minute or kind in ("when", "what"))


def drawn(
    mentions: Sequence[Mention], recorded: Mapping[int, Sequence[Recorded]], each: int
) -> Iterator[Correction]:
    """At most ``each`` corrections of every kind, kinds in turn.

    None has an answer that its question gives, or that one of its kind has had.

    Args:
        mentions: in the order in which they are taken.
        recorded: admission to its records.
        each: how many of a kind are wanted.
    """
    found = {kind: _of_kind(mentions, recorded, kind, each) for kind in KINDS}
    for place in range(each):
        yield from (found[kind][place] for kind in KINDS if place < len(found[kind]))


def _of_kind(
    mentions: Sequence[Mention], recorded: Mapping[int, Sequence[Recorded]], kind: Kind, each: int
) -> list[Correction]:
    found: list[Correction] = []
    answered: set[str] = set()
    uses: Counter[int] = Counter()
    for one in mentions:
        asked = Correction(one, kind)
        if len(found) == each:
            break
        if not _suits(one, kind) or uses[one.row_id] == OF_NOTE:
            continue
        try:
            said = answer(asked, recorded[one.hadm_id])
        except UnfitError:
            continue
        if str(said) not in answered and not told(said, question(asked)):
            answered.add(str(said))
            uses[one.row_id] += 1
            found.append(asked)
    return found
