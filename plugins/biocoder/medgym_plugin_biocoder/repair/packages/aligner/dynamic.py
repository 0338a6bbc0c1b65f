"""Best scores by dynamic programming over three tables (Gotoh 1982)."""

from .scoring import LOW, gap, pair


def global_score(one: str, other: str, match: int, mismatch: int, opening: int, extending: int) -> int:
    """Best score of a global alignment; gaps at the ends cost as all others do.

    A gap costs ``opening`` for its first letter and ``extending`` for each further one; a gap in one sequence
    may follow one in the other.
    """
    width = len(other) + 1
    best = [gap(j, opening, extending) for j in range(width)]
    down = [LOW] * width
    for i in range(1, len(one) + 1):
        before, best[0] = best[0], gap(i, opening, extending)
        right = LOW
        for j in range(1, width):
            down[j] = max(best[j] - opening, down[j] - extending)
            right = max(best[j - 1] - opening, right - extending)
            diagonal = before + pair(one[i - 1], other[j - 1], match, mismatch)
            before, best[j] = best[j], max(diagonal, down[j], right)
    return best[-1]


def local_score(one: str, other: str, match: int, mismatch: int, opening: int, extending: int) -> list[int]:
    """Best score of a local alignment (Smith and Waterman 1981), and where it ends in both sequences.

    Ends count the letters up to the alignment's last column. Of equal scores the one that ends first in
    ``one``, then in ``other``. [0, 0, 0] if no score is above 0.
    """
    width = len(other) + 1
    best, down = [0] * width, [LOW] * width
    found = [0, 0, 0]
    for i in range(1, len(one) + 1):
        before, right = 0, LOW
        for j in range(1, width):
            down[j] = max(best[j] - opening, down[j] - extending)
            right = max(best[j - 1] - opening, right - extending)
            diagonal = before + pair(one[i - 1], other[j - 1], match, mismatch)
            before, best[j] = best[j], max(0, diagonal, down[j], right)
            if best[j] > found[0]:
                found = [best[j], i, j]
    return found
