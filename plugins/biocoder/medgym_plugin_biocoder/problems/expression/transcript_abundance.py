"""Read counts of transcripts as TPM or RPKM."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import isclose
from random import Random

from medgym_core import ListOf, Number
from medgym_plugin_biocoder.problems.contract import Args, Entry, Helper, Holder, Problem, Say
from medgym_plugin_biocoder.problems.expression import transcript_abundance_solution


@dataclass(frozen=True)
class Parameters:
    """How counts are normalised."""

    method: str
    """Unit of the abundances: tpm or rpkm."""
    fragment: int
    """Length of a fragment, bases."""
    prior: float
    """What is added before the logarithm is taken; 0 for no logarithm."""
    min_total: int
    """Least count over all samples of a transcript that is used."""


UNITS = {
    "tpm": "Abundances are transcripts per million: count / effective length of the transcript, divided by "
    "the sum of this quotient over all used transcripts of the sample, times 1,000,000.",
    "rpkm": "Abundances are reads per kilobase and million: count / (effective length / 1,000) / (sum of "
    "the sample's counts over all used transcripts / 1,000,000).",
}


def rules(p: Parameters, say: Say) -> Sequence[str]:
    """The rules in words."""
    scale = f"log2(abundance + {p.prior})" if p.prior else "the abundance"
    return [
        say(
            "counts has a list for each transcript, with a read count for each sample; lengths has the "
            "transcripts' lengths in bases, in the same order.",
            "The arguments are a table of read counts, one list per transcript with one whole number per "
            "sample, and the list of the transcripts' lengths in bases.",
        ),
        f"Fragments are {p.fragment} bases long. The effective length of a transcript is its length - "
        f"{p.fragment} + 1, but at least 1.",
        f"A transcript is used if its counts over all samples add up to at least {p.min_total}; others do "
        "not count for any sum.",
        UNITS[p.method] + " If the sum of a sample is 0, all its abundances are 0.",
        say(
            "Returned is a table of the shape of counts", "The result is a list of lists, shaped like counts,"
        )
        + f" that holds {scale} for each used transcript and sample, and None in all places of the other "
        "transcripts. Without transcripts it is an empty list.",
    ]


def edges(p: Parameters) -> Mapping[str, Args]:
    """Edge cases."""
    f, t = p.fragment, p.min_total
    return {
        "no transcripts": ([], []),
        "one transcript": ([[t, t + 3]], [f + 900]),
        "all too rare": ([[0, 0], [t - 1, 0]], [f + 10, f + 20]),
        "just enough": ([[t - 1, 1], [t, 0], [1, t - 2 if t > 1 else 0]], [f + 99, f + 49, f + 7]),
        "a sample without reads": ([[t + 5, 0, 2], [t + 9, 0, 8]], [f + 9, f + 999]),
        "no longer than a fragment": (
            [[t + 40, 3], [t + 30, 5], [t + 20, 7], [t, 9]],
            [f, f + 1, f - 1, f // 2],
        ),
        "one sample": ([[t + 3], [t + 9], [t + 27]], [f + 500, f + 1500, f + 90]),
        "very different lengths": ([[t + 3, t], [t + 3, 1]], [f + 20_000, f + 2]),
    }


def draw(rng: Random, p: Parameters) -> Args:
    """Two to seven transcripts in one to three samples, some rare, some hardly longer than a fragment."""
    samples = rng.randint(1, 3)
    counts, lengths = [], []
    for _ in range(rng.randint(2, 7)):
        level = rng.choice((0, 1, p.min_total, 40, 700))
        counts.append([rng.randint(0, level) for _ in range(samples)])
        lengths.append(max(1, p.fragment + rng.choice((-5, -1, 0, 1, 20, rng.randint(100, 3000)))))
    return (counts, lengths)


def depth_does_not_matter(entry: Entry, args: Args, p: Parameters) -> bool:
    """Three times as many reads of every transcript that is used give the same abundances."""
    counts, lengths = args
    used = [sum(row) >= p.min_total for row in counts]
    more = [[3 * count if use else count for count in row] for row, use in zip(counts, used, strict=True)]
    pairs = zip(entry(counts, lengths), entry(more, lengths), strict=True)
    return all(_same(a, b) for one, other in pairs for a, b in zip(one, other, strict=True))


def order_of_transcripts(entry: Entry, args: Args, p: Parameters) -> bool:
    """Transcripts may come in any order."""
    counts, lengths = args
    turned = entry(counts[::-1], lengths[::-1])[::-1]
    pairs = zip(entry(counts, lengths), turned, strict=True)
    return all(_same(a, b) for one, other in pairs for a, b in zip(one, other, strict=True))


def _same(one: float | None, other: float | None) -> bool:
    if one is None or other is None:
        return one is other
    return isclose(one, other, rel_tol=1e-9, abs_tol=1e-9)


def rounded_length(length: int) -> float:
    """Length of another kind."""
    return length // 2 + 10


PROBLEM = Problem(
    name="transcript-abundance",
    category="expression",
    source="Mortazavi A et al. 2008 (RPKM); Li B et al. 2010, Wagner GP et al. 2012 (TPM)",
    solution=transcript_abundance_solution,
    entry="abundances",
    cells=[
        Parameters(*values) for values in product(("tpm", "rpkm"), (1, 100, 250), (0.0, 0.5, 1.0), (1, 10))
    ],
    beyond=[
        Parameters("tpm", 400, 0.25, 20),
        Parameters("rpkm", 50, 2.0, 5),
        Parameters("tpm", 30, 0.0, 3),
    ],
    wordings=(
        "{entry}(counts, lengths) normalises the read counts of transcripts for length and sequencing depth.",
        "{entry}(counts, lengths) turns RNA-seq read counts into abundances of transcripts.",
        "{entry}(counts, lengths) makes read counts of transcripts comparable within and between samples.",
    ),
    rules=rules,
    edges=edges,
    draw=draw,
    laws={"depth does not matter": depth_does_not_matter, "order of transcripts": order_of_transcripts},
    returns=ListOf(items=ListOf(items=Number(rel_tol=1e-6, abs_tol=1e-9, nullable=True))),
    holder=Holder("CountTable", "Read counts of one experiment, transcripts by samples."),
    helper=Helper("effective_length", rounded_length),
)
