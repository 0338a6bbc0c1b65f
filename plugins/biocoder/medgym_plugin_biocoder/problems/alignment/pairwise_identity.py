"""Pairwise identity in multiple alignments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random

from medgym_core import ListOf, Number
from medgym_plugin_biocoder.problems.alignment import pairwise_identity_solution
from medgym_plugin_biocoder.problems.contract import Args, Entry, Helper, Holder, Problem, Say


@dataclass(frozen=True)
class Parameters:
    """What identity is a share of."""

    denominator: str
    """columns, pairs or shorter."""
    end_gaps: bool
    """Whether gaps at the ends are compared."""
    unknown_skipped: bool
    """Whether columns with an unknown base are skipped, or are mismatches."""
    min_columns: int
    """Least denominator of an identity that is given."""


SIZES = {
    "columns": "the number of columns that are compared",
    "pairs": "the number of compared columns in which neither row has a gap",
    "shorter": "the number of letters other than gaps that the shorter row, the one with fewer of them, has "
    "in the "
    "compared columns",
}


def rules(p: Parameters, say: Say) -> Sequence[str]:
    """The rules in words."""
    unknown = (
        "Columns in which either row has N are not compared."
        if p.unknown_skipped
        else "N is a letter like others, but a column with N is never identical, not even if both rows have "
        "N."
    )
    ends = (
        "Gaps at the ends count like others."
        if p.end_gaps
        else "From what is left after that, columns with a gap are removed from either end up to the first "
        "and from the "
        "last column without one."
    )
    return [
        "rows is a list of strings of one length, over A, C, G, T, N for an unknown base and '-' for a gap.",
        say(
            "Every two rows are compared: first with second, first with third, and so on, then second with "
            "third, and "
            "so on. The result has one element for each, in that order.",
            "The result is a list with an element for every pair of rows, sorted by the first row of the "
            "pair, then by "
            "the second.",
        ),
        "Columns in which both rows have a gap are not compared.",
        unknown,
        ends,
        "Identity is 100 times the number of compared columns with the same base, divided by "
        f"{SIZES[p.denominator]}.",
        f"Where that divisor is less than {p.min_columns}, the element is None.",
    ]


def edges(p: Parameters) -> Mapping[str, Args]:
    """Edge cases."""
    size = p.min_columns
    return {
        "no rows": ([],),
        "one row": (["ACGT"],),
        "the same": (["ACGTACGT" * size] * 2,),
        "only gaps": (["----", "----"],),
        "just long enough": (["A" * size + "-", "C" + "A" * (size - 1) + "-"],),
        "one column too short": (["A" * (size - 1) + "-", "A" * (size - 1) + "-"],),
        "gaps at the ends": (["--ACGTAC" + "G" * size, "GGACTTAC" + "-" * size],),
        "gap within": (["ACG--TAC" * size, "ACGGGTAC" * size],),
        "gap of both": (["AC-GT" * size, "AC-GA" * size],),
        "unknown bases": (["ANGTNN" * size, "ACGNNA" * size],),
        "unknown at the ends": (["N-ACGT" * size + "-A", "AGACNT" * size + "TN"],),
        "no common column": (["AAAA----" * size, "----CCCC" * size],),
    }


def draw(rng: Random, p: Parameters) -> Args:
    """Two to four rows made of one another, with gaps within and at the ends."""
    length = rng.randint(p.min_columns, 2 * p.min_columns + 12)
    model = "".join(rng.choices("ACGT", k=length))
    rows = []
    for _ in range(rng.randint(2, 4)):
        row = [rng.choice("ACGT") if rng.random() < 0.2 else letter for letter in model]
        row = ["N" if rng.random() < 0.06 else "-" if rng.random() < 0.12 else letter for letter in row]
        head, tail = (rng.choice((0, 0, 1, 3)) for _ in range(2))
        rows.append(("-" * head + "".join(row)[head:])[: max(0, length - tail)].ljust(length, "-")[:length])
    return (rows,)


def reads_backwards(entry: Entry, args: Args, p: Parameters) -> bool:
    """Columns in reverse order give the same identities."""
    (rows,) = args
    return bool(entry(rows) == entry([row[::-1] for row in rows]))


def holds_for_pairs(entry: Entry, args: Args, p: Parameters) -> bool:
    """The identities of many rows are those of each two of them, between 0 and 100."""
    (rows,) = args
    pairs = [[one, other] for number, one in enumerate(rows) for other in rows[number + 1 :]]
    found = entry(rows)
    inside = all(value is None or 0 <= value <= 100 for value in found)
    return inside and bool(found == [entry(pair)[0] for pair in pairs])


def every_second(one: str, other: str) -> list[tuple[str, str]]:
    """Every second column of two rows."""
    return [(one[place], other[place]) for place in range(0, len(one), 2)]


PROBLEM = Problem(
    name="pairwise-identity",
    category="alignment",
    source="May ACW. Percent sequence identity: the need to be explicit. Structure 2004",
    solution=pairwise_identity_solution,
    entry="identities",
    cells=[
        Parameters(*values)
        for values in product(("columns", "pairs", "shorter"), (True, False), (True, False), (1, 4, 8))
    ],
    beyond=[
        Parameters("columns", False, False, 12),
        Parameters("pairs", True, True, 15),
        Parameters("shorter", False, True, 20),
    ],
    wordings=(
        "{entry}(rows) computes the percent identity of each pair of rows of a multiple alignment.",
        "{entry}(rows) compares every two rows of a multiple alignment and returns their percent identities.",
        "{entry}(rows) tells how alike aligned sequences are, pair by pair, in percent.",
    ),
    rules=rules,
    edges=edges,
    draw=draw,
    laws={"reads backwards": reads_backwards, "holds for pairs": holds_for_pairs},
    returns=ListOf(items=Number(nullable=True, rel_tol=1e-6, abs_tol=1e-9)),
    holder=Holder("MultipleAlignment", "Rows of a multiple alignment."),
    helper=Helper("compared", every_second),
)
