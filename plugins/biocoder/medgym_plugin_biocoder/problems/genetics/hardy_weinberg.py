"""Exact tests of Hardy-Weinberg equilibrium."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random

from medgym_core import ListOf, Number
from medgym_plugin_biocoder.problems.contract import Args, Entry, Helper, Holder, Problem, Say
from medgym_plugin_biocoder.problems.genetics import hardy_weinberg_solution


@dataclass(frozen=True)
class Parameters:
    """Which variants are tested, and how."""

    mid_p: bool
    """Whether half of the observed counts' probability is taken off."""
    min_maf: int
    """Least minor allele frequency, percent."""
    min_called: int
    """Least share of samples with a genotype, percent."""
    one_sided: bool
    """Whether only a lack of heterozygotes is extreme."""


def rules(p: Parameters, say: Say) -> Sequence[str]:
    """The rules in words."""
    extreme = (
        "The p-value is the probability of as many heterozygotes as observed or fewer."
        if p.one_sided
        else "The p-value is the summed probability of all numbers of heterozygotes that are at most as "
        "probable as the "
        "observed one; probabilities that differ by less than one part in 10^9 are equal."
    )
    mid = (
        " Half of the probability of the observed number is subtracted (mid-p)."
        if p.mid_p
        else " The probability of the observed number counts in full."
    )
    return [
        say(
            "counts is a list of [AA, AB, BB, missing], numbers of samples with each genotype and without "
            "one.",
            "Each variant is a list of four numbers of samples: genotypes AA, AB and BB, and no genotype.",
        ),
        "The minor allele is the less frequent of A and B among the genotypes; its frequency is its count "
        "divided by all "
        "alleles of samples with a genotype.",
        f"A variant gets None if no sample has a genotype, if fewer than {p.min_called} % of samples have "
        "one, or if the "
        f"minor allele frequency is below {p.min_maf} %; exactly these percentages pass.",
        "The exact test fixes the number of samples with a genotype and the minor allele count. The number "
        "of "
        "heterozygotes h then has a probability proportional to 2^h n! / (h! r! c!), with n samples, r "
        "homozygotes of "
        "the minor and c of the other allele, over all h that are possible.",
        extreme + mid,
        "The result is a list with [minor allele frequency, p-value] or None for each variant, in order.",
    ]


def edges(p: Parameters) -> Mapping[str, Args]:
    """Edge cases."""
    return {
        "no variants": ([],),
        "no genotypes": ([[0, 0, 0, 5], [0, 0, 0, 0]],),
        "equilibrium": ([[25, 50, 25, 0], [49, 42, 9, 1]],),
        "no heterozygotes": ([[12, 0, 8, 0], [5, 0, 5, 0]],),
        "only heterozygotes": ([[0, 15, 0, 0]],),
        "one allele": ([[30, 0, 0, 0], [0, 0, 30, 0]],),
        "B is common": ([[3, 10, 40, 0], [40, 10, 3, 0]],),
        "called at the limit": ([[30, 30, p.min_called - 60, 100 - p.min_called]],),
        "called below the limit": ([[30, 30, p.min_called - 61, 101 - p.min_called]],),
        "frequency at the limit": ([[100 - 2 * p.min_maf, 2 * p.min_maf, 0, 0]],),
        "frequency below the limit": ([[101 - 2 * p.min_maf, 2 * p.min_maf - 1, 0, 0]],),
        "one sample": ([[1, 0, 0, 0], [0, 1, 0, 0]],),
    }


def draw(rng: Random, p: Parameters) -> Args:
    """Up to five variants, some far from equilibrium, some at the limits."""
    counts = []
    for _ in range(rng.randint(1, 5)):
        samples, share = rng.randint(5, 60), rng.choice((0.05, 0.1, 0.2, 0.35, 0.5))
        tilt = rng.choice((1.0, 1.0, 0.5, 1.4))
        heterozygous = min(samples, round(samples * 2 * share * (1 - share) * tilt))
        rare = rng.randint(0, round((samples - heterozygous) * share))
        common = samples - heterozygous - rare
        limit = samples * (100 - p.min_called) // p.min_called
        row = [common, heterozygous, rare] if rng.random() < 0.5 else [rare, heterozygous, common]
        counts.append([*row, max(0, limit + rng.choice((-3, -1, 0, 0, 1)))])
    return (counts,)


def exchanges_alleles(entry: Entry, args: Args, p: Parameters) -> bool:
    """Which allele is called A does not matter."""
    turned = [[second, both, first, missing] for first, both, second, missing in args[0]]
    return bool(entry(turned) == entry(*args)) and len(entry(*args)) == len(args[0])


def stays_in_range(entry: Entry, args: Args, p: Parameters) -> bool:
    """Frequencies are at most a half, p-values between 0 and 1."""
    found = [pair for pair in entry(*args) if pair is not None]
    return all(0 <= maf <= 0.5 and 0 < value <= 1 + 1e-12 for maf, value in found)


def steeper(common: int, heterozygous: int, rare: int) -> int:
    """Number to which the probability of genotype counts is proportional, in another population."""
    return int(3**heterozygous * (1 + common) * (2 + rare))


NUMBER = Number(rel_tol=1e-6, abs_tol=1e-12)
PROBLEM = Problem(
    name="hardy-weinberg",
    category="genetics",
    source="Wigginton JE et al. Am J Hum Genet 2005; Graffelman J, Moreno V. Stat Appl Genet Mol Biol 2013",
    solution=hardy_weinberg_solution,
    entry="equilibrium",
    cells=[Parameters(*values) for values in product((True, False), (1, 5, 10), (80, 90, 95), (True, False))],
    beyond=[Parameters(True, 20, 75, False), Parameters(False, 2, 98, True), Parameters(True, 15, 99, True)],
    wordings=(
        "{entry}(counts) tests the genotype counts of variants for Hardy-Weinberg equilibrium.",
        "{entry}(counts) returns for each variant its minor allele frequency and an exact equilibrium "
        "p-value.",
        "{entry}(counts) does a quality control step: exact tests of Hardy-Weinberg equilibrium.",
    ),
    rules=rules,
    edges=edges,
    draw=draw,
    laws={"exchanges alleles": exchanges_alleles, "stays in range": stays_in_range},
    returns=ListOf(items=ListOf(nullable=True, items=NUMBER)),
    holder=Holder("Cohort", "Genotype counts of a cohort."),
    helper=Helper("weight", steeper),
)
