"""Finding families by words, by the tier of their data and by what they ask for."""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from statistics import fmean
from typing import NamedTuple

from medgym_core.access import Tier
from medgym_core.errors import ConfigError
from medgym_core.family import ANSWER_KINDS
from medgym_core.registry.entry import FamilyEntry

ALIKE = 75.0
"""Two words are taken for one where so many percent of their letters agree."""


class Match(NamedTuple):
    """A family that was found."""

    name: str
    """The family."""
    entry: FamilyEntry
    """What is known of it."""
    score: float
    """How well its words fit, 0 to 100."""


def search(
    families: Mapping[str, FamilyEntry],
    words: Iterable[str] = (),
    tier: str | None = None,
    answer_kind: str | None = None,
) -> list[Match]:
    """The families that have every one of ``words``, the tier and the answer kind; the best first.

    A word may be misspelt, or stand for a longer one that it begins. Names, titles, summaries and categories
    are searched.

    Raises:
        ConfigError: if there is no such tier or answer kind.
    """
    _refuse_unknown("data tier", tier, [known.value for known in Tier])
    _refuse_unknown("answer kind", answer_kind, ANSWER_KINDS)
    wanted = [word for text in words for word in _words(text)]
    found = (
        Match(name, entry, _score(wanted, name, entry))
        for name, entry in families.items()
        if tier in (None, entry.tier) and (answer_kind is None or answer_kind in entry.answer_kinds)
    )
    return sorted((match for match in found if match.score), key=lambda match: (-match.score, match.name))


def _score(wanted: Iterable[str], name: str, entry: FamilyEntry) -> float:
    """Mean likeness of the words to those of the entry; 0 where one of them is like none."""
    from rapidfuzz.fuzz import ratio

    texts = [name, entry.title, entry.summary]
    texts += [f"{category.name} {category.description}" for category in entry.categories]
    known = {word for text in texts for word in _words(text)}
    scores = [
        max(100.0 if word.startswith(want) else ratio(want, word, score_cutoff=ALIKE) for word in known)
        for want in wanted
    ]
    return (fmean(scores) if scores else 100.0) if all(scores) else 0.0


def _words(text: str) -> Iterator[str]:
    return (word.lower() for word in re.findall(r"[^\W_]+", text))


def _refuse_unknown(what: str, given: str | None, known: Collection[str]) -> None:
    if given is not None and given not in known:
        close = difflib.get_close_matches(given, known, n=1)
        hint = f"did you mean {close[0]!r}?" if close else f"there are {', '.join(known)}"
        raise ConfigError(f"there is no {what} {given!r}; {hint}")
