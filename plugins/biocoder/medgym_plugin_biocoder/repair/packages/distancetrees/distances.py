"""Distances of aligned sequences."""

import math


def differing(one: str, other: str) -> float:
    """Share of different columns among those in which both have A, C, G or T; 0 without such a column."""
    columns = [(a, b) for a, b in zip(one.upper(), other.upper(), strict=True) if a in "ACGT" and b in "ACGT"]
    return sum(a != b for a, b in columns) / len(columns) if columns else 0.0


def matrix(sequences: list[str], model: str) -> list[list[float]]:
    """Distances of all pairs, by the share p of different columns.

    Model "p" gives p, "jc" gives -3/4 ln(1 - 4/3 p) (Jukes and Cantor 1969), 5 where that is no number or
    more. Sequences of different lengths raise ValueError.
    """
    rows = [[0.0] * len(sequences) for _ in sequences]
    for first, one in enumerate(sequences):
        for second in range(first + 1, len(sequences)):
            p = differing(one, sequences[second])
            if model == "jc":
                p = min(5.0, -0.75 * math.log(1 - 4 * p / 3)) if p < 0.75 else 5.0
            rows[first][second] = rows[second][first] = p
    return rows
