"""The nearest of many intervals."""


def gap(one: list[int], other: list[int]) -> int:
    """Bases between two intervals; 0 if they overlap or touch."""
    return max(0, other[0] - one[1], one[0] - other[1])


def closest(query: list[int], targets: list[list[int]]) -> list[int]:
    """Places in ``targets`` of all that are as near to ``query`` as the nearest is, ascending."""
    if not targets:
        return []
    gaps = [gap(query, target) for target in targets]
    least = min(gaps)
    return [place for place, distance in enumerate(gaps) if distance == least]
