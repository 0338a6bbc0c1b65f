"""Consensus with exact fractions and a table of codes by sets."""

from collections import Counter
from fractions import Fraction

CODES = "R:AG Y:CT S:CG W:AT K:GT M:AC B:CGT D:AGT H:ACT V:ACG N:ACGT"
BY_SET = {frozenset(code[2:]): code[0] for code in CODES.split()}


def solve(p, rows):
    return "".join(letter(p, [row[i] for row in rows]) for i in range(len(rows[0]) if rows else 0))


def letter(p, column):
    bases = Counter(one for one in column if one in set("ACGT"))
    gaps = sum(one == "-" for one in column)
    if bases.total() < p.min_bases:
        return ""
    (best, most), *others = bases.most_common()
    if p.gaps_count and most < gaps:
        return ""
    share = Fraction(most, bases.total() + (gaps if p.gaps_count else 0))
    alone = all(count < most for _, count in others)
    if alone and share >= Fraction(p.threshold, 100):
        return best
    if not others:
        return best.lower()
    return BY_SET[frozenset(bases)] if p.ambiguous else "N"
