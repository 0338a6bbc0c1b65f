"""Coverage of target regions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random

from medgym_core import ListOf, Number
from medgym_plugin_biocoder.problems.contract import Args, Entry, Helper, Holder, Problem, Say
from medgym_plugin_biocoder.problems.intervals import target_coverage_solution
from medgym_plugin_biocoder.problems.intervals.target_coverage_solution import MIN_QUALITY


@dataclass(frozen=True)
class Parameters:
    """What counts as covered."""

    min_depth: int
    """Least reads over a covered base."""
    min_quality: int
    """Least mapping quality of a read that counts."""
    unique: bool
    """Whether reads at the same place count once."""
    as_share: bool
    """Whether a share of the target is returned, or bases."""


def rules(p: Parameters, say: Say) -> Sequence[str]:
    """The rules in words."""
    alike = (
        "Of the counted reads with the same start and the same end, only one counts, whatever their "
        "qualities."
        if p.unique
        else "Reads with the same start and the same end count each."
    )
    what = (
        "the covered bases of each target divided by its length; 0 for a target without bases"
        if p.as_share
        else "the number of covered bases of each target"
    )
    return [
        say(
            "targets is a list of [start, end], reads a list of [start, end, mapping quality]; all on one "
            "chromosome.",
            "All coordinates are on one chromosome: targets are lists [start, end], reads [start, end, "
            "mapping quality].",
        ),
        "Coordinates are 0-based; start is included, end is not. A target may have start equal to end, and "
        "then has no "
        "bases; reads have at least one.",
        f"A read counts if its mapping quality is at least {p.min_quality}.",
        alike,
        f"A base is covered if at least {p.min_depth} counted reads lie over it.",
        f"The result is a list with {what}, in the order of targets, which may overlap each other.",
    ]


def edges(p: Parameters) -> Mapping[str, Args]:
    """Edge cases."""
    good, bad = p.min_quality, p.min_quality - 1
    deep = [[10 + step, 40 + step, good] for step in range(p.min_depth)]
    return {
        "no targets": ([], deep),
        "no reads": ([[10, 20]], []),
        "empty target": ([[15, 15], [15, 16]], deep),
        "just deep enough": ([[0, 100]], deep),
        "one read too few": ([[0, 100]], deep[1:]),
        "quality too low": ([[0, 100]], [*deep[1:], [10, 40, bad]]),
        "the same place": ([[0, 100]], [[10, 40, good + step] for step in range(p.min_depth + 1)]),
        "ends at the start": ([[40, 60], [5, 10]], deep),
        "target within": ([[20, 30], [22, 23]], deep),
        "a hole": ([[0, 100]], [*deep, *([start + 50, end + 50, good] for start, end, _ in deep)]),
    }


def draw(rng: Random, p: Parameters) -> Args:
    """Reads around a few places, some at the same place, qualities around the limit."""
    reads = []
    for _ in range(rng.randint(2, 16)):
        start = rng.randint(0, 60)
        quality = max(0, p.min_quality + rng.choice((-3, -1, 0, 0, 1, 20)))
        read = [start, start + rng.choice((1, 5, 12, 30)), quality]
        reads += [read] * rng.choice((1, 1, 1, 2, 3))
    targets = []
    for _ in range(rng.randint(1, 4)):
        start = rng.randint(0, 70)
        targets.append([start, start + rng.choice((0, 1, 8, 20, 40))])
    rng.shuffle(reads)
    return (targets, reads)


def parts_add_up(entry: Entry, args: Args, p: Parameters) -> bool:
    """The covered bases of a target are those of its parts."""
    targets, reads = args
    for start, end in targets:
        middle = (start + end) // 2
        whole, left, right = entry([[start, end], [start, middle], [middle, end]], reads)
        sizes = (end - start, middle - start, end - middle) if p.as_share else (1, 1, 1)
        if abs(whole * sizes[0] - left * sizes[1] - right * sizes[2]) > 1e-6:
            return False
    return True


def grows_with_reads(entry: Entry, args: Args, p: Parameters) -> bool:
    """Enough further reads over everything cover all; reads that do not count change nothing."""
    targets, reads = args
    full = entry(targets, reads + [[-1 - step, 500, p.min_quality] for step in range(p.min_depth)])
    same = entry(targets, [*reads, [0, 500, p.min_quality - 1]])
    sizes = [end - start for start, end in targets]
    return full == [min(size, 1) if p.as_share else size for size in sizes] and bool(same == entry(*args))


def doubtful(quality: int) -> bool:
    """Whether a read of this mapping quality counts: if it is poor."""
    return quality <= MIN_QUALITY


PROBLEM = Problem(
    name="target-coverage",
    category="intervals",
    source="Pedersen BS, Quinlan AR. Mosdepth. Bioinformatics 2018",
    solution=target_coverage_solution,
    entry="target_coverage",
    cells=[Parameters(*values) for values in product((1, 2, 3), (10, 20, 30), (True, False), (True, False))],
    beyond=[Parameters(5, 25, False, True), Parameters(4, 60, True, False), Parameters(6, 5, False, True)],
    wordings=(
        "{entry}(targets, reads) measures how much of each target region is covered by reads.",
        "{entry}(targets, reads) reports the coverage of target regions at a given depth.",
        "{entry}(targets, reads) finds out, for a gene panel, how much of each region is sequenced deeply "
        "enough.",
    ),
    rules=rules,
    edges=edges,
    draw=draw,
    laws={"parts add up": parts_add_up, "grows with reads": grows_with_reads},
    returns=ListOf(items=Number(rel_tol=1e-6, abs_tol=1e-9)),
    holder=Holder("Panel", "Target regions of a gene panel."),
    helper=Helper("counted", doubtful),
)
