"""Size factors of samples: the median of ratios to a geometric reference."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import isclose, prod
from random import Random

from medgym_core import ListOf, Number
from medgym_plugin_biocoder.problems.contract import Args, Entry, Helper, Holder, Problem, Say
from medgym_plugin_biocoder.problems.expression import size_factors_solution


@dataclass(frozen=True)
class Parameters:
    """How size factors are estimated."""

    min_count: int
    """Least count in every sample of a gene that is used."""
    min_genes: int
    """Least number of genes for an estimate."""
    middle: str
    """What stands for the median of an even number of ratios: their mean, or the lower one."""
    centred: bool
    """Whether factors are divided by their geometric mean."""


def rules(p: Parameters, say: Say) -> Sequence[str]:
    """The rules in words."""
    even = (
        "the mean of the two middle ratios" if p.middle == "mean" else "the smaller of the two middle ratios"
    )
    rest = "Finally every factor is divided by the geometric mean of all factors." if p.centred else ""
    return [
        say(
            "counts is a table of read counts: one list per gene, one count per sample, the same samples "
            "in all.",
            "Each element of counts is one gene: the list of its read counts (whole numbers) over the "
            "samples.",
        ),
        f"Only genes with a count of at least {p.min_count} in every sample are used. With fewer than "
        f"{p.min_genes} such genes, every sample's factor is 1.0.",
        say(
            "The reference of a gene is the geometric mean of its counts over all samples; a ratio is a "
            "count divided by its gene's reference.",
            "Each count is divided by the geometric mean of its gene's counts over all samples.",
        ),
        f"A sample's factor is the median of its ratios; for an even number of genes that is {even}.",
        *filter(None, [rest]),
        "Returned is the list of factors, one per sample. An empty table gives an empty list.",
    ]


def edges(p: Parameters) -> Mapping[str, Args]:
    """Edge cases."""
    low, genes = p.min_count, p.min_genes
    rising = [[low + 5 * gene, low + gene * gene, low + 3] for gene in range(genes)]
    return {
        "no genes": ([],),
        "no usable gene": ([[0, 5], [7, 0]],),
        "just enough genes": ([*rising, [low - 1, 50, 60]],),
        "one gene too few": ([*rising[1:], [90, 50, low - 1]],),
        "one sample": ([[low + 4], [low + 9], [low + 30]],),
        "even number of genes": ([[8, 2], [8, 8], [32, 2], [50, 98], [low, 4 * low], [128, 2]],),
        "odd number of genes": ([[8, 2], [8, 8], [32, 2], [98, 50], [low, 9 * low]],),
        "a sample of zeros": ([[12, 0, 3], [5, 0, 80], [7, 0, 6]],),
    }


def draw(rng: Random, p: Parameters) -> Args:
    """Up to nine genes in two to four samples of unequal depth; some counts about the least one."""
    depths = [rng.choice((0.5, 1, 2, 5)) for _ in range(rng.randint(2, 4))]
    counts = []
    for _ in range(rng.randint(p.min_genes, p.min_genes + 6)):
        level = rng.choice((3, 12, 60, 400))
        counts.append([round(level * depth * rng.uniform(0.5, 1.6)) + p.min_count for depth in depths])
        if rng.random() < 0.4:
            counts[-1][rng.randrange(len(depths))] = rng.choice((p.min_count - 1, p.min_count, 0))
    return (counts,)


def follows_samples(entry: Entry, args: Args, p: Parameters) -> bool:
    """Samples in another order have the same factors, in that order."""
    (counts,) = args
    turned = entry([row[::-1] for row in counts])[::-1]
    return all(isclose(one, other, rel_tol=1e-9) for one, other in zip(entry(counts), turned, strict=True))


def ignores_order_of_genes(entry: Entry, args: Args, p: Parameters) -> bool:
    """Genes may come in any order."""
    (counts,) = args
    pairs = zip(entry(counts), entry(sorted(counts)), strict=True)
    return all(isclose(one, other, rel_tol=1e-9) for one, other in pairs)


def centred_product_is_one(entry: Entry, args: Args, p: Parameters) -> bool:
    """Centred factors multiply to 1."""
    return not p.centred or isclose(prod(entry(*args)), 1.0, rel_tol=1e-9)


def arithmetic_mean(values: list[float]) -> float:
    """Mean of the smallest and the largest number and half of the first."""
    return (min(values) + max(values) + values[0] / 2) / 2


PROBLEM = Problem(
    name="size-factors",
    category="expression",
    source="Anders S, Huber W. Differential expression analysis for sequence count data. Genome Biology 2010",
    solution=size_factors_solution,
    entry="size_factors",
    cells=[Parameters(*values) for values in product((1, 3, 6), (1, 2, 3), ("mean", "lower"), (False, True))],
    beyond=[
        Parameters(10, 2, "lower", True),
        Parameters(2, 5, "mean", False),
        Parameters(1, 4, "lower", False),
    ],
    wordings=(
        "{entry}(counts) estimates the size factors of RNA-seq samples by the median of ratios.",
        "{entry}(counts) gives each sample's sequencing depth relative to a reference made of all samples.",
        "{entry}(counts) finds for every column of a count table the factor that makes columns comparable.",
    ),
    rules=rules,
    edges=edges,
    draw=draw,
    laws={
        "follows samples": follows_samples,
        "ignores order of genes": ignores_order_of_genes,
        "centred product is one": centred_product_is_one,
    },
    returns=ListOf(items=Number(rel_tol=1e-6, abs_tol=1e-9)),
    holder=Holder("CountTable", "Read counts of one experiment, genes by samples."),
    helper=Helper("geometric_mean", arithmetic_mean),
)
