"""Pruning of variants by linkage disequilibrium."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random

from medgym_plugin_biocoder.problems.contract import Args, Entry, Helper, Holder, Problem, Say
from medgym_plugin_biocoder.problems.genetics import linkage_pruning_solution


@dataclass(frozen=True)
class Parameters:
    """Which variants are dropped."""

    window: int
    """Variants of a window."""
    threshold: float
    """Largest squared correlation of variants that are both kept."""
    min_pairs: int
    """Least samples on which a correlation is computed."""
    drop_rarer: bool
    """Whether the rarer of two variants is dropped rather than the later."""


def rules(p: Parameters, say: Say) -> Sequence[str]:
    """The rules in words."""
    loser = (
        "the one with the smaller minor allele frequency is dropped, the later one if the frequencies are "
        "equal. A "
        "variant's minor allele frequency is that of its rarer allele among its known dosages, 0 without "
        "any; exact "
        "fractions are compared"
        if p.drop_rarer
        else "the later one is dropped"
    )
    return [
        say(
            "variants is a list of lists: the dosages (0, 1, 2, or None if unknown) of the same samples at "
            "each variant.",
            "Each variant is a list of dosages, one for each sample: 0, 1 or 2, or None where it is unknown.",
        ),
        "r2 of two variants is the squared Pearson correlation of their dosages over the samples in which "
        "both are "
        f"known; it is 0 if there are fewer than {p.min_pairs} such samples or one variant does not vary "
        "among them.",
        "Variants are taken one after the other as first. The first is compared with each later variant "
        "that is less "
        f"than {p.window} positions after it in the list, from left to right. Positions are those of the "
        "given list, "
        "whatever has been dropped.",
        f"If their r2 is greater than {p.threshold}, {loser}.",
        "Dropped variants are neither compared again nor taken as first; once the first itself is dropped, "
        "the next "
        "variant is taken as first.",
        "The result is the list of the 0-based positions of the variants that are kept.",
    ]


def edges(p: Parameters) -> Mapping[str, Args]:
    """Edge cases."""
    one, other = [0, 1, 2, 1, 0, 2, 1, 0], [2, 0, 1, 1, 0, 0, 2, 1]
    rare = [0, 0, 0, 0, 1, 0, 0, 0]
    long, unknown = one * 2, [None] * 3
    return {
        "no variants": ([],),
        "one variant": ([one],),
        "the same twice": ([one, one],),
        "the same reversed": ([one, [2 - dosage for dosage in one], other],),
        "beyond the window": ([one, *[rare] * (p.window - 1), one],),
        "last of the window": ([one, *[rare] * (p.window - 2), one],),
        "no variation": ([[1] * 8, [1] * 8, [0] * 8],),
        "too few pairs": ([long[: p.min_pairs - 1] + unknown, long[: p.min_pairs + 2]],),
        "just enough pairs": ([long[: p.min_pairs] + unknown, long[: p.min_pairs + 3]],),
        "rarer first": ([[0, 0, 0, 1, 0, 0, 0, 0], [0, 0, 0, 2, 0, 0, 1, 0], one],),
        "all unknown": ([[None] * 4, [None] * 4],),
        "a chain": ([one, [*one[:7], 1], [*one[:6], 0, 1], [0, 0, *one[2:6], 0, 1]],),
    }


def draw(rng: Random, p: Parameters) -> Args:
    """Up to nine variants, many of them altered copies of one before."""
    samples = rng.randint(p.min_pairs + 2, 12)
    variants: list[list[int | None]] = []
    for _ in range(rng.randint(3, 9)):
        share = rng.choice((0.2, 0.4, 0.5, 0.8))
        fresh: list[int | None] = [sum(rng.random() < share for _ in range(2)) for _ in range(samples)]
        if variants and rng.random() < 0.6:
            copied, kept = (
                variants[rng.randint(max(0, len(variants) - p.window), len(variants) - 1)],
                rng.random(),
            )
            fresh = [old if rng.random() < kept else new for old, new in zip(copied, fresh, strict=True)]
        variants.append([None if rng.random() < 0.12 else dosage for dosage in fresh])
    return (variants,)


def ignores_samples_order(entry: Entry, args: Args, p: Parameters) -> bool:
    """The order of samples does not matter, nor which allele is counted."""
    kept = entry(*args)
    turned = [[None if dosage is None else 2 - dosage for dosage in variant[::-1]] for variant in args[0]]
    return bool(entry(turned) == kept) and bool(kept) == bool(args[0])


def keeps_what_it_kept(entry: Entry, args: Args, p: Parameters) -> bool:
    """Positions come once and in order, and a further unrelated variant changes nothing before it."""
    kept = entry(*args)
    more = entry([*args[0], [1] * len(args[0][0])]) if args[0] else [0]
    return kept == sorted(set(kept)) and bool(more == [*kept, len(args[0])])


def agreement(one: list[int | None], other: list[int | None]) -> float:
    """Share of the samples whose dosages are the same."""
    return sum(x == y for x, y in zip(one, other, strict=True)) / (len(one) + 1)


PROBLEM = Problem(
    name="linkage-pruning",
    category="genetics",
    source="Purcell S et al. PLINK. Am J Hum Genet 2007",
    solution=linkage_pruning_solution,
    entry="prune",
    cells=[Parameters(*values) for values in product((2, 3, 5), (0.21, 0.53, 0.77), (3, 5), (True, False))],
    beyond=[Parameters(8, 0.11, 4, True), Parameters(4, 0.37, 6, False), Parameters(6, 0.87, 2, True)],
    wordings=(
        "{entry}(variants) chooses variants of which neighbours are not correlated.",
        "{entry}(variants) prunes variants by linkage disequilibrium.",
        "{entry}(variants) thins out variants before a principal component analysis: correlated ones are "
        "dropped.",
    ),
    rules=rules,
    edges=edges,
    draw=draw,
    laws={"ignores the order of samples": ignores_samples_order, "keeps what it kept": keeps_what_it_kept},
    returns=None,
    holder=Holder("GenotypeMatrix", "Dosages of variants and samples."),
    helper=Helper("r_squared", agreement),
)
