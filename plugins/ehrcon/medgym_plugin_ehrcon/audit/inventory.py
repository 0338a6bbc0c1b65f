"""What a note to audit states, and which of that is graded."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from medgym_plugin_ehrcon import files
from medgym_plugin_ehrcon.claim import Frozen, Mention
from medgym_plugin_ehrcon.mention import PRESSURES
from medgym_plugin_ehrcon.selection import matched, shuffled
from medgym_plugin_ehrcon.storage import restored, stored

EACH = 3
"""Consistent mentions that are graded for each inconsistent one."""
LATE = 2
"""Mentions wrong in time alone that are graded for each that a look-up whenever it was shows to be wrong.

So who compares no time reaches an F1 of a half at most, at which rewards begin.
"""
FEW = 3
"""Inconsistent mentions that may be graded in any note."""
Place = tuple[int, int]
"""Line and character where a mention begins, both from 1."""


class Inventory(Frozen):
    """A note to audit; private."""

    row_id: int
    """The note."""
    subject_id: int
    """Its patient."""
    hadm_id: int
    """Its admission."""
    category: str
    """``discharge``, ``physician`` or ``nursing``."""
    mentions: tuple[Mention, ...]
    """What is graded, in the order of the note: three consistent mentions for each that is not."""
    open: tuple[Place, ...]
    """Where else a term begins, which no finding is right or wrong about."""


def inventory(mentions: Sequence[Mention], lines: Sequence[str], terms: Collection[str]) -> Inventory | None:
    """The inventory of a note.

    A mention within a longer term, as Glucose in "BLOOD Glucose-143", is not graded. Consistent mentions are
    drawn to match the inconsistent ones, as those of single questions are. Of inconsistent ones most are
    wrong in time alone, and not more of those are far from the day of the note than of consistent ones.

    Args:
        mentions: those of the note of which it is known whether they are consistent.
        lines: of the note.
        terms: what mentions may begin with, in lower case.

    Returns:
        None if no mention that can be graded is consistent, or too few are wrong in time alone.
    """
    clear = {*places(lines, terms)}
    pool = shuffled([one for one in mentions if _place(one) in clear], "ehrcon audits")
    right, late, shown = (
        [one for one in pool if not one.columns],
        [one for one in pool if one.columns == ("time",)],
        [one for one in pool if one.columns not in ((), ("time",))],
    )
    near, far = ([one for one in late if one.near == is_near] for is_near in (True, False))
    late = [*near, *far[: max(FEW, sum(not one.near for one in right))]]
    if len(late) < LATE or not right:
        return None
    most = max(FEW, len(right) // EACH)
    shown = shown[: min(len(late) // LATE, most // (LATE + 1))]
    asked = [*shown, *late[: most - len(shown)]]
    graded = sorted([*asked, *matched(asked * EACH, right)], key=_place)
    first = graded[0]
    return Inventory(
        row_id=first.row_id,
        subject_id=first.subject_id,
        hadm_id=first.hadm_id,
        category=first.category,
        mentions=tuple(graded),
        open=tuple(_outside(places(lines, terms, within=True), graded)),
    )


def dumped(stated: Inventory) -> str:
    """An inventory as a line of JSON without words of the note."""
    kept = stated.model_dump(mode="json", exclude={"mentions"})
    return json.dumps({**kept, "mentions": [stored(one) for one in stated.mentions]})


def loaded(line: str, public: Path) -> Inventory:
    """The inventory that :func:`dumped` wrote, with the words of the notes in ``public``."""
    kept, (notes, synonyms) = json.loads(line), (public / files.AUDIT_NOTES, public / files.AUDIT_SYNONYMS)
    mentions = tuple(restored(one, notes, synonyms) for one in kept["mentions"])
    return Inventory.model_validate({**kept, "mentions": mentions})


def places(lines: Sequence[str], terms: Collection[str], within: bool = False) -> Iterator[Place]:
    """Where a term begins in a note, the longest that fits; also ``within`` others if that is asked for."""
    pattern = _pattern(frozenset(terms), within)
    for number, line in enumerate(lines, 1):
        for found in pattern.finditer(line.lower()):
            yield number, found.start() + 1


@lru_cache(maxsize=4)
def _pattern(terms: frozenset[str], within: bool) -> re.Pattern[str]:
    parts = tuple(f"{part} " for part in PRESSURES)
    spoken = terms | {term.removeprefix(part) for term in terms for part in parts if term.startswith(part)}
    longest_first = sorted(spoken, key=lambda term: (-len(term), term))
    either = rf"(?:{'|'.join(map(re.escape, longest_first))})(?!\w)"
    return re.compile(rf"(?<!\w)(?={either})" if within else rf"(?<!\w){either}")


def _place(one: Mention) -> Place:
    return one.line, one.character


def _outside(found: Iterable[Place], graded: Sequence[Mention]) -> Iterator[Place]:
    """The places that lie in none of the graded mentions."""
    taken = {
        (one.line, character)
        for one in graded
        for character in range(one.character, one.character + len(one.text))
    }
    return (place for place in found if place not in taken)
