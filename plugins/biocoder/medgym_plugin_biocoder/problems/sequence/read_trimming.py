"""Sliding-window quality trimming of FASTQ reads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random

from medgym_plugin_biocoder.problems.contract import Args, Entry, Helper, Holder, Problem, Say
from medgym_plugin_biocoder.problems.sequence import read_trimming_solution
from medgym_plugin_biocoder.problems.sequence.read_trimming_solution import PHRED_OFFSET


@dataclass(frozen=True)
class Parameters:
    """How reads are trimmed."""

    phred_offset: int
    """Character code of quality 0."""
    window: int
    """Bases per window."""
    threshold: int
    """Least mean quality of a window."""
    min_length: int
    """Least bases of a read that is kept."""


def rules(p: Parameters, say: Say) -> Sequence[str]:
    """The rules in words."""
    return [
        say(
            "Each read is a list [name, bases, quality]: three strings, the last two of the same length.",
            "A read is given as [name, bases, quality], all strings; quality has one character per base.",
        ),
        f"The Phred score of a quality character is its character code minus {p.phred_offset}.",
        f"Windows of {p.window} bases start at every position at which a whole window fits, the first base "
        f"included. A window is bad if the mean of its scores is below {p.threshold}; a mean of exactly "
        f"{p.threshold} is good.",
        say(
            "Bases and quality are cut at the start of the first bad window, so that nothing of it is left.",
            "What is kept of a read ends just before the first base of its first bad window.",
        )
        + f" A read without a bad window, or shorter than {p.window} bases, is not cut.",
        f"Reads of which fewer than {p.min_length} bases are left are dropped; the others are returned in "
        "their order, in the form in which they came.",
    ]


def edges(p: Parameters) -> Mapping[str, Args]:
    """Edge cases."""
    at, below = (chr(p.phred_offset + p.threshold - step) for step in (0, 1))
    long = p.min_length + p.window
    short = "A" * (p.min_length - 1)
    return {
        "no reads": ([],),
        "empty read": ([["r", "", ""]],),
        "one base too short": ([["r", short, at * len(short)]],),
        "just long enough": ([["r", "C" * p.min_length, at * p.min_length]],),
        "mean at the threshold": ([["r", "G" * long, at * long]],),
        "last window bad": ([["r", "T" * long, at * (long - 1) + below]],),
        "first window bad": ([["r", "T" * long, below + at * (long - 1)]],),
        "shorter than a window": ([["r", "A" * (p.window - 1), below * (p.window - 1)]],),
    }


def draw(rng: Random, p: Parameters) -> Args:
    """Up to six reads whose qualities fall towards the end, around the threshold."""
    reads = []
    for number in range(rng.randint(2, 6)):
        length = rng.randint(1, 4 * (p.window + p.min_length))
        level, slope = rng.randint(p.threshold + 1, p.threshold + 9), rng.choice((0.2, 0.4, 0.8))
        values = [max(0, min(61, round(level - slope * i + rng.randint(-5, 5)))) for i in range(length)]
        bases = "".join(rng.choices("ACGTN", (30, 20, 20, 30, 1), k=length))
        reads.append([f"read{number}", bases, "".join(chr(p.phred_offset + value) for value in values)])
    return (reads,)


def keeps_prefixes(entry: Entry, args: Args, p: Parameters) -> bool:
    """Every read that is returned begins a read that was given."""
    given = {read[0]: read for read in args[0]}
    return all(
        given[name][1].startswith(bases) and len(bases) == len(quality) >= p.min_length
        for name, bases, quality in entry(*args)
    )


def treats_reads_apart(entry: Entry, args: Args, p: Parameters) -> bool:
    """Trimming two lists of reads one after the other gives the same as trimming both at once."""
    (reads,) = args
    return bool(entry(reads) == [read for one in reads for read in entry([one])])


def shifted(quality: str) -> list[int]:
    """Phred scores of a quality string, lower by one to three as its characters go."""
    return [ord(character) - PHRED_OFFSET - 1 - ord(character) % 3 for character in quality]


PROBLEM = Problem(
    name="read-trimming",
    category="sequence",
    source="Bolger A et al. Trimmomatic. Bioinformatics 2014",
    solution=read_trimming_solution,
    entry="trim_reads",
    cells=[Parameters(*values) for values in product((33, 64), (3, 4, 5), (15, 20, 25), (4, 6))],
    beyond=[Parameters(59, 8, 18, 9), Parameters(33, 10, 12, 5), Parameters(64, 2, 30, 3)],
    wordings=(
        "{entry}(reads) trims sequencing reads by quality.",
        "{entry}(reads) cuts the low-quality ends off sequencing reads with a sliding window.",
        "{entry}(reads) takes from each read the end at which its base qualities have dropped.",
    ),
    rules=rules,
    edges=edges,
    draw=draw,
    laws={"keeps prefixes": keeps_prefixes, "treats reads apart": treats_reads_apart},
    returns=None,
    holder=Holder("ReadSet", "Reads of one sequencing run."),
    helper=Helper("scores", shifted),
)
