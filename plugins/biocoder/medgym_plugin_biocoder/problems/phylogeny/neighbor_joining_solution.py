"""Build a tree of taxa by neighbour joining."""

from typing import Any

NEGATIVE = "keep"
TIE = "first"
UPDATE = "reduced"
INTERNAL = True


def branch_lengths(distance: float, total: float, other_total: float, clusters: int) -> tuple[float, float]:
    """Lengths of the branches from two clusters to the node that joins them."""
    first = distance / 2 + (total - other_total) / (2 * (clusters - 2))
    second = distance - first
    if NEGATIVE == "zero":
        return max(first, 0.0), max(second, 0.0)
    if NEGATIVE == "shift":
        first = min(max(first, 0.0), max(distance, 0.0))
        second = max(distance, 0.0) - first
    return first, second


def neighbor_joining(names: list[str], distances: list[list[float]]) -> list[list[Any]]:
    """Branches of the tree: the names on their far side, and their lengths."""
    order = sorted(range(len(names)), key=lambda i: names[i])
    members = [[names[i]] for i in order]
    matrix = [[distances[i][j] for j in order] for i in order]
    branches: list[list[Any]] = []
    while len(members) > 2:
        size = len(members)
        totals = [sum(row) for row in matrix]
        pairs = [(i, j) for i in range(size) for j in range(i + 1, size)]
        if TIE == "last":
            pairs.reverse()
        i, j = min(
            pairs, key=lambda pair: (size - 2) * matrix[pair[0]][pair[1]] - totals[pair[0]] - totals[pair[1]]
        )
        lengths = branch_lengths(matrix[i][j], totals[i], totals[j], size)
        branches += [[sorted(members[i]), lengths[0]], [sorted(members[j]), lengths[1]]]
        known = matrix[i][j] if UPDATE == "reduced" else 0
        joined = [(matrix[i][k] + matrix[j][k] - known) / 2 for k in range(size)]
        for k in range(size):
            matrix[i][k] = matrix[k][i] = 0 if k == i else joined[k]
        members[i] = members[i] + members.pop(j)
        matrix = [[value for k, value in enumerate(row) if k != j] for m, row in enumerate(matrix) if m != j]
    if len(members) == 2:
        length = matrix[0][1]
        branches.append([sorted(members[1]), length if NEGATIVE == "keep" else max(length, 0.0)])
    return [branch for branch in branches if INTERNAL or not 1 < len(branch[0]) < len(names) - 1]
