"""``distancetrees`` with clusters as sets of tips, full matrices and shortest ways by relaxation."""

from itertools import combinations
from math import exp, log
from statistics import fmean
from typing import Any


def matrix(sequences: list[str], model: str) -> list[list[float]]:
    """As in the package."""
    if len({len(sequence) for sequence in sequences}) > 1:
        raise ValueError

    def between(one: str, other: str) -> float:
        both = [a + b for a, b in zip(one.upper(), other.upper(), strict=True) if set(a + b) <= set("ACGT")]
        p = len([pair for pair in both if pair[0] != pair[1]]) / max(1, len(both))
        if model != "jc":
            return p
        same = 1 - p * 4 / 3
        return 5.0 if same <= exp(-20 / 3) else -log(same) * 3 / 4

    return [[between(one, other) + 0.0 for other in sequences] for one in sequences]


def _least(options: list[Any]) -> Any:
    lowest = min(option[0] for option in options)
    return next(option for option in options if option[0] <= lowest + 1e-9)


def upgma(rows: list[list[float]]) -> list[list[float]]:
    """As in the package."""
    clusters = {(node,): (node, 0.0) for node in range(len(rows))}
    edges: list[list[float]] = []
    label = len(rows)
    while len(clusters) > 1:
        by_label = sorted(clusters, key=lambda tips: clusters[tips][0])
        options = [
            (fmean(rows[i][j] for i in one for j in other), one, other)
            for one, other in combinations(by_label, 2)
        ]
        value, one, other = _least(options)
        for tips in (one, other):
            node, height = clusters.pop(tips)
            edges.append([label, node, value / 2 - height])
        clusters[one + other] = (label, value / 2)
        label += 1
    return edges


def neighbor_joining(rows: list[list[float]]) -> list[list[float]]:
    """As in the package."""
    table = {i: dict(enumerate(row)) for i, row in enumerate(rows)}
    edges: list[list[float]] = []
    label = len(rows)
    while len(table) > 2:
        total = {i: sum(row.values()) - row[i] for i, row in table.items()}
        n = len(table)
        options = [
            ((n - 2) * table[i][j] - total[i] - total[j], i, j) for i, j in combinations(sorted(table), 2)
        ]
        _, i, j = _least(options)
        first = (table[i][j] + (total[i] - total[j]) / (n - 2)) / 2
        edges += [[label, i, first], [label, j, table[i][j] - first]]
        row = {k: 0.5 * (table[i][k] + table[j][k] - table[i][j]) for k in table if k not in (i, j)}
        table = {k: {m: d for m, d in old.items() if m not in (i, j)} for k, old in table.items() if k in row}
        for k, value in row.items():
            table[k][label] = value
        table[label] = {**row, label: 0.0}
        label += 1
    if len(table) == 2:
        low, high = sorted(table)
        edges.append([high, low, table[low][high]])
    return edges


def depths(edges: list[list[float]], root: int) -> dict[str, float]:
    """As in the package."""
    parents = {int(child): (int(parent), length) for parent, child, length in edges}
    found = {str(root): 0.0}
    for node in parents:
        place, length = node, 0.0
        while place != root and place in parents:
            place, length = parents[place][0], length + parents[place][1]
        if place == root:
            found[str(node)] = length
    return found


def patristic(edges: list[list[float]], one: int, other: int) -> float:
    """As in the package."""
    reached = {one: 0.0}
    for _ in edges:
        for parent, child, length in edges:
            for here, there in ((int(parent), int(child)), (int(child), int(parent))):
                if here in reached:
                    reached.setdefault(there, reached[here] + length)
    if other not in reached:
        raise ValueError
    return reached[other]
