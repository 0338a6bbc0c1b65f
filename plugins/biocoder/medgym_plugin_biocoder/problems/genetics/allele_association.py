"""Case-control association of variants."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random

from medgym_core import ListOf, Number
from medgym_plugin_biocoder.problems.contract import Args, Entry, Helper, Holder, Problem, Say
from medgym_plugin_biocoder.problems.genetics import allele_association_solution


@dataclass(frozen=True)
class Parameters:
    """Which table is tested, and how."""

    model: str
    """allelic, dominant or recessive."""
    yates: bool
    """Whether chi-squared is corrected for continuity."""
    always_corrected: bool
    """Whether a half is added to every cell, or only if one is zero."""
    minor_exposed: bool
    """Whether the minor allele counts as exposure, or always B."""


MODELS = {
    "allelic": "Alleles are counted: each AA has two non-risk alleles, each AB one of either, each BB two "
    "risk alleles. "
    "Risk alleles are exposed.",
    "dominant": "Samples are counted: those with at least one risk allele (AB and BB) are exposed.",
    "recessive": "Samples are counted: those with two risk alleles (BB) are exposed.",
}


def rules(p: Parameters, say: Say) -> Sequence[str]:
    """The rules in words."""
    risk = (
        "The risk allele is the less frequent one among cases and controls together; if both are equally "
        "frequent, it is "
        "B. Where it is A, AA and BB change places in what follows."
        if p.minor_exposed
        else "The risk allele is B, whether it is the rarer one or not."
    )
    half = "always" if p.always_corrected else "if any of the four cells is 0, and only then"
    yates = (
        "chi-squared with Yates' correction: |ad - bc| is lowered by half of the total, though not below 0"
        if p.yates
        else "Pearson's chi-squared without any correction"
    )
    return [
        say(
            "variants is a list of [cases, controls], each a list [AA, AB, BB] of numbers of samples.",
            "Each variant is a pair [cases, controls] of genotype counts [AA, AB, BB].",
        ),
        risk,
        MODELS[p.model],
        "The table has a exposed and b unexposed cases, c exposed and d unexposed controls.",
        f"The odds ratio is ad / (bc), for which 0.5 is added to every cell {half}.",
        f"The statistic is {yates}: n (ad - bc)^2 / ((a+b)(c+d)(a+c)(b+d)) of the cells without any "
        "addition, n being "
        "their sum; it is 0 where the divisor is 0.",
        "The result is a list of [odds ratio, statistic], one for each variant.",
    ]


def edges(p: Parameters) -> Mapping[str, Args]:
    """Edge cases."""
    return {
        "no variants": ([],),
        "no difference": ([[[10, 20, 10], [10, 20, 10]]],),
        "nearly none": ([[[10, 20, 10], [10, 21, 10]]],),
        "A is minor": ([[[4, 20, 30], [2, 10, 40]]],),
        "B is minor": ([[[30, 20, 4], [40, 10, 2]]],),
        "equally frequent": ([[[9, 20, 3], [6, 10, 12]]],),
        "a zero": ([[[5, 3, 0], [4, 4, 2]], [[0, 0, 6], [3, 2, 5]]],),
        "one allele": ([[[10, 0, 0], [12, 0, 0]], [[0, 0, 7], [0, 0, 5]]],),
        "no cases": ([[[0, 0, 0], [5, 6, 7]]],),
        "nothing": ([[[0, 0, 0], [0, 0, 0]]],),
        "strong": ([[[2, 10, 40], [45, 12, 3]]],),
    }


def draw(rng: Random, p: Parameters) -> Args:
    """Up to five variants with counts of any size, zeros among them."""
    variants = []
    for _ in range(rng.randint(1, 5)):
        top = rng.choice((3, 12, 40))
        variants.append([[rng.randint(0, top) for _ in range(3)] for _ in range(2)])
    return (variants,)


def inverts(entry: Entry, args: Args, p: Parameters) -> bool:
    """With cases and controls exchanged, odds ratios invert and statistics stay."""
    pairs = zip(entry(*args), entry([pair[::-1] for pair in args[0]]), strict=True)
    return all(
        abs(one[0] * other[0] - 1) < 1e-9 and abs(one[1] - other[1]) < 1e-9 * (1 + one[1])
        for one, other in pairs
    )


def treats_variants_apart(entry: Entry, args: Args, p: Parameters) -> bool:
    """Each variant has the result that it has alone."""
    return bool(entry(*args) == [entry([variant])[0] for variant in args[0]])


def heterozygotes(counts: list[int]) -> tuple[int, int]:
    """How many count as exposed and as not exposed: heterozygotes against both homozygotes."""
    return counts[1] + 1, counts[0] + 2 * counts[2]


PROBLEM = Problem(
    name="allele-association",
    category="genetics",
    source="Clarke GM et al. Basic statistical analysis in genetic case-control studies. Nat Protoc 2011",
    solution=allele_association_solution,
    entry="associations",
    cells=[
        Parameters(*values)
        for values in product(
            ("allelic", "dominant", "recessive"), (True, False), (True, False), (True, False)
        )
    ],
    beyond=[],
    wordings=(
        "{entry}(variants) computes odds ratios and chi-squared statistics of variants in a case-control "
        "study.",
        "{entry}(variants) tests variants for association with a disease.",
        "{entry}(variants) summarises a case-control study: effect and evidence for each variant.",
    ),
    rules=rules,
    edges=edges,
    draw=draw,
    laws={"inverts": inverts, "treats variants apart": treats_variants_apart},
    returns=ListOf(items=ListOf(items=Number(rel_tol=1e-6, abs_tol=1e-9))),
    holder=Holder("CaseControlStudy", "Genotype counts of cases and controls."),
    helper=Helper("exposure", heterozygotes),
)
