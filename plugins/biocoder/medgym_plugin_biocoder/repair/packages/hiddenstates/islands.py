"""Stretches of one state."""

from .model import Emissions
from .sums import posterior


def islands(
    text: str,
    start: list[float],
    moves: list[list[float]],
    emissions: Emissions,
    state: int,
    least: float,
    shortest: int,
) -> list[list[float]]:
    """Stretches [first, end, mean] in which the posterior of ``state`` is ``least`` or more at each letter.

    They are as long as possible, 0-based without their end, and have ``shortest`` letters or more; mean is
    that of the posterior over the stretch.
    """
    values = [row[state] for row in posterior(text, start, moves, emissions)]
    found: list[list[float]] = []
    opened = 0
    for place in range(len(values) + 1):
        if place == len(values) or values[place] < least:
            if place - opened >= shortest and place > opened:
                found.append([opened, place, sum(values[opened:place]) / (place - opened)])
            opened = place + 1
    return found
