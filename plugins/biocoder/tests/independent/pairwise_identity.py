"""Identities by index sets."""

from itertools import combinations


def solve(p, rows):
    return [identity(p, *pair) for pair in combinations(rows, 2)]


def identity(p, one, other):
    places = {i for i in range(len(one)) if not (one[i] == other[i] == "-")}
    if p.unknown_skipped:
        places = {i for i in places if "N" not in one[i] + other[i]}
    full = {i for i in places if one[i] != "-" and other[i] != "-"}
    if not p.end_gaps:
        places = {i for i in places if full and min(full) <= i <= max(full)}
    equal = {i for i in full & places if one[i] == other[i] and one[i] in "ACGT"}
    size = {
        "columns": len(places),
        "pairs": len(full & places),
        "shorter": min(sum(row[i] != "-" for i in places) for row in (one, other)),
    }[p.denominator]
    return None if size < p.min_columns else len(equal) * 100.0 / size
