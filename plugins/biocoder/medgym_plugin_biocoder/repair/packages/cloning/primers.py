"""Primers."""

import math

from .sites import reverse_complement


def melting(primer: str, salt: float = 0.05) -> float:
    """Melting temperature in degrees Celsius.

    Below 14 bases 2 for each A and T, 4 for each G and C (Wallace 1979), whatever the salt. Else 81.5 + 16.6
    log10(salt) + 41 gc - 675 / length, with the molar concentration of sodium and the share of G and C
    (Baldino 1989). Only A, C, G and T count; no base raises ValueError.
    """
    bases = [base for base in primer.upper() if base in "ACGT"]
    if not bases:
        raise ValueError("a primer has bases")
    strong = sum(base in "GC" for base in bases)
    if len(bases) < 14:
        return 2.0 * (len(bases) - strong) + 4.0 * strong
    return 81.5 + 16.6 * math.log10(salt) + 41 * strong / len(bases) - 675 / len(bases)


def self_dimer(primer: str) -> int:
    """Length of the longest stretch of a primer that pairs with a stretch of another copy of it.

    That is the longest common substring of the primer and its reverse complement.
    """
    other = reverse_complement(primer)
    best = 0
    for start in range(len(primer)):
        while start + best < len(primer) and primer[start : start + best + 1] in other:
            best += 1
    return best
