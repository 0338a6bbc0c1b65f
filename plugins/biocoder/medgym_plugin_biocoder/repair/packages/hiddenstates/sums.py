"""Sums over all paths (Rabiner 1989), scaled at each letter."""

import math

from .model import Emissions, emission


def forward(
    text: str, start: list[float], moves: list[list[float]], emissions: Emissions
) -> tuple[list[list[float]], list[float]]:
    """For each letter the probabilities of states, given the text so far, and the letter's own."""
    rows: list[list[float]] = []
    scales: list[float] = []
    for place, letter in enumerate(text):
        row = []
        for state in range(len(start)):
            before = start[state]
            if place:
                before = sum(rows[-1][other] * moves[other][state] for other in range(len(start)))
            row.append(before * emission(emissions, state, letter))
        scale = sum(row)
        if scale <= 0:
            raise ValueError("an impossible text")
        rows.append([value / scale for value in row])
        scales.append(scale)
    return rows, scales


def likelihood(text: str, start: list[float], moves: list[list[float]], emissions: Emissions) -> float:
    """Natural logarithm of the probability of a text; 0 for an empty one, ValueError if it is impossible."""
    return sum(math.log(scale) for scale in forward(text, start, moves, emissions)[1])


def posterior(
    text: str, start: list[float], moves: list[list[float]], emissions: Emissions
) -> list[list[float]]:
    """For each letter the probability of each state, given the whole text; ValueError if it is impossible."""
    rows, scales = forward(text, start, moves, emissions)
    states = range(len(start))
    after = [1.0] * len(start)
    found = []
    for place in range(len(text) - 1, -1, -1):
        found.append([rows[place][state] * after[state] for state in states])
        after = [
            sum(
                moves[state][other] * emission(emissions, other, text[place]) * after[other]
                for other in states
            )
            / scales[place]
            for state in states
        ]
    return found[::-1]
