"""Methylation of genes, of studies that no training question is about."""

from __future__ import annotations

from random import Random

from medgym_plugin_biodsbench import drawing as draw
from medgym_plugin_biodsbench.study import Study
from medgym_plugin_biodsbench.template import Parameters, Template, count, number, p_value, percent, table

CATEGORY = "methylation"
BETA = "Beta values, from 0 to 1, are in data_methylation_hm450, a row a gene and a column a sample."


def _genes(study: Study) -> list[str]:
    draw.need(study, methylation="Hugo_Symbol")
    return sorted(str(row["Hugo_Symbol"]) for row in study.tables["methylation"])


def _hypermethylated(study: Study, rng: Random) -> Parameters:
    _genes(study)
    return {
        "bound": rng.choice((0.3, 0.4, 0.5)),
        "share": rng.choice((20, 25, 30, 40)),
        "subset": draw.subset(study, rng, "sample"),
    }


def _by_mutation(study: Study, rng: Random) -> Parameters:
    return {
        "gene": draw.choice(rng, _genes(study)),
        "mutated": draw.gene(study, rng),
        "subset": draw.subset(study, rng, "sample"),
    }


def _phenotype(study: Study, rng: Random) -> Parameters:
    return {
        "genes": draw.sample(rng, _genes(study), 8),
        "bound": rng.choice((0.3, 0.4)),
        "least": rng.choice((3, 4)),
        "column": draw.category(study, rng, "sample"),
    }


TEMPLATES = (
    Template(
        "hypermethylated_genes", CATEGORY, "sample",
        (
            "Which genes have a beta value above {bound} in at least {share} percent of the samples?",
            "List the genes that are methylated (beta above {bound}) in {share} percent of the samples or "
            "more.",
        ),
        {
            "measured": count("genes with a beta value in any sample", "genes"),
            "genes": table(
                "gene, samples with a beta value above the bound, their percentage; highest percentage "
                "first, ties by gene in ascending code-point order",
                gene="text", samples="count", percent="percent",
            ),
        },
        (BETA, "The percentage of a gene is of the samples that have a beta value of it."),
        _hypermethylated,
    ),
    Template(
        "methylation_by_mutation", CATEGORY, "sample",
        (
            "Does methylation of {gene} differ between samples with and without a non-silent {mutated} "
            "mutation? Use Welch's t test on M-values.",
            "Test by Welch's t test whether M-values of {gene} are different where {mutated} has a "
            "non-silent mutation.",
        ),
        {
            "mutated": count("mutated samples with a value", "samples"),
            "others": count("other samples with a value", "samples"),
            "difference": number("mean M-value of the mutated minus mean of the others"),
            "t": number("t, of the mutated minus the others"),
            "p": p_value("two-sided p"),
        },
        (BETA, "The M-value is log2(beta / (1 - beta))."),
        _by_mutation,
    ),
    Template(
        "methylator_phenotype", CATEGORY, "sample",
        (
            "How many samples have the methylator phenotype by {genes}, and how many by {column}?",
            "Call a sample a methylator by {genes}, and give how many there are, for each {column}, too.",
        ),
        {
            "samples": count("samples with a beta value of each of the genes", "samples"),
            "methylators": count("of them, with the phenotype", "samples"),
            "share": percent("their share"),
            "groups": table(
                "value of the column, samples, of them with the phenotype, their percentage; in ascending "
                "code-point order of the value",
                value="text", samples="count", methylators="count", percent="percent",
            ),
        },
        (
            BETA,
            "A sample has the phenotype if {least} or more of the genes have a beta value above {bound}.",
            "Only samples with a beta value of each of the genes count; in the table those without a value "
            "of {column} are left out.",
        ),
        _phenotype,
    ),
)  # fmt: skip
