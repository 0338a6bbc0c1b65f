"""The most probable path (Viterbi 1967)."""

from .model import Emissions, emission, log


def viterbi(text: str, start: list[float], moves: list[list[float]], emissions: Emissions) -> list[int]:
    """States of the most probable path of a text; of two that are equally probable into a place, the smaller.

    Probabilities are compared as sums of logarithms that differ by more than 1e-9. The last state, too, is
    the smallest of the most probable. [] for an empty text; ValueError if the text is impossible.
    """
    if not text:
        return []
    states = range(len(start))
    scores = [log(start[state]) + log(emission(emissions, state, text[0])) for state in states]
    back: list[list[int]] = []
    for letter in text[1:]:
        came, after = [], []
        for state in states:
            best = first_best([scores[before] + log(moves[before][state]) for before in states])
            came.append(best)
            after.append(scores[best] + log(moves[best][state]) + log(emission(emissions, state, letter)))
        back.append(came)
        scores = after
    path = [first_best(scores)]
    if scores[path[0]] == float("-inf"):
        raise ValueError("an impossible text")
    for came in reversed(back):
        path.append(came[path[-1]])
    return path[::-1]


def first_best(scores: list[float]) -> int:
    """Place of the first score that no other exceeds by more than 1e-9."""
    best = 0
    for place, score in enumerate(scores):
        if score > scores[best] + 1e-9:
            best = place
    return best
