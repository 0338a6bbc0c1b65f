"""Faults of aligned reads: operations, clips, ties, bits."""

from __future__ import annotations

from random import Random

from medgym_plugin_biocoder.repair.contract import Args, Bug, Project
from medgym_plugin_biocoder.repair.packages import pileup
from medgym_plugin_biocoder.repair.second import pileup as second

FLAGS = (0, 4, 77, 141, 73, 99, 147, 83, 69, 133, 1024, 1123, 256, 355, 2048, 2147, 103, 107, 3)


def _cigar(rng: Random) -> str:
    left, right = rng.choice(("", "", "2S", "3H", "3H2S")), rng.choice(("", "", "1S", "2S4H"))
    body = f"{rng.randint(1, 5)}{rng.choice('MM=')}"
    for _ in range(rng.randint(0, 2)):
        body += f"{rng.randint(1, 3)}{rng.choice('IDNXD')}{rng.randint(1, 4)}M"
    return left + body + right


def _read(rng: Random) -> list[object]:
    cigar = _cigar(rng)
    size = sum(number for number, letter in _operations(cigar) if letter in "MIS=X")
    return [rng.randint(1, 10), cigar, "".join(rng.choice("AACGT") for _ in range(size))]


def _operations(cigar: str) -> list[tuple[int, str]]:
    return [(int(str(size)), str(letter)) for size, letter in pileup.parse_cigar(cigar)]


def _consensus(rng: Random) -> Args:
    reads = [_read(rng) for _ in range(rng.randint(0, 6))]
    return [reads, 3, 15, rng.randint(1, 3), rng.choice((0.0, 0.5, 0.6, 0.75))]


PROJECT = Project(
    package=pileup,
    category="alignment",
    title="reads CIGAR strings and flags, counts the bases over each place, calls a consensus",
    second=second,
    edges={
        "parse_cigar": [["*"], ["3M"], [""], ["0M"], ["3Q"], ["M3"], ["12M1I"]],
        "reference_end": [[1, "*"], [5, "3M"], [5, "2S3M1D2N1I4H"]],
        "clipped": [["*"], ["3H2S4M"], ["4M1S3H"], ["4S"], ["1S2I1S3M"]],
        "pairs": [[1, "*"], [5, "1S1M1I1M1D1M2N1M"], [5, "1=1X"]],
        "column_counts": [[[[1, "2M1D1M", "ACG"], [3, "1M2N1M", "TT"]], 1, 6], [[], 1, 2]],
        "consensus": [
            [[[1, "2M", "AC"], [1, "2M", "CA"]], 1, 2, 1, 0.5],
            [[[1, "2M1D1M", "ACG"]], 1, 5, 1, 0.5],
            [[], 1, 3, 0, 0.5],
        ],
        "is_proper": [[flag] for flag in FLAGS],
        "flagstat": [[[*FLAGS]], [[]]],
    },
    draws={
        "parse_cigar": lambda rng: [_cigar(rng)],
        "reference_end": lambda rng: [rng.randint(1, 90), _cigar(rng)],
        "clipped": lambda rng: [_cigar(rng)],
        "pairs": lambda rng: [rng.randint(1, 90), _cigar(rng)],
        "column_counts": lambda rng: _consensus(rng)[:3],
        "consensus": _consensus,
        "is_proper": lambda rng: [rng.choice(FLAGS) | rng.choice((0, 16, 1024))],
        "flagstat": lambda rng: [[rng.choice(FLAGS) | rng.choice((0, 16, 1024)) for _ in range(12)]],
    },
    bugs=[
        Bug(
            name="both-clips",
            file="cigar.py",
            right="""            if letter not in ("S", "H"):
                break
            total += int(str(size))
""",
            wrong="""            if letter in ("S", "H"):
                total = int(str(size))
            else:
                break
""",
            symptom="Reads that are clipped twice at one end, hard and soft, look as if they were clipped "
            "less: only the inner clip seems to count. Reads with one kind of clip at each end "
            "are told right.",
            call=("clipped", ["3H2S4M"]),
        ),
        Bug(
            name="skips-as-deletions",
            file="columns.py",
            right='        if letter == "D":',
            wrong='        if letter in ("D", "N"):',
            symptom="In RNA data the depth over introns is not zero: spliced reads seem to delete the "
            "whole intron. Genomic reads, in which there are deletions but no skipped stretches, "
            "are counted properly.",
            call=("column_counts", [[[3, "1M2N1M", "TT"]], 1, 6]),
        ),
        Bug(
            name="tie-of-letters",
            file="columns.py",
            right='min(column, key=lambda one: (-column[one], one), default="N")',
            wrong='max(column, key=lambda one: column[one], default="N")',
            symptom="The consensus changes when the same reads come in another order. It does so at "
            "places where two bases are equally frequent, for which the manual promises the one "
            "that is first in the alphabet.",
            call=("consensus", [[[1, "2M", "CA"], [1, "2M", "AC"]], 1, 2, 1, 0.5]),
        ),
        Bug(
            name="mates-of-singletons",
            file="flags.py",
            right="bool(flag & PAIRED and flag & MATE_UNMAPPED) for flag in mapped",
            wrong="bool(flag & PAIRED and flag & MATE_UNMAPPED) for flag in primary",
            symptom="There are more singletons than mapped reads in a library that failed: pairs of which "
            "neither end is mapped are among the singletons, which they should not be. All other "
            "numbers of the table are right.",
            call=("flagstat", [[77, 141, 73]]),
        ),
    ],
)
"""Package, bugs and calls."""
