"""What a search finds, and in which order it is shown."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

_CUTOFF = 60.0


@dataclass(frozen=True)
class Match:
    """One thing that resembles a query."""

    text: str
    """The text compared with the query."""
    label: str
    """What the agent reads."""
    score: float = 0.0
    """Likeness in [0, 100]: 100 for equality but for case, 95 or more if the query is part of it."""


def ranked(query: str, found: Iterable[Match]) -> list[Match]:
    """The matches that resemble ``query``, best first, shorter before longer, without repetition."""
    scored = {match.label: Match(match.text, match.label, likeness(query, match.text)) for match in found}
    kept = [match for match in scored.values() if match.score >= _CUTOFF]
    return sorted(kept, key=lambda match: (-match.score, len(match.text), match.label))


def likeness(query: str, text: str) -> float:
    """Equal 100, contained 95 to 99, else the rapidfuzz weighted ratio, at most 94."""
    from rapidfuzz import fuzz

    wanted, given = query.casefold().strip(), text.casefold().strip()
    if wanted == given:
        return 100.0
    if wanted in given:
        return 95.0 + 4.0 * len(wanted) / len(given)
    return min(fuzz.WRatio(wanted, given), 94.0)
