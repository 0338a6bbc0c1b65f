"""Numbers with the word for what they count."""

from __future__ import annotations


def how_many(number: int, one: str, many: str = "") -> str:
    """``number`` with its word, as ``1 step``, ``1,200 steps``; ``many`` is an irregular plural."""
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"
