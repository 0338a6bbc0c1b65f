"""Copy numbers by search: the whole number whose ratio is nearest, and joins by runs."""

from fractions import Fraction
from itertools import groupby


def normal(p, chromosome):
    sex = {"X": (2, 1), "Y": (0, 1)}
    return sex.get(chromosome, (2, 2))[p.male]


def called(p, ratio, n):
    purity = Fraction(p.purity)
    average = purity * p.ploidy * n / 2 + (1 - purity) * n
    observed = Fraction(round(float((Fraction(2**ratio) * average - (1 - purity) * n) / purity), 6))
    copies = 0
    while abs(copies + 1 - observed) <= abs(copies - observed):
        copies += 1
    return copies


def solve(p, segments):
    rows = [(c, s, e, called(p, r, normal(p, c))) for c, s, e, r in segments if normal(p, c)]
    joined = []
    for (chromosome, copies), run in groupby(rows, lambda row: (row[0], row[3])):
        for _, start, end, _ in run:
            same = joined and joined[-1][0] == chromosome and joined[-1][3] == copies
            if same and start - joined[-1][2] <= p.max_gap:
                joined[-1][2] = end
            else:
                joined.append([chromosome, start, end, copies])
    return joined
