"""Faults of hidden Markov models: directions, scales, ties, the last stretch."""

from __future__ import annotations

from random import Random

from medgym_plugin_biocoder.repair.contract import Args, Bug, Project
from medgym_plugin_biocoder.repair.packages import hiddenstates
from medgym_plugin_biocoder.repair.second import hiddenstates as second

START = [0.6, 0.4]
MOVES = [[0.9, 0.1], [0.3, 0.7]]
EMITTED = [{"A": 0.4, "C": 0.1, "G": 0.1, "T": 0.4}, {"A": 0.1, "C": 0.4, "G": 0.4, "T": 0.1}]
EVEN = [[0.5, 0.5], [[0.5, 0.5], [0.5, 0.5]], [{"A": 0.5, "C": 0.5}, {"A": 0.5, "C": 0.5}]]


def _shares(rng: Random, size: int) -> list[float]:
    parts = [rng.randint(1, 9) for _ in range(size)]
    return [part / sum(parts) for part in parts]


def _model(rng: Random) -> Args:
    if rng.random() < 0.2:
        return EVEN
    moves = [_shares(rng, 2), _shares(rng, 2)]
    return [_shares(rng, 2), moves, [dict(zip("ACGT", _shares(rng, 4), strict=True)) for _ in range(2)]]


def _text(rng: Random) -> str:
    return "".join(rng.choice("ACAACGT") for _ in range(rng.randint(0, 8)))


def _drawn(rng: Random) -> Args:
    model = _model(rng)
    text = _text(rng)
    return [text if model is not EVEN else text.replace("G", "A").replace("T", "C"), *model]


PROJECT = Project(
    package=hiddenstates,
    category="sequence",
    title="hidden Markov models: most probable paths, posterior probabilities, islands of a state",
    second=second,
    edges={
        "viterbi": [["", START, MOVES, EMITTED], ["ACX", START, MOVES, EMITTED], ["ACCA", *EVEN]],
        "likelihood": [
            ["", START, MOVES, EMITTED],
            ["X", START, MOVES, EMITTED],
            ["ACGT", START, MOVES, EMITTED],
        ],
        "posterior": [
            ["", START, MOVES, EMITTED],
            ["GAX", START, MOVES, EMITTED],
            ["AACG", START, MOVES, EMITTED],
        ],
        "islands": [["AACGCG", START, MOVES, EMITTED, 1, 0.5, 2], ["", START, MOVES, EMITTED, 0, 0.0, 1]],
    },
    draws={
        "viterbi": _drawn,
        "likelihood": _drawn,
        "posterior": _drawn,
        "islands": lambda rng: [
            *_drawn(rng),
            rng.randint(0, 1),
            rng.choice((0.3, 0.5, 0.6)),
            rng.randint(1, 3),
        ],
    },
    bugs=[
        Bug(
            name="turned-moves",
            file="sums.py",
            right="moves[state][other] * emission(emissions, other, text[place])",
            wrong="moves[other][state] * emission(emissions, other, text[place])",
            symptom="Probabilities of the states no longer add up to one, except at the last letter. It "
            "shows only when changing into a state is not as likely as changing out of it. The "
            "likelihood of the sequence is right.",
            call=("posterior", ["AACG", START, MOVES, EMITTED]),
        ),
        Bug(
            name="other-logarithm",
            file="sums.py",
            right="sum(math.log(scale) for scale in",
            wrong="sum(math.log2(scale) for scale in",
            symptom="The log-likelihood does not agree with our other program: a sequence of one letter "
            "with probability 0.28 should give about -1.273 and gives about -1.837. The posterior "
            "probabilities agree.",
            call=("likelihood", ["A", START, MOVES, EMITTED]),
        ),
        Bug(
            name="tie-of-states",
            file="decode.py",
            right="        if score > scores[best] + 1e-9:",
            wrong="        if score > scores[best] - 1e-9:",
            symptom="In a model in which all states are alike the decoded path consists of the last state "
            "only. The manual promises the smallest of equally probable states. Where one path is "
            "the most probable it is found.",
            call=("viterbi", ["ACCA", *EVEN]),
        ),
        Bug(
            name="island-at-the-end",
            file="islands.py",
            right="    for place in range(len(values) + 1):",
            wrong="    for place in range(len(values)):",
            symptom="Islands that reach the last base of a sequence are not reported. If we add a few "
            "bases of another composition, they are.",
            call=("islands", ["AACGCG", START, MOVES, EMITTED, 1, 0.5, 2]),
        ),
    ],
)
"""Package, bugs and calls."""
