"""Abundances as quotients of exact fractions, one sample after the other."""

from fractions import Fraction
from math import log2


def solve(p, counts, lengths):
    rows = [place for place, row in enumerate(counts) if sum(row) >= p.min_total]
    table = [[None] * len(row) for row in counts]
    spans = [Fraction(max(1, length + 1 - p.fragment)) for length in lengths]
    for sample in range(len(counts[0]) if counts else 0):
        reads = {place: Fraction(counts[place][sample]) for place in rows}
        rates = {place: reads[place] / spans[place] for place in rows}
        whole = sum(rates.values()) if p.method == "tpm" else sum(reads.values()) / 1000
        for place in rows:
            value = float(rates[place] / whole * 1_000_000) if whole else 0.0
            table[place][sample] = log2(value + p.prior) if p.prior else value
    return table
