"""Absolute copy numbers of a tumour from log2 ratios."""

from math import floor
from typing import Any

PURITY = 0.75
PLOIDY = 2
MALE = True
MAX_GAP = 0


def normal_copies(chromosome: str) -> int:
    """Copies of a chromosome in a normal cell."""
    if chromosome == "X":
        return 1 if MALE else 2
    if chromosome == "Y":
        return 1 if MALE else 0
    return 2


def copy_numbers(segments: list[list[Any]]) -> list[list[Any]]:
    """Segments with their copy numbers, equal neighbours joined."""
    merged: list[list[Any]] = []
    for chromosome, start, end, ratio in segments:
        normal = normal_copies(chromosome)
        if normal == 0:
            continue
        average = PURITY * PLOIDY * normal / 2 + (1 - PURITY) * normal
        copies = (2**ratio * average - (1 - PURITY) * normal) / PURITY
        state = max(0, floor(round(copies, 6) + 0.5))
        last = merged[-1] if merged else None
        if last and last[0] == chromosome and last[3] == state and start - last[2] <= MAX_GAP:
            last[2] = end
        else:
            merged.append([chromosome, start, end, state])
    return merged
