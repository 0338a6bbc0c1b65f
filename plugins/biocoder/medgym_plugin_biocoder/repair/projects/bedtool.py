"""Faults of interval algebra: what touches, what contains, which end grows."""

from __future__ import annotations

from random import Random

from medgym_plugin_biocoder.repair.contract import Args, Bug, Project
from medgym_plugin_biocoder.repair.packages import bedtool
from medgym_plugin_biocoder.repair.second import bedtool as second

LINES = "track x\nc1\t5\t9\ta\t0\t-\n\nc2 1 4\n# none\nc1\t0\t3\tb\t0\t+\n"


def _intervals(rng: Random) -> list[list[int]]:
    starts = [rng.randint(0, 30) for _ in range(rng.randint(0, 6))]
    return [[start, start + rng.choice((1, 2, 3, 5, 12))] for start in starts]


def _bed(rng: Random) -> str:
    lines = []
    for number in range(rng.randint(1, 6)):
        start = rng.randint(0, 30)
        told = rng.choice(("", f"\tn{number}", f"\tn{number}\t0\t-", f"\tn{number}\t0\t+"))
        lines.append(f"c{rng.randint(1, 2)}\t{start}\t{start + rng.randint(0, 12)}{told}")
    return "\n".join(lines)


def _slop(rng: Random) -> Args:
    return [_bed(rng), rng.randint(0, 9), rng.randint(0, 9), {"c1": 40, "c2": 45}]


def _two(rng: Random) -> Args:
    return [_intervals(rng), _intervals(rng)]


PROJECT = Project(
    package=bedtool,
    category="intervals",
    title="merges, intersects and subtracts genomic intervals, measures depth and finds neighbours",
    second=second,
    edges={
        "parse_bed": [[LINES], [""], ["c1\t5\t4"], ["c1\t5\tx"], ["c1\t-1\t4"]],
        "slop": [[LINES, 2, 5, {"c1": 10, "c2": 4}]],
        "merge": [
            [[]],
            [[[5, 9], [0, 5]]],
            [[[0, 20], [2, 4], [6, 8]]],
            [[[0, 2], [3, 5]], 1],
            [[[0, 2], [4, 5]], 1],
        ],
        "intersect": [[[[0, 5]], [[5, 9]]], [[[0, 9], [12, 15]], [[1, 2], [3, 14]]], [[], [[1, 2]]]],
        "subtract": [
            [[[0, 9]], [[0, 9]]],
            [[[0, 9]], [[2, 3], [5, 6]]],
            [[[0, 9]], []],
            [[[0, 4]], [[4, 6]]],
        ],
        "jaccard": [[[], []], [[[0, 4]], [[2, 6]]], [[[0, 4], [2, 4]], [[0, 4]]]],
        "pileup": [[[]], [[[0, 4], [4, 8]]], [[[0, 4], [0, 4], [2, 6]]]],
        "closest": [
            [[5, 6], []],
            [[5, 9], [[0, 4], [10, 12], [20, 21]]],
            [[5, 9], [[9, 12], [6, 7], [0, 1]]],
        ],
    },
    draws={
        "parse_bed": lambda rng: [_bed(rng)],
        "slop": _slop,
        "merge": lambda rng: [_intervals(rng), rng.randint(0, 3)],
        "intersect": _two,
        "subtract": _two,
        "jaccard": _two,
        "pileup": lambda rng: [_intervals(rng)],
        "closest": lambda rng: [[start := rng.randint(0, 30), start + rng.randint(1, 5)], _intervals(rng)],
    },
    bugs=[
        Bug(
            name="strand-of-growth",
            file="text.py",
            right='(after, before) if strand == "-" else (before, after)',
            wrong='(after, before) if strand != "+" else (before, after)',
            symptom="Intervals without a strand grow at the wrong ends: asked for 2 bases before and 5 "
            "after, an interval of a file with three columns gets 5 bases on its left. Intervals "
            "on either strand grow as they should.",
            call=("slop", ["c2 10 14\n", 2, 5, {"c2": 40}]),
        ),
        Bug(
            name="ends-that-touch",
            file="algebra.py",
            right="start <= joined[-1][1] + gap",
            wrong="start < joined[-1][1] + gap",
            symptom="Neighbouring exons that follow each other without a base between them stay two "
            "intervals after they were joined, and with an allowed distance of one, those one "
            "base apart are not joined either. What overlaps is joined.",
            call=("merge", [[[5, 9], [0, 5]], 0]),
        ),
        Bug(
            name="second-hole",
            file="algebra.py",
            right="            start = high\n",
            wrong="            start = high\n            break\n",
            symptom="After masked regions were taken away from a gene, some of them are still there: of "
            "several masked regions within one gene only the leftmost is missing from the result.",
            call=("subtract", [[[0, 9]], [[2, 3], [5, 6]]]),
        ),
        Bug(
            name="counted-twice",
            file="measure.py",
            right="either = length(ours) + length(theirs) - shared",
            wrong="either = length(ours) + length(theirs)",
            symptom="The similarity of a set of peaks with itself is 0.5, not 1, and all other "
            "similarities are too low as well. Sets without a common base get 0, as they should.",
            call=("jaccard", [[[0, 4]], [[0, 4]]]),
        ),
    ],
)
"""Package, bugs and calls."""
