"""Merging of genomic intervals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random

from medgym_plugin_biocoder.problems.contract import Args, Entry, Helper, Holder, Problem, Say
from medgym_plugin_biocoder.problems.intervals import interval_merging_solution


@dataclass(frozen=True)
class Parameters:
    """Which intervals are merged, and how they are written."""

    max_gap: int
    """Most bases between intervals that are merged."""
    stranded: bool
    """Whether strands are kept apart."""
    one_based: bool
    """Whether intervals are written as in GFF rather than as in BED."""
    min_members: int
    """Least members of a merged interval that is returned."""


def rules(p: Parameters, say: Say) -> Sequence[str]:
    """The rules in words."""
    form = (
        "Coordinates are 1-based and both start and end are included, as in GFF, in arguments and result."
        if p.one_based
        else "Coordinates are 0-based; start is included and end is not, as in BED, in arguments and result."
    )
    strands = (
        "Only intervals on the same strand are merged."
        if p.stranded
        else "Strands are disregarded, and every interval of the result has the strand '.'."
    )
    return [
        say(
            "intervals is a list of [chromosome, start, end, strand], in any order; strand is '+' or '-'.",
            "Each interval is a list [chromosome, start, end, strand] with the strand '+' or '-'; they are "
            "not sorted.",
        ),
        form,
        strands,
        "Going through the intervals of a chromosome by rising start (then end), an interval joins the "
        "merged interval "
        f"before it if at most {p.max_gap} bases lie between that one's end, as it is by then, and its own "
        "start; "
        "intervals that touch have 0 bases between them, and overlapping ones fewer. Otherwise it begins a "
        "new one.",
        "A merged interval reaches from the least start to the greatest end of its members.",
        f"Merged intervals of fewer than {p.min_members} members are dropped.",
        "The result is a list of [chromosome, start, end, strand, number of members], sorted by chromosome "
        "as text, then "
        "start, then end, then strand ('+' before '-').",
    ]


def edges(p: Parameters) -> Mapping[str, Args]:
    """Edge cases."""
    one = int(p.one_based)
    pair = [["chr1", 10 + one, 20, "+"]] * p.min_members
    return {
        "none": ([],),
        "one": ([["chr1", 5, 9, "-"]],),
        "touching": ([*pair, ["chr1", 20 + one, 30, "+"]],),
        "at the gap": ([*pair, ["chr1", 20 + p.max_gap + one, 40, "+"], ["chr1", 30 + p.max_gap, 40, "+"]],),
        "beyond the gap": ([*pair, *([["chr1", 21 + p.max_gap + one, 40, "+"]] * p.min_members)],),
        "within": ([["chr1", 1, 100, "+"], ["chr1", 10, 20, "+"], ["chr1", 90, 110, "+"]],),
        "long before short": ([["chr1", 1, 100, "+"], ["chr1", 5, 8, "+"], ["chr1", 60, 70, "+"]] * 2,),
        "other strand": ([*pair, ["chr1", 15, 25, "-"], ["chr1", 16, 25, "-"]],),
        "chromosomes as text": ([["chr10", 5, 9, "+"], ["chr2", 5, 9, "+"], ["chr1", 5, 9, "+"]] * 2,),
        "the same start": ([["chr1", 5, 9, "+"], ["chr1", 5, 7, "+"], ["chr1", 5, 30, "+"]],),
        "one base": ([["chr1", 7, 7 + 1 - one, "+"], ["chr1", 8, 9 - one, "+"]],),
    }


def draw(rng: Random, p: Parameters) -> Args:
    """Up to 14 intervals on two chromosomes, with gaps around the limit and around twice the limit."""
    intervals: list[list[object]] = []
    place = {"chr1": rng.randint(1, 30), "chr2": rng.randint(1, 30)}
    for _ in range(rng.randint(2, 14)):
        chrom = rng.choice(("chr1", "chr1", "chr2"))
        far = rng.choice((p.max_gap, p.max_gap, 2 * p.max_gap))  # the helper's substitute halves gaps
        step = rng.choice((-6, -2, 0, 0, 1, far - 1, far, far, far + 1))
        start = max(1, place[chrom] + step)
        end = start + rng.choice((1, 2, 4, 9, 25))
        intervals.append([chrom, start + int(p.one_based), end, rng.choice("++-")])
        place[chrom] = max(place[chrom], end)
    rng.shuffle(intervals)
    return (intervals,)


def ignores_order(entry: Entry, args: Args, p: Parameters) -> bool:
    """The order of intervals does not matter."""
    return bool(entry(args[0]) == entry(args[0][::-1]))


def doubles(entry: Entry, args: Args, p: Parameters) -> bool:
    """With every interval given twice, no merged interval is lost and members are twice as many."""
    once = {tuple(found[:4]): found[4] for found in entry(*args)}
    twice = {tuple(found[:4]): found[4] for found in entry(args[0] * 2)}
    return all(twice[key] == 2 * members for key, members in once.items()) and len(twice) >= len(once)


def halved(end: int, start: int) -> int:
    """Half of the bases between two intervals, and one more."""
    return (start - end) // 2 + 1


PROBLEM = Problem(
    name="interval-merging",
    category="intervals",
    source="Quinlan AR, Hall IM. BEDTools. Bioinformatics 2010",
    solution=interval_merging_solution,
    entry="merge_intervals",
    cells=[Parameters(*values) for values in product((0, 3, 10), (True, False), (True, False), (1, 2))],
    beyond=[Parameters(25, True, True, 3), Parameters(1, False, False, 4), Parameters(6, True, False, 3)],
    wordings=(
        "{entry}(intervals) merges genomic intervals that overlap or lie close together.",
        "{entry}(intervals) joins neighbouring genomic intervals and counts how many went into each.",
        "{entry}(intervals) turns many genomic intervals into few that do not overlap.",
    ),
    rules=rules,
    edges=edges,
    draw=draw,
    laws={"ignores order": ignores_order, "doubles": doubles},
    returns=None,
    holder=Holder("Track", "Intervals of one annotation."),
    helper=Helper("distance", halved),
)
