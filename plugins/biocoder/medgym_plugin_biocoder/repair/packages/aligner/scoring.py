"""Scores of pairs and gaps."""

LOW = -(10**9)
"""Less than every score."""


def pair(one: str, other: str, match: int, mismatch: int) -> int:
    """Score of a column: ``match`` if its letters are equal, whatever their case; N is equal to none."""
    return match if one.upper() == other.upper() != "N" else mismatch


def gap(length: int, opening: int, extending: int) -> int:
    """Score of a gap (0 or less): ``opening`` for its first letter, ``extending`` for each further one."""
    return -(opening + extending * (length - 1)) if length else 0
