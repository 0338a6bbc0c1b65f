"""Faults of cloning: circles, the other strand, cuts at ends, short primers."""

from __future__ import annotations

from random import Random

from medgym_plugin_biocoder.repair.contract import Args, Bug, Project
from medgym_plugin_biocoder.repair.packages import cloning
from medgym_plugin_biocoder.repair.second import cloning as second

ENZYMES = (["GAATTC", 1], ["GATC", 0], ["CCWGG", 2], ["GACGT", 3], ["GGN", 2], ["CTAG", 4])


def _dna(rng: Random, length: int) -> str:
    return "".join(rng.choice("ACGTACGTACGTACGN") for _ in range(length))


def _plasmid(rng: Random) -> str:
    parts = [rng.choice(("GAATTC", "GATC", "CCAGG", "CCTGG", "GACGT", "ACGTC", "CTAG")) for _ in range(3)]
    text = "".join(part + _dna(rng, rng.randint(0, 9)) for part in parts)
    turn = rng.choice((rng.randrange(len(text)), rng.randint(1, 5)))
    return text[turn:] + text[:turn]


def _enzymes(rng: Random) -> list[list[object]]:
    return [[*enzyme] for enzyme in rng.sample(ENZYMES, rng.randint(1, 2))]


def _cuts(rng: Random) -> Args:
    return [_plasmid(rng), *rng.choice(ENZYMES), rng.random() < 0.5]


def _primer(rng: Random) -> str:
    tail = rng.choice(("", "", "N" * rng.randint(1, 12)))
    return "".join(rng.choice("ACGT") for _ in range(rng.randint(4, 24))) + tail


def _amplify(rng: Random) -> Args:
    one, other = "".join(rng.choice("ACGT") for _ in range(4)), "".join(rng.choice("ACGT") for _ in range(3))
    back = other.translate(str.maketrans("ACGT", "TGCA"))[::-1]
    middle = one[-1] if rng.random() < 0.2 else _dna(rng, rng.randint(0, 12))
    template = _dna(rng, 3) + one + middle + back + _dna(rng, 4) + rng.choice((back, ""))
    return [template, one, other, rng.choice((len(one + middle + back), 15, 40))]


PROJECT = Project(
    package=cloning,
    category="sequence",
    title="digests linear and circular DNA, judges primers, predicts PCR products",
    second=second,
    edges={
        "matches": [
            ["AAAA", "AA"],
            ["GATCGA", "GATC", True],
            ["ACN", "ACN"],
            ["AC", "ACG", True],
            ["TCXXGA", "GATC", True],
        ],
        "cuts": [
            ["GATCA", "GATC", 0],
            ["GATCA", "GATC", 0, True],
            ["TCAAGA", "GATC", 0, True],
            ["ACGTC", "GACGT", 3],
        ],
        "digest": [
            ["AAGAATTCAA", [["GAATTC", 1]], True],
            ["AAGAATTCAA", [["GAATTC", 1]]],
            ["ACGT", [["GATC", 0]], True],
        ],
        "fragments": [["AAGAATTCAAGATCA", [["GAATTC", 1], ["GATC", 0]], False, 2]],
        "melting": [
            ["ACGTACGTACGTA"],
            ["ACGTACGTACGTAC"],
            ["NNN"],
            ["ACGTNNNNNNNNNNNNN"],
            ["ACGTACGTACGTACGG", 0.1],
        ],
        "self_dimer": [["ACGT"], ["AAAA"], [""], ["GGAATTCC"]],
        "amplify": [
            ["ACGTTTGGA", "ACG", "TCC", 9],
            ["ACGTTTGGA", "ACG", "TCC", 8],
            ["ACGGA", "ACG", "TCC", 9],
        ],
    },
    draws={
        "matches": lambda rng: [_plasmid(rng), rng.choice(ENZYMES)[0], rng.random() < 0.5],
        "cuts": _cuts,
        "digest": lambda rng: [_plasmid(rng), _enzymes(rng), rng.random() < 0.5],
        "fragments": lambda rng: [_plasmid(rng), _enzymes(rng), rng.random() < 0.5, rng.randint(1, 5)],
        "melting": lambda rng: [_primer(rng), rng.choice((0.05, 0.1, 1.0))],
        "self_dimer": lambda rng: [_primer(rng)],
        "amplify": _amplify,
    },
    bugs=[
        Bug(
            name="over-the-origin",
            file="sites.py",
            right='(sequence[: len(site) - 1] if circular else "")',
            wrong='(sequence[: len(site) // 2] if circular else "")',
            symptom="A plasmid gives different numbers of fragments depending on where its sequence was "
            "opened. Sites that run over the origin are found only when no more than half of the "
            "site lies behind it.",
            call=("matches", ["TCAAGA", "GATC", True]),
        ),
        Bug(
            name="mirrored-cut",
            file="sites.py",
            right="start + len(site) - offset for start",
            wrong="start + offset for start",
            symptom="Fragments of enzymes with sites that do not read the same on both strands have the "
            "wrong ends, wherever the site lies on the minus strand: the fragments there are some "
            "bases too long or too short. Palindromic sites such as that of EcoRI are cut where "
            "they should be.",
            call=("cuts", ["AAACGTCAAA", "GACGT", 3]),
        ),
        Bug(
            name="last-piece",
            file="digest.py",
            right="ends = [*places[1:], places[0] + len(sequence)]",
            wrong="ends = [*places[1:], len(sequence)]",
            symptom="Fragments of a plasmid do not add up to its size. Whatever lies between the origin "
            "and the first cut is missing; the same sequence, digested as linear DNA, is "
            "complete.",
            call=("digest", ["AAGAATTCAA", [["GAATTC", 1]], True]),
        ),
        Bug(
            name="unknown-bases-count",
            file="primers.py",
            right="    if len(bases) < 14:",
            wrong="    if len(primer) < 14:",
            symptom="Melting temperatures of primers with tails that are written as N are absurd, even "
            "far below zero, when four or five real bases are left: they should be treated like "
            "the short primers that they are. Primers without N get the temperatures that we "
            "expect.",
            call=("melting", ["ACGTNNNNNNNNNNNNN"]),
        ),
    ],
)
"""Package, bugs and calls."""
