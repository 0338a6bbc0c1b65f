"""Posteriors from transfer matrices in exact fractions: all that is before, and all that is after, "
"multiplied."""

from fractions import Fraction
from itertools import accumulate


def times(left, right):
    return [[sum(left[i][k] * right[k][j] for k in (0, 1)) for j in (0, 1)] for i in range(len(left))]


def shortened(matrix):
    """The same up to a factor, with digits enough."""
    scale = max(map(max, matrix))
    return [[Fraction(round(entry / scale * 2**120), 2**120) for entry in row] for row in matrix]


def solve(p, protein):
    a, b = Fraction(str(p.stay_loop)), Fraction(str(p.stay_membrane))
    step = [[a, 1 - a], [1 - b, b]]
    start = Fraction(str(p.start_membrane))
    matrices = []
    for residue in protein:
        odds = [Fraction(str(p.loop_hydrophobic)), Fraction(str(p.membrane_hydrophobic))]
        if residue not in "ACFILMVW":
            odds = [1 - odd for odd in odds] if residue != "X" else [Fraction(1)] * 2
        matrices.append([[odds[0], 0], [0, odds[1]]])
    if not matrices:
        return []
    joined = [matrices[0], *(times(step, matrix) for matrix in matrices[1:])]
    before = list(
        accumulate(joined, lambda one, two: shortened(times(one, two)), initial=[[1 - start, start]])
    )[1:]
    ones = [[Fraction(1)], [Fraction(1)]]

    def behind(column, matrix):
        column = [[sum(matrix[i][k] * column[k][0] for k in (0, 1))] for i in (0, 1)]
        return shortened(column)

    after = list(accumulate(reversed(joined[1:]), behind, initial=ones))[::-1]
    shares = []
    for (row,), column in zip(before, after, strict=True):
        weights = [row[state] * column[state][0] for state in (0, 1)]
        shares.append(float(weights[1] / sum(weights)))
    return shares
