"""Absolute copy numbers from log2 ratios, purity and ploidy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import log2
from random import Random

from medgym_plugin_biocoder.problems.contract import Args, Entry, Helper, Holder, Problem, Say
from medgym_plugin_biocoder.problems.expression import copy_number_solution


@dataclass(frozen=True)
class Parameters:
    """What the tumour is like."""

    purity: float
    """Share of tumour cells."""
    ploidy: int
    """Mean copy number of the tumour's autosomes."""
    male: bool
    """Sex of the patient."""
    max_gap: int
    """Longest gap between segments that are joined, bases."""

    def log_ratio(self, copies: float, normal: int = 2) -> float:
        """Log2 ratio of a segment with so many copies in tumour cells."""
        mixed = self.purity * copies + (1 - self.purity) * normal
        return log2(mixed / (self.purity * self.ploidy * normal / 2 + (1 - self.purity) * normal))


def rules(p: Parameters, say: Say) -> Sequence[str]:
    """The rules in words."""
    normal = (
        "Normal cells have two copies of every chromosome but X and Y, of which they have one each."
        if p.male
        else "Normal cells have two copies of every chromosome, X included, and none of Y."
    )
    return [
        say(
            "Each segment is a list [chromosome, start, end, log2 ratio]; chromosomes are strings such as "
            "'7' or 'X', positions whole numbers, end exclusive.",
            "segments holds lists [chromosome, start, end, log2 ratio] (text, two whole numbers of which the "
            "second is exclusive, a number), sorted by chromosome and start.",
        ),
        f"The sample has a share of {p.purity} tumour cells, whose ploidy is {p.ploidy}; the rest is normal.",
        normal + " Segments of chromosomes of which normal cells have no copy are left out.",
        f"With n copies in normal cells, the average of the sample is a = {p.purity} * {p.ploidy} * n / 2 + "
        f"(1 - {p.purity}) * n, and c copies in tumour cells give the log2 ratio "
        f"log2(({p.purity} * c + (1 - {p.purity}) * n) / a). Solve this for c.",
        "c is rounded to six decimals and then to the nearest whole number, halves upwards; negative numbers "
        "become 0.",
        say("Segments that follow each other", "Of two segments next to each other in the list, those")
        + " on the same chromosome with the same copy number are joined if the gap between them (start of "
        f"the later minus end of the earlier) is at most {p.max_gap} bases; a joined one reaches from the "
        "start of its first to the end of its last segment.",
        "Returned is the list of [chromosome, start, end, copy number] in the order of the input.",
    ]


def edges(p: Parameters) -> Mapping[str, Args]:
    """Edge cases."""
    even, gain, gap = p.log_ratio(p.ploidy), p.log_ratio(p.ploidy + 1), p.max_gap
    return {
        "no segments": ([],),
        "half is rounded up": ([["1", 0, 100, p.log_ratio(1.5)], ["2", 0, 100, p.log_ratio(2.5)]],),
        "below none": ([["1", 5, 900, -30.0], ["1", 900 + gap + 1, 2000, -6.0], ["3", 0, 10, 3.0]],),
        "widest gap": ([["4", 10, 50, even], ["4", 50 + gap, 90, even], ["4", 90, 95, gain]],),
        "gap too wide": ([["4", 10, 50, gain], ["4", 51 + gap, 90, gain]],),
        "same state on other chromosomes": ([["5", 0, 40, even], ["6", 40, 80, even]],),
        "sex chromosomes": (
            [["X", 0, 9, 0.0], ["X", 9, 20, p.log_ratio(2, 1)], ["X", 20, 30, 1.0], ["Y", 3, 9, 0.0]],
        ),
        "three of one state": ([["8", 0, 5, gain], ["8", 5, 7, gain], ["8", 7 + gap, 30, gain]],),
        "state between": ([["8", 0, 5, gain], ["8", 5, 7, even], ["8", 7, 30, gain]],),
    }


def draw(rng: Random, p: Parameters) -> Args:
    """Up to eight segments; copy numbers near quarters, gaps near the widest."""
    segments = []
    chromosomes = sorted(rng.choices(("1", "7", "X", "Y"), (5, 3, 3, 1), k=rng.randint(1, 8)))
    end, state, last = 0, p.ploidy, ""
    for chromosome in chromosomes:
        end = rng.randint(0, 50) if chromosome != last else end
        state = rng.choice((state, state, rng.randint(0, 7)))
        start = end + rng.choice((0, p.max_gap, p.max_gap + 1, rng.randint(0, 2 * p.max_gap + 2)))
        last, end = chromosome, start + rng.randint(1, 300)
        normal = 1 if p.male and chromosome in "XY" else 2
        copies = max(0.125, state + rng.choice((-0.5, -0.375, -0.125, 0, 0.25, 0.4375)))
        ratio = p.log_ratio(copies, normal) if rng.random() < 0.9 else rng.randint(-20, 10) / 8
        segments.append([chromosome, start, end, ratio])
    return (segments,)


def keeps_order_and_ends(entry: Entry, args: Args, p: Parameters) -> bool:
    """Every result begins where a segment begins and ends where one ends; copy numbers are not negative."""
    (segments,) = args
    starts = [(name, start) for name, start, _, _ in segments]
    ends = [(name, end) for name, _, end, _ in segments]
    return all(
        (name, start) in starts and (name, end) in ends and copies >= 0
        for name, start, end, copies in entry(segments)
    )


def grows_with_ratio(entry: Entry, args: Args, p: Parameters) -> bool:
    """A segment alone with a higher ratio has no fewer copies."""
    for name, start, end, ratio in args[0]:
        low, high = entry([[name, start, end, ratio]]), entry([[name, start, end, ratio + 0.5]])
        if [row[3] for row in low] > [row[3] for row in high]:
            return False
    return True


def two_of_all(chromosome: str) -> int:
    """Copies of a chromosome in a cell of another kind."""
    return 3 if chromosome in ("1", "3", "4", "5", "8", "Y") else 4


PROBLEM = Problem(
    name="copy-number",
    category="expression",
    source="Van Loo P et al. ASCAT, PNAS 2010; Carter SL et al. ABSOLUTE, Nature Biotechnology 2012",
    solution=copy_number_solution,
    entry="copy_numbers",
    cells=[Parameters(*values) for values in product((0.5, 0.75, 1.0), (2, 3, 4), (True, False), (0, 100))],
    beyond=[
        Parameters(0.25, 2, True, 10),
        Parameters(0.625, 5, False, 1000),
        Parameters(0.875, 1, True, 0),
    ],
    wordings=(
        "{entry}(segments) turns the log2 ratios of a tumour sample into absolute copy numbers.",
        "{entry}(segments) calls whole copy numbers of segments, given purity and ploidy of the tumour.",
        "{entry}(segments) finds how many copies tumour cells have along the genome.",
    ),
    rules=rules,
    edges=edges,
    draw=draw,
    laws={"keeps order and ends": keeps_order_and_ends, "grows with ratio": grows_with_ratio},
    returns=None,
    holder=Holder("TumourSample", "Copy-number segments of one tumour sample."),
    helper=Helper("normal_copies", two_of_all),
)
