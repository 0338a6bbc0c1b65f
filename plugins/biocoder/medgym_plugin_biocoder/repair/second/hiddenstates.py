"""``hiddenstates`` by enumeration of all paths."""

from itertools import groupby, pairwise, product
from math import fsum, log, prod
from typing import Any


def _paths(text: str, start: list[float], moves: Any, emissions: Any) -> dict[tuple[int, ...], float]:
    found = {}
    for path in product(range(len(start)), repeat=len(text)):
        value = prod(emissions[state].get(letter, 0) for state, letter in zip(path, text, strict=True))
        value *= prod(moves[one][other] for one, other in pairwise(path))
        found[path] = value * (start[path[0]] if path else 1)
    if not fsum(found.values()):
        raise ValueError
    return found


def viterbi(text: str, start: list[float], moves: Any, emissions: Any) -> list[int]:
    """As in the package: ties are settled from the last state to the first."""
    paths = _paths(text, start, moves, emissions)
    most = max(paths.values())
    best = [[*path] for path, value in paths.items() if value >= most * (1 - 1e-9)]
    return min(best, key=lambda path: path[::-1])


def likelihood(text: str, start: list[float], moves: Any, emissions: Any) -> float:
    """As in the package."""
    return log(fsum(_paths(text, start, moves, emissions).values()))


def posterior(text: str, start: list[float], moves: Any, emissions: Any) -> list[list[float]]:
    """As in the package."""
    if not text:
        return []
    paths = _paths(text, start, moves, emissions)
    total = fsum(paths.values())
    return [
        [fsum(v for path, v in paths.items() if path[place] == state) / total for state in range(len(start))]
        for place in range(len(text))
    ]


def islands(
    text: str, start: Any, moves: Any, emissions: Any, state: int, least: float, shortest: int
) -> Any:
    """As in the package."""
    rows = enumerate(row[state] for row in posterior(text, start, moves, emissions))
    found = []
    for high, group in groupby(rows, lambda pair: pair[1] >= least):
        members = list(group)
        if high and len(members) >= max(1, shortest):
            values = [value for _, value in members]
            found.append([members[0][0], members[-1][0] + 1, fsum(values) / len(values)])
    return found
