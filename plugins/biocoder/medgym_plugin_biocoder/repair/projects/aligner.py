"""Faults of alignment: borders, ties, three tables, ends."""

from __future__ import annotations

from random import Random

from medgym_plugin_biocoder.repair.contract import Args, Bug, Project
from medgym_plugin_biocoder.repair.packages import aligner
from medgym_plugin_biocoder.repair.second import aligner as second


def _pair(rng: Random) -> list[str]:
    one = "".join(rng.choice("ACGTACgN") for _ in range(rng.randint(0, 10)))
    cut = rng.randint(0, len(one))
    other = (
        one[:cut]
        + "".join(rng.choice("ACGT") for _ in range(rng.randint(0, 3)))
        + one[cut + rng.randint(0, 4) :]
    )
    return [one, other]


def _affine(rng: Random) -> Args:
    opening = rng.randint(2, 8)
    return [*_pair(rng), rng.randint(1, 5), -rng.randint(0, 4), opening, rng.randint(1, opening)]


def _linear(rng: Random) -> Args:
    return [*_pair(rng), rng.randint(1, 3), -rng.randint(0, 3), rng.randint(1, 3)]


def _alignment(rng: Random) -> list[str]:
    one, other = _pair(rng)
    return aligner.align(one, other, 2, -1, 1)


PROJECT = Project(
    package=aligner,
    category="alignment",
    title="aligns two sequences globally and locally, and measures alignments",
    second=second,
    edges={
        "global_score": [
            ["", "", 1, -1, 3, 1],
            ["ACGT", "", 1, -1, 3, 1],
            ["", "AC", 1, -1, 3, 1],
            ["AGGGGC", "AC", 2, -3, 5, 1],
        ],
        "local_score": [
            ["AC", "GT", 1, -1, 3, 1],
            ["ACAC", "AC", 1, -1, 3, 1],
            ["AAACCC", "AAAGGCCC", 5, -4, 6, 1],
        ],
        "align": [
            ["", "AC", 1, -1, 1],
            ["AA", "A", 1, -1, 1],
            ["AC", "CA", 1, -1, 1],
            ["AN", "aN", 1, -1, 2],
        ],
        "identity": [["", "", True], ["--AC", "GGAC", False], ["--AC", "GGAC", True], ["A-", "-A", False]],
        "cigar": [["", ""], ["AC-GT", "acTG-"], ["AG", "AC"]],
    },
    draws={
        "global_score": _affine,
        "local_score": _affine,
        "align": _linear,
        "identity": lambda rng: [*_alignment(rng), rng.random() < 0.5],
        "cigar": lambda rng: _alignment(rng),
    },
    bugs=[
        Bug(
            name="first-letter-of-gaps",
            file="dynamic.py",
            right="""            right = max(best[j - 1] - opening, right - extending)
            diagonal = before + pair(one[i - 1], other[j - 1], match, mismatch)
            before, best[j] = best[j], max(diagonal, down[j], right)
""",
            wrong="""            right = max(best[j - 1] - opening, right - opening)
            diagonal = before + pair(one[i - 1], other[j - 1], match, mismatch)
            before, best[j] = best[j], max(diagonal, down[j], right)
""",
            symptom="Global scores depend on which of the two sequences is given first. Long insertions "
            "in the one are punished much harder than long insertions in the other; gaps of a "
            "single letter cost the same in both.",
            call=("global_score", ["AC", "AGGGGC", 2, -3, 5, 1]),
        ),
        Bug(
            name="last-of-equals",
            file="dynamic.py",
            right="            if best[j] > found[0]:",
            wrong="            if best[j] >= found[0]:",
            symptom="For a repeat that matches equally well at several places, the local hit that is "
            "reported is the last one, not the first, and two sequences without anything in "
            "common are reported as ending at their last letters. Scores are right.",
            call=("local_score", ["ACAC", "AC", 1, -1, 3, 1]),
        ),
        Bug(
            name="gaps-preferred",
            file="traceback.py",
            right="""        if i and j and table[i][j] == table[i - 1][j - 1] + score:
            i, j = i - 1, j - 1
            top, bottom = one[i] + top, other[j] + bottom
        elif i and table[i][j] == table[i - 1][j] - cost:
            i -= 1
            top, bottom = one[i] + top, "-" + bottom
""",
            wrong="""        if i and table[i][j] == table[i - 1][j] - cost:
            i -= 1
            top, bottom = one[i] + top, "-" + bottom
        elif i and j and table[i][j] == table[i - 1][j - 1] + score:
            i, j = i - 1, j - 1
            top, bottom = one[i] + top, other[j] + bottom
""",
            symptom="Gaps do not stand where the manual says: aligning AA with A should put the gap at "
            "the front, and it is at the end. The alignments are as good as those that we expect, "
            "and unambiguous ones are the same.",
            call=("align", ["AA", "A", 1, -1, 1]),
        ),
        Bug(
            name="ends-of-both",
            file="measures.py",
            right="columns = columns[paired[0] : paired[-1] + 1] if paired else []",
            wrong="columns = columns[paired[0] :] if paired else []",
            symptom="When we ask for the identity without overhanging ends, an overhang at the right end "
            "still lowers it. Overhangs at the left end are left out as they should be.",
            call=("identity", ["AC--", "ACGG", False]),
        ),
    ],
)
"""Package, bugs and calls."""
