"""Faults of read trimming: scores, windows, adapters at the end, figures of nothing."""

from __future__ import annotations

from random import Random

from medgym_plugin_biocoder.repair.contract import Args, Bug, Project
from medgym_plugin_biocoder.repair.packages import trimming
from medgym_plugin_biocoder.repair.second import trimming as second


def _quality(rng: Random, length: int) -> str:
    level = rng.choice((10, 20, 30))
    return "".join(chr(33 + max(0, min(41, round(rng.gauss(level, 8))))) for _ in range(length))


def _reads(rng: Random) -> list[list[str]]:
    reads = []
    for number in range(rng.randint(1, 6)):
        length = rng.choice((0, 3, 8, 15, 24))
        sequence = "".join(rng.choice("ACGTGCNg") for _ in range(length))
        reads.append([f"r{number}", sequence, _quality(rng, length)])
    return reads


def _overlap(rng: Random) -> Args:
    adapter = "".join(rng.choice("ACGT") for _ in range(rng.randint(3, 8)))
    read = "".join(rng.choice("ACGTN") for _ in range(rng.randint(0, 12)))
    tail = adapter[: rng.randint(1, len(adapter))]
    if rng.random() < 0.4:
        tail = "".join(rng.choice("ACGT") if rng.random() < 0.15 else base for base in tail)
    return [read + tail, adapter, rng.randint(1, 4), rng.choice((0.0, 0.1, 0.2, 0.34))]


def _clip(rng: Random) -> Args:
    reads = [[name, s + "AGATCG"[: rng.randint(0, 6)], q + "IIIIII"] for name, s, q in _reads(rng)]
    reads = [[name, s, q[: len(s)]] for name, s, q in reads]
    return [reads, rng.choice([["AGATCG"], ["CTG", "AGATCG"], []]), rng.randint(2, 4), 0.2]


def _trim(rng: Random) -> Args:
    if rng.random() < 0.5:
        letters = "".join(rng.choice("5678") for _ in range(rng.randint(4, 12)))
        return [letters + "9", rng.randint(2, 4), rng.choice((20.5, 21, 21.5))]
    return [_quality(rng, rng.randint(0, 20)), rng.randint(1, 6), rng.choice((15, 20, 25, 20.5))]


PROJECT = Project(
    package=trimming,
    category="sequence",
    title="trims, clips and filters sequencing reads, and reports on them",
    second=second,
    edges={
        "decode": [["!I~"], [""], [" "], ["@h", 64]],
        "expected_errors": [["!"], [""], ["+5?I"], ["hJ", 64]],
        "overlap": [
            ["ACGTAGA", "AGATC", 3, 0.0],
            ["", "AC", 1, 0.0],
            ["AGN", "AGA", 3, 0.34],
            ["AAG", "AGA", 3, 0],
        ],
        "clip": [[[["a", "ACGTAGAT", "IIIIIIII"]], ["AGATCG"]], [[["a", "AC", "II"]], []]],
        "trim": [
            ["", 4, 20],
            ["!!!!", 4, 20],
            ["5555", 4, 20],
            ["II!II", 2, 20],
            ["I4", 5, 20],
            ["II+5I", 2, 15],
            ["I56I", 2, 20.5],
            ["II7665II", 3, 21.5],
        ],
        "filtered": [[[["a", "", ""]], 0, 1.0, 0], [[["a", "ACN", "I!I"], ["b", "ACG", "I!I"]], 3, 0.5, 0]],
        "n50": [[[]], [[4]], [[1, 1, 2]], [[2, 2, 2, 3, 3, 4, 8, 8]]],
        "summary": [[[]], [[["a", "NN", "!!"]]], [[["a", "GCa", "5II"], ["b", "", ""]]]],
    },
    draws={
        "decode": lambda rng: [_quality(rng, 8), rng.choice((33, 33, 40))],
        "expected_errors": lambda rng: [_quality(rng, rng.randint(0, 12))],
        "overlap": _overlap,
        "clip": _clip,
        "trim": _trim,
        "filtered": lambda rng: [
            _reads(rng),
            rng.randint(0, 9),
            rng.choice((0.1, 0.5, 2.0)),
            rng.randint(0, 3),
        ],
        "n50": lambda rng: [[rng.randint(1, 9) for _ in range(rng.randint(0, 8))]],
        "summary": lambda rng: [_reads(rng)],
    },
    bugs=[
        Bug(
            name="whole-mean",
            file="trim.py",
            right="sum(scores[place : place + width]) / width < least",
            wrong="sum(scores[place : place + width]) // width < least",
            symptom="Too much is cut off some reads. It depends on the threshold: a window with scores 20 "
            "and 21 passes a threshold of 20 but not one of 20.5, although its mean is 20.5. With "
            "whole-numbered thresholds we see nothing wrong.",
            call=("trim", ["I56I", 2, 20.5]),
        ),
        Bug(
            name="adapter-at-the-end",
            file="adapters.py",
            right="wrong <= rate * length",
            wrong="wrong <= rate * len(adapter)",
            symptom="Genuine bases are lost at the ends of reads: the last three or four bases are taken "
            "for the start of an adapter although one of them does not match. Adapters that lie "
            "in a read as a whole are recognised with the number of mismatches that they may "
            "have.",
            call=("overlap", ["CCCCCAGT", "AGATCGGA", 3, 0.2]),
        ),
        Bug(
            name="natural-power",
            file="quality.py",
            right="10 ** (-score / 10)",
            wrong="10 ** (-score / 20)",
            symptom="Nearly every read is thrown away because of its expected errors. A single base of "
            "score 20 should count as 0.01 errors, and counts as 0.1. Filters by length and by N "
            "work.",
            call=("expected_errors", ["5"]),
        ),
        Bug(
            name="unknown-in-the-share",
            file="report.py",
            right='known = sum(map(text.count, "ACGT"))',
            wrong="known = len(text)",
            symptom="The GC content in the report falls when reads have many unknown bases, though the "
            "composition of what was read is the same. For libraries without N it agrees with "
            "other tools.",
            call=("summary", [[["a", "GCNN", "IIII"]]]),
        ),
    ],
)
"""Package, bugs and calls."""
