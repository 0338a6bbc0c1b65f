"""Bring variants into a normal form."""

from typing import Any

TO_THE_RIGHT = False
ANCHORED = True
ONE_BASED = True
MAX_SHIFT = 100


def trimmed(start: int, old: str, new: str) -> tuple[int, str, str]:
    """A variant without the letters that both alleles share at their ends, first right, then left."""
    while old and new and old[-1] == new[-1]:
        old, new = old[:-1], new[:-1]
    while old and new and old[0] == new[0]:
        start, old, new = start + 1, old[1:], new[1:]
    return start, old, new


def normalize_variants(reference: str, variants: list[list[Any]]) -> list[list[Any]]:
    """Variants as position, reference allele and alternative allele."""
    offset = 1 if ONE_BASED else 0
    found: list[list[Any]] = []
    for position, reference_allele, alternative in variants:
        start, old, new = trimmed(position - offset, reference_allele, alternative)
        if old == new:
            continue
        if not old or not new:
            moving = old or new
            for _ in range(MAX_SHIFT):
                end = start + len(old)
                if TO_THE_RIGHT and end < len(reference) and reference[end] == moving[0]:
                    start, moving = start + 1, moving[1:] + moving[0]
                elif not TO_THE_RIGHT and start > 0 and reference[start - 1] == moving[-1]:
                    start, moving = start - 1, moving[-1] + moving[:-1]
                else:
                    break
            old, new = (moving, "") if old else ("", moving)
            if ANCHORED and start > 0:
                before = reference[start - 1]
                start, old, new = start - 1, before + old, before + new
            elif ANCHORED:
                after = reference[len(old)]
                old, new = old + after, new + after
        found.append([start + offset, old, new])
    return found
