"""Faults of a k-mer library: the last word, unknown bases, strands, ties, denominators."""

from __future__ import annotations

from random import Random

from medgym_plugin_biocoder.repair.contract import Args, Bug, Project
from medgym_plugin_biocoder.repair.packages import kmers
from medgym_plugin_biocoder.repair.second import kmers as second


def _dna(rng: Random, length: int, letters: str = "ACGTACGTACGTN") -> str:
    return "".join(rng.choice(letters) for _ in range(length))


def _some(rng: Random) -> list[str]:
    return [_dna(rng, rng.randint(0, 25), rng.choice(["ACGTN", "ACGt", "AC"])) for _ in range(3)]


def _references(rng: Random) -> list[list[str]]:
    return [[f"r{number}", _dna(rng, rng.randint(5, 30), rng.choice(["ACGT", "AG"]))] for number in (2, 1, 3)]


def _query(rng: Random, references: list[list[str]]) -> str:
    text = rng.choice(references)[1]
    start = rng.randrange(len(text))
    return _dna(rng, rng.randint(0, 3)) + text[start : start + rng.randint(3, 12)]


def _seeds(rng: Random) -> Args:
    references = _references(rng)
    return [_query(rng, references), references, rng.randint(2, 4), rng.randint(1, 4)]


def _find(rng: Random) -> Args:
    references = _references(rng)
    return [_query(rng, references), references, rng.randint(2, 4)]


def _pair(rng: Random) -> list[str]:
    one = _dna(rng, rng.randint(20, 60), "ACGT")
    cut = rng.randrange(len(one))
    return [one, one[cut:] + _dna(rng, rng.randint(0, 40), "ACGT")]


PROJECT = Project(
    package=kmers,
    category="sequence",
    title="counts and indexes k-mers, finds queries by seeds, compares sequences by sketches",
    second=second,
    edges={
        "canonical": [["GATTC"], ["ACGT"], ["TTT"], ["A"]],
        "count": [[["ACGTT"], 5], [[], 3], [["AC"], 3], [["ACNGTA"], 2], [["ACG"], 0]],
        "spectrum": [[["AAAAAA", "ACGT"], 2, 3], [[], 2, 2], [["AAAA"], 2, 3]],
        "index": [[[["a", "ACGACG"], ["b", "NACG"]], 3], [[["a", "AC"]], 3]],
        "seeds": [["ACGT", [["a", "ACGACG"]], 3, 2], ["ACGT", [["a", "ACGACG"]], 3, 1]],
        "find": [["ACG", [["b", "ACGACG"], ["a", "ACG"]], 3], ["AAA", [["a", "CCC"]], 2]],
        "containment": [["ACGT", "ACGTACGA", 3], ["", "ACG", 2], ["ACG", "", 2]],
        "sketch": [["ACGTTGCA", 3, 2], ["AC", 3, 4]],
        "distance": [["ACGTTGCA", "ACGTTGCA", 3, 4], ["AAAA", "CCCC", 2, 4], ["", "", 2, 2]],
    },
    draws={
        "canonical": lambda rng: [_dna(rng, rng.randint(1, 6), "ACGT")],
        "count": lambda rng: [_some(rng), rng.randint(1, 5)],
        "spectrum": lambda rng: [_some(rng), rng.randint(1, 3), rng.randint(2, 4)],
        "index": lambda rng: [_references(rng), rng.randint(2, 4)],
        "seeds": _seeds,
        "find": _find,
        "containment": lambda rng: [*_pair(rng), rng.randint(3, 5)],
        "sketch": lambda rng: [_dna(rng, 30, "ACGT"), rng.randint(2, 5), rng.randint(1, 12)],
        "distance": lambda rng: [*_pair(rng), rng.randint(3, 5), rng.randint(4, 16)],
    },
    bugs=[
        Bug(
            name="unknown-bases",
            file="words.py",
            right="if start > unknown:",
            wrong="if start >= unknown and start >= 0:",
            symptom="The table of counts has entries that are no DNA: for a read with an N in the middle "
            "there is one word that begins with N. Reads without N are counted as they should be.",
            call=("count", [["ACNGTA"], 2]),
        ),
        Bug(
            name="above-the-last",
            file="words.py",
            right="        found[min(number, longest) - 1] += 1",
            wrong="        if number <= longest:\n            found[number - 1] += 1",
            symptom="The histogram of multiplicities does not add up to the number of different words "
            "when a repeat is very frequent. Words that occur more often than the histogram is "
            "long are in no bin, though they belong to the last one.",
            call=("spectrum", [["AAAAAAAA", "ACGT"], 2, 3]),
        ),
        Bug(
            name="tie-order",
            file="index.py",
            right="(-votes[key], order.index(key[0]), key[1])",
            wrong="(-votes[key], key[0], key[1])",
            symptom="When a query fits two references equally well, the answer is the one whose name is "
            "first in the alphabet; we sort references by priority and rely on the first of them "
            "winning. Queries with one best reference are placed right.",
            call=("find", ["ACG", [["b", "ACGACG"], ["a", "ACG"]], 3]),
        ),
        Bug(
            name="denominator",
            file="compare.py",
            right="len(ours & theirs) / len(ours) if ours else 0.0",
            wrong="len(ours & theirs) / len(ours | theirs) if ours else 0.0",
            symptom="A plasmid that lies wholly inside an assembly is reported as contained to a few "
            "percent only; the bigger the assembly, the smaller the value, while it should be 1. "
            "For two sequences with the same words the value is right.",
            call=("containment", ["ACGT", "ACGTACGA", 3]),
        ),
        Bug(
            name="sketch-of-union",
            file="compare.py",
            right="union = sorted({*ours, *theirs})[:size]",
            wrong="union = sorted({*ours, *theirs})",
            symptom="Estimated distances between related genomes are too large as soon as genomes have "
            "more words than the sketch keeps, and the estimate does not settle as sketches grow. "
            "Identical genomes and those that share nothing get the right distance.",
            call=("distance", ["ACGTTGCAGGTACCA", "TTGCAGGTACCATTT", 3, 4]),
        ),
    ],
)
"""Package, bugs and calls."""
