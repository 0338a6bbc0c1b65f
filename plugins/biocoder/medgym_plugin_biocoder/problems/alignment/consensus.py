"""Consensus of multiple alignments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random

from medgym_core import Text
from medgym_plugin_biocoder.problems.alignment import consensus_solution
from medgym_plugin_biocoder.problems.contract import Args, Entry, Holder, Problem, Say


@dataclass(frozen=True)
class Parameters:
    """When a base is the consensus."""

    threshold: int
    """Least share of the leading base, percent."""
    gaps_count: bool
    """Whether gaps are counted."""
    min_bases: int
    """Least bases of a column that is kept."""
    ambiguous: bool
    """Whether undecided columns get the code of their bases, or N."""


def rules(p: Parameters, say: Say) -> Sequence[str]:
    """The rules in words."""
    counted = (
        "Gaps count: the share of a base is its part of all bases and gaps of the column, and a column with "
        "more gaps "
        "than it has of every single base is left out. Other letters count as nothing."
        if p.gaps_count
        else "The share of a base is its part of all bases of the column; gaps and other letters count as "
        "nothing."
    )
    unsure = (
        "the IUPAC code of all bases that occur in it, however seldom"
        if p.ambiguous
        else "N, whatever bases occur in it"
    )
    return [
        "rows is a list of strings of one length, over A, C, G, T, '-' for a gap and N for an unknown base.",
        say(
            f"A column with fewer than {p.min_bases} bases (letters A, C, G, T) is left out.",
            f"Columns are kept only if at least {p.min_bases} of their letters are A, C, G or T.",
        ),
        counted,
        f"If one base is more frequent than each other base and has a share of at least {p.threshold} %, "
        "the column gets "
        "that base.",
        "A column in which only one base occurs, but with too small a share, gets that base in lower case.",
        f"Every other column gets {unsure}.",
        "The result is the text of the columns that are kept, from left to right. Case matters.",
    ]


def edges(p: Parameters) -> Mapping[str, Args]:
    """Edge cases."""
    many = p.min_bases + 2
    return {
        "no rows": ([],),
        "rows without columns": (["", ""],),
        "all alike": (["ACGT"] * many,),
        "one row": (["AC-GN"],),
        "only gaps": (["-"] * many,),
        "as many gaps as bases": (["A-"] * many + ["-A"] * many,),
        "a gap more": (["A"] * many + ["-"] * (many + 1),),
        "many gaps": (["C"] * p.min_bases + ["-"] * 9,),
        "half and half": (["A", "C"] * many,),
        "at the threshold": (["G"] * p.threshold + ["C"] * (100 - p.threshold),),
        "below the threshold": (["G"] * (p.threshold - 1) + ["C"] * (101 - p.threshold),),
        "all four": (["A", "C", "G", "T"] * 2,),
        "pairs": (["AAACCG", "AAACCG", "CGTGTT", "CGTGTT"],),
        "triples": (["AAAC", "CCGG", "GTTT"] * 2,),
        "unknown bases": (["N"] * many + ["A"] * p.min_bases,),
        "left out between": (["ANC-G"] * p.min_bases + ["AN--G"] * (p.min_bases + 1),),
        "too few bases": (["N"] * 3 + ["A"] * (p.min_bases - 1),),
    }


def draw(rng: Random, p: Parameters) -> Args:
    """Three to nine rows; columns with a leading base of any share, and with gaps."""
    number = rng.randint(3, 9)
    columns = []
    for _ in range(rng.randint(4, 14)):
        base, other = rng.sample("ACGT", 2)
        weights = rng.choice(((6, 2, 1), (4, 4, 2), (3, 1, 5), (3, 3, 1)))
        column = rng.choices((base, other, "-"), weights, k=number)
        columns.append([rng.choice("ACGTN") if rng.random() < 0.08 else letter for letter in column])
    return (["".join(letters) for letters in zip(*columns, strict=True)],)


def ignores_the_order_of_rows(entry: Entry, args: Args, p: Parameters) -> bool:
    """The order of rows does not matter."""
    return bool(entry(args[0]) == entry(args[0][::-1]))


def joins(entry: Entry, args: Args, p: Parameters) -> bool:
    """The consensus of an alignment is that of its left part and of its right part together."""
    (rows,) = args
    left, right = [row[:3] for row in rows], [row[3:] for row in rows]
    return bool(entry(rows) == entry(left) + entry(right))


PROBLEM = Problem(
    name="consensus",
    category="alignment",
    source="Cock PJA et al. Biopython, dumb consensus. Bioinformatics 2009; IUPAC codes 1984",
    solution=consensus_solution,
    entry="consensus",
    cells=[Parameters(*values) for values in product((50, 60, 75), (True, False), (1, 2, 3), (True, False))],
    beyond=[Parameters(90, True, 4, True), Parameters(34, False, 1, True), Parameters(67, True, 5, False)],
    wordings=(
        "{entry}(rows) returns the consensus of a multiple alignment.",
        "{entry}(rows) sums up the rows of a multiple alignment in one sequence.",
        "{entry}(rows) decides for each column of a multiple alignment which base stands for it.",
    ),
    rules=rules,
    edges=edges,
    draw=draw,
    laws={"ignores the order of rows": ignores_the_order_of_rows, "joins": joins},
    returns=Text(casefold=False),
    holder=Holder("MultipleAlignment", "Rows of a multiple alignment."),
)
