"""One best global alignment, with a cost for every letter of a gap (Needleman and Wunsch 1970)."""

from .scoring import pair


def align(one: str, other: str, match: int, mismatch: int, cost: int) -> list[str]:
    """Both sequences with "-" in gaps, each letter of a gap scoring -``cost``.

    Of several best alignments the one that is found from the end, taking a pair where it can, else a gap in
    ``other``, else a gap in ``one``.
    """
    table = filled(one, other, match, mismatch, cost)
    i, j = len(one), len(other)
    top, bottom = "", ""
    while i or j:
        score = pair(one[i - 1], other[j - 1], match, mismatch) if i and j else 0
        if i and j and table[i][j] == table[i - 1][j - 1] + score:
            i, j = i - 1, j - 1
            top, bottom = one[i] + top, other[j] + bottom
        elif i and table[i][j] == table[i - 1][j] - cost:
            i -= 1
            top, bottom = one[i] + top, "-" + bottom
        else:
            j -= 1
            top, bottom = "-" + top, other[j] + bottom
    return [top, bottom]


def filled(one: str, other: str, match: int, mismatch: int, cost: int) -> list[list[int]]:
    """Best scores of all pairs of beginnings."""
    table = [[-cost * (i + j) for j in range(len(other) + 1)] for i in range(len(one) + 1)]
    for i in range(1, len(one) + 1):
        for j in range(1, len(other) + 1):
            score = pair(one[i - 1], other[j - 1], match, mismatch)
            table[i][j] = max(table[i - 1][j - 1] + score, table[i - 1][j] - cost, table[i][j - 1] - cost)
    return table
