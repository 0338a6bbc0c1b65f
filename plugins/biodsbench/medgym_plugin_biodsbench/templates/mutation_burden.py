"""How often genes are mutated, and how much."""

from __future__ import annotations

from random import Random

from medgym_plugin_biodsbench import drawing as draw
from medgym_plugin_biodsbench.study import Study
from medgym_plugin_biodsbench.template import (
    Parameters,
    Template,
    count,
    name,
    number,
    p_value,
    percent,
    table,
)

CATEGORY = "mutation burden"
EVERY = "Every sample counts, with 0 mutations if it has no row."


def _frequency(study: Study, rng: Random) -> Parameters:
    draw.need(study, mutations="Hugo_Symbol")
    return {"top": rng.randint(5, 12), "subset": draw.subset(study, rng, "sample")}


def _burden(study: Study, rng: Random) -> Parameters:
    draw.need(study, mutations="Hugo_Symbol")
    return {"subset": draw.subset(study, rng, "sample")}


def _by_group(study: Study, rng: Random) -> Parameters:
    draw.need(study, mutations="Hugo_Symbol")
    column = draw.category(study, rng, "sample")
    return {"column": column, "subset": draw.subset(study, rng, "sample", [column])}


def _per_megabase(study: Study, rng: Random) -> Parameters:
    draw.need(study, mutations="Hugo_Symbol")
    size = rng.choice((0.896, 1.016, 1.139, 1.22, 1.4))
    cut = rng.choice((6, 8, 10))
    return {"megabases": size, "cut": cut, "subset": draw.subset(study, rng, "sample")}


def _profiled(study: Study, rng: Random) -> Parameters:
    draw.need(study, panel="mutations")
    return {"gene": draw.gene(study, rng), "subset": draw.subset(study, rng, "sample")}


TEMPLATES = (
    Template(
        "gene_frequency", CATEGORY, "sample",
        (
            "Which {top} genes are non-silently mutated in most samples, and in what share of them?",
            "List the {top} most frequently mutated genes (non-silent mutations), counted by samples.",
        ),
        {
            "samples": count("samples looked at, mutated or not", "samples"),
            "genes": table(
                "the genes: symbol, samples with at least one non-silent mutation of it, percent of all "
                "samples looked at; "
                "most samples first, ties by symbol in ascending code-point order",
                gene="text", samples="count", percent="percent",
            ),
        },
        ("A sample with several mutations of a gene counts once.",),
        _frequency,
    ),
    Template(
        "sample_burden", CATEGORY, "sample",
        (
            "How many non-silent mutations does a sample have?",
            "Describe the number of non-silent mutations per sample.",
        ),
        {
            "samples": count("samples", "samples"),
            "mutations": count("non-silent mutations (rows) of them all", "mutations"),
            "mean": number("mean per sample"),
            "median": number("median per sample"),
            "top_sample": name("SAMPLE_ID with the most; of several the first in ascending code-point order"),
            "top_count": count("its mutations", "mutations"),
        },
        (EVERY,),
        _burden,
    ),
    Template(
        "burden_by_group", CATEGORY, "sample",
        (
            "Does the number of non-silent mutations of a sample differ by {column}? Use the Kruskal-Wallis "
            "test.",
            "Compare mutation counts (non-silent) between the values of {column} by Kruskal and Wallis' "
            "test.",
        ),
        {
            "groups": table(
                "a row for each value in ascending code-point order: value, samples, median count",
                value="text", samples="count", median="number",
            ),
            "h": number("H, corrected for ties"),
            "p": p_value("p by the chi-squared distribution"),
        },
        (EVERY, "Samples without a value of the column are left out."),
        _by_group,
    ),
    Template(
        "burden_per_megabase", CATEGORY, "sample",
        (
            "Taking {megabases} Mb as sequenced in every sample, what is the tumour mutational burden "
            "(non-silent mutations "
            "per Mb), and how often is it at least {cut}?",
            "Compute non-silent mutations per megabase with {megabases} Mb for every sample. How many "
            "samples reach {cut} "
            "per Mb?",
        ),
        {
            "mean": number("mean burden", "1/Mb"),
            "median": number("median burden", "1/Mb"),
            "high": count("samples that reach the bound", "samples"),
            "share": percent("their share of the samples"),
        },
        (EVERY,),
        _per_megabase,
    ),
    Template(
        "profiled_frequency", CATEGORY, "sample",
        (
            "Among samples that were profiled for mutations, how often is {gene} non-silently mutated?",
            "How frequent are non-silent {gene} mutations among the samples profiled for mutations?",
        ),
        {
            "profiled": count("samples profiled for mutations", "samples"),
            "unprofiled": count("samples that were not", "samples"),
            "mutated": count("profiled samples with such a mutation", "samples"),
            "share": percent("their share of the profiled samples"),
        },
        ("A sample was profiled if data_gene_panel_matrix names a panel in its column mutations.",),
        _profiled,
    ),
)  # fmt: skip
