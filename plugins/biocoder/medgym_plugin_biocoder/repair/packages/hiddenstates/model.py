"""A model: start probabilities, transitions, and for each state what it emits, from letter to probability.

A letter that a state does not name has probability 0 in it.
"""

import math

Emissions = list[dict[str, float]]


def log(value: float) -> float:
    """Natural logarithm; minus infinity for 0."""
    return math.log(value) if value > 0 else -math.inf


def emission(emissions: Emissions, state: int, letter: str) -> float:
    """Probability of a letter in a state."""
    return emissions[state].get(letter, 0.0)
