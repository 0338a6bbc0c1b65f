"""Scores of pairwise alignments with affine gaps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random

from medgym_core import Integer
from medgym_plugin_biocoder.problems.alignment import alignment_score_solution
from medgym_plugin_biocoder.problems.alignment.alignment_score_solution import MATCH, MISMATCH
from medgym_plugin_biocoder.problems.contract import Args, Entry, Helper, Holder, Problem, Say


@dataclass(frozen=True)
class Parameters:
    """What is aligned, and what it costs."""

    mode: str
    """global, local or overlap."""
    match: int
    """Score of equal letters."""
    mismatch: int
    """Score of different letters."""
    gap_open: int
    """Cost of opening a gap."""
    gap_extend: int
    """Cost of a gap's letter."""
    first_extends: bool
    """Whether the first letter of a gap costs the extension besides."""


MODES = {
    "global": "The alignment is global: both sequences are aligned from end to end, gaps at the ends cost "
    "like others.",
    "local": "The alignment is local: the best stretch of one sequence is aligned with the best stretch of "
    "the "
    "other; nothing aligned scores 0, so that no score is negative.",
    "overlap": "Gaps at the ends are free: letters of either sequence that stand before the other begins or "
    "after "
    "it has ended cost nothing, so that no score is negative.",
}


def rules(p: Parameters, say: Say) -> Sequence[str]:
    """The rules in words."""
    price = (
        f"{p.gap_open} + {p.gap_extend} * n"
        if p.first_extends
        else f"{p.gap_open} + {p.gap_extend} * (n - 1)"
    )
    return [
        say(
            "first and second are strings of upper-case letters, either of which may be empty.",
            "The arguments are two strings of upper-case letters; an empty one is allowed.",
        ),
        MODES[p.mode],
        f"A column of two equal letters scores {p.match}, one of two different letters {p.mismatch}.",
        "A gap is a run of letters of one sequence without partners in the other. One of n letters costs "
        f"{price}. A gap "
        "in one sequence may follow a gap in the other directly; each is paid for.",
        "The result is the highest score that an alignment has.",
    ]


def edges(p: Parameters) -> Mapping[str, Args]:
    """Edge cases."""
    return {
        "both empty": ("", ""),
        "one empty": ("ACGT", ""),
        "other empty": ("", "ACG"),
        "the same": ("GATTACA", "GATTACA"),
        "nothing alike": ("AAAA", "CCCCC"),
        "one gap of three": ("ACGTTTGCA", "ACGGCA"),
        "three gaps": ("ACTGATCGAT", "ACGACGT"),
        "one within the other": ("TTACGTACC", "ACGTA"),
        "end of one begins the other": ("TTTTACGTAC", "ACGTACGGGG"),
        "gaps in both": ("ACCCCTGAAGT", "ACGGGTGAAGT"),
    }


def draw(rng: Random, p: Parameters) -> Args:
    """A sequence and a copy with changes, insertions and deletions, cut at either end."""
    letters = rng.choice(("ACGT", "ACGT", "AC"))
    first = "".join(rng.choices(letters, k=rng.randint(1, 14)))
    second = ""
    for letter in first:
        kind = rng.random()
        if kind < 0.65:
            second += letter
        elif kind < 0.80:
            second += rng.choice(letters)
        elif kind < 0.90:
            second += letter + "".join(rng.choices(letters, k=rng.randint(1, 4)))
    cut = rng.randint(0, 3)
    flank = "".join(rng.choices(letters, k=rng.randint(0, 4)))
    return (first, rng.choice((second[cut:] + flank, flank + second, second)))


def is_symmetric(entry: Entry, args: Args, p: Parameters) -> bool:
    """Exchanging the sequences changes nothing, nor does reading both backwards."""
    first, second = args
    return bool(entry(first, second) == entry(second, first) == entry(first[::-1], second[::-1]))


def gains_by_a_match(entry: Entry, args: Args, p: Parameters) -> bool:
    """The same letter at both ends adds at least a match to a global score, and never lowers a local one."""
    first, second = args
    gain = entry(first + "G", second + "G") - entry(first, second)
    return p.mode == "overlap" or bool(gain >= (p.match if p.mode == "global" else 0))


def graded(one: str, other: str) -> int:
    """Score of two letters: a mismatch of purine with purine or pyrimidine with pyrimidine costs less."""
    if one == other:
        return MATCH + 1 if one in "CG" else MATCH
    return MISMATCH + 1 if {one, other} in ({"A", "G"}, {"C", "T"}) else MISMATCH - 1


PROBLEM = Problem(
    name="alignment-score",
    category="alignment",
    source="Gotoh O. An improved algorithm for matching biological sequences. J Mol Biol 1982",
    solution=alignment_score_solution,
    entry="alignment_score",
    cells=[
        Parameters(mode, match, mismatch, *gaps)
        for mode, (match, mismatch), gaps in product(
            ("global", "local", "overlap"),
            ((1, -1), (2, -1), (2, -3)),
            ((2, 1, True), (2, 1, False), (3, 1, True), (2, 2, True)),
        )
    ],
    beyond=[
        Parameters("global", 5, -4, 8, 3, True),
        Parameters("local", 3, -2, 5, 2, False),
        Parameters("overlap", 4, -3, 6, 1, True),
    ],
    wordings=(
        "{entry}(first, second) returns the score of the best alignment of two sequences with affine gap "
        "costs.",
        "{entry}(first, second) computes how well two sequences can be aligned when long gaps are cheap.",
        "Opening a gap costs more than prolonging it; {entry}(first, second) finds the best score under "
        "such costs.",
    ),
    rules=rules,
    edges=edges,
    draw=draw,
    laws={"is symmetric": is_symmetric, "gains by a match": gains_by_a_match},
    returns=Integer(),
    holder=Holder("Aligner", "Aligns other sequences with one that it keeps."),
    helper=Helper("pair_score", graded),
)
