"""CIGAR strings (SAM specification, section 1.4)."""

import re

QUERY = "MIS=X"
"""Operations that consume bases of the read."""
REFERENCE = "MDN=X"
"""Operations that consume bases of the reference."""


def parse_cigar(cigar: str) -> list[list[object]]:
    """Operations as [length, letter]; "*" has none. Other text, and a length of 0, raise ValueError."""
    if cigar == "*":
        return []
    if not re.fullmatch(r"(?:[1-9]\d*[MIDNSHP=X])+", cigar):
        raise ValueError("no CIGAR string")
    return [[int(size), letter] for size, letter in re.findall(r"(\d+)([MIDNSHP=X])", cigar)]


def reference_end(start: int, cigar: str) -> int:
    """The 1-based last place of the reference that a read covers that begins at the 1-based ``start``."""
    return start - 1 + sum(int(str(size)) for size, letter in parse_cigar(cigar) if str(letter) in REFERENCE)


def clipped(cigar: str) -> list[int]:
    """Bases that are clipped, soft or hard, at the left and at the right end."""
    operations = parse_cigar(cigar)
    ends = []
    for ordered in (operations, operations[::-1]):
        total = 0
        for size, letter in ordered:
            if letter not in ("S", "H"):
                break
            total += int(str(size))
        ends.append(total)
    return ends
