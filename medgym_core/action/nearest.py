"""The existing names closest to one that does not exist."""

from __future__ import annotations

from collections.abc import Iterable

_CONSIDERED = 2_000
_CLOSE = 70.0


def by_closeness(name: str, existing: Iterable[str]) -> list[str]:
    """The existing names, closest to ``name`` first, case ignored; ties keep their order.

    At most 2,000 names are considered.
    """
    considered = list(existing)[:_CONSIDERED]
    return [candidate for _, candidate in sorted(_scored(name, considered), key=lambda pair: -pair[0])]


def closest(name: str, existing: Iterable[str]) -> str | None:
    """The one existing name that ``name`` was probably meant to be, or None if none is close."""
    scored = _scored(name, list(existing)[:_CONSIDERED])
    score, best = max(scored, key=lambda pair: pair[0], default=(0.0, ""))
    return best if score >= _CLOSE else None


def _scored(name: str, existing: list[str]) -> list[tuple[float, str]]:
    from rapidfuzz import fuzz

    wanted = _plain(name)
    return [(fuzz.ratio(wanted, _plain(candidate)), candidate) for candidate in existing]


def _plain(name: str) -> str:
    return name.casefold().replace("_", "").replace(" ", "")[:200]
