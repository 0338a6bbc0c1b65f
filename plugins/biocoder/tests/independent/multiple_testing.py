"""Adjusted P values by their definitions as extremes over all tests, without sorting."""

from fractions import Fraction


def solve(p, values):
    known = [value for value in values if value is not None]
    m = len(values) if p.count_missing else len(known)

    def adjusted(value):
        if p.method == "bonferroni":
            return m * value
        if p.method == "holm":
            return max((m - sum(one < other for one in known)) * other for other in known if other <= value)
        larger = [other for other in known if other >= value]
        if p.method == "hochberg":
            return min((m - sum(one <= other for one in known) + 1) * other for other in larger)
        harmonic = float(sum(Fraction(1, k) for k in range(1, m + 1))) if p.method == "by" else 1
        return min(m * harmonic * other / sum(one <= other for one in known) for other in larger)

    rows = []
    for value in values:
        if value is None:
            rows.append([None, None])
            continue
        final = round(min(1, adjusted(value)), 9)
        rows.append([final, final < p.alpha or (p.inclusive and final == p.alpha)])
    return rows
