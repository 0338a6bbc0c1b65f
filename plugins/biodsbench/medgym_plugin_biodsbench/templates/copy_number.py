"""Discrete copy numbers and their log ratios."""

from __future__ import annotations

from random import Random

from medgym_plugin_biodsbench import drawing as draw
from medgym_plugin_biodsbench.second import cohort
from medgym_plugin_biodsbench.study import Study
from medgym_plugin_biodsbench.template import Parameters, Template, count, counts, name, number, table

CATEGORY = "copy number"
CALLS = (
    "data_cna holds calls: -2 deep deletion, -1 loss, 0 neutral, 1 gain, 2 amplification; some files "
    "write 2.0 for 2."
)


def _genes(study: Study, *tables: str) -> list[str]:
    draw.need(study, **dict.fromkeys(tables, "Hugo_Symbol"))
    kept = cohort.samples(study, None)
    found = [cohort.matrix(study, table, kept) for table in tables]
    return [
        gene
        for gene, row in found[0].items()
        if len(set(row.values())) >= 3 and all(gene in one for one in found)
    ]


def _frequency(study: Study, rng: Random) -> Parameters:
    _genes(study, "cna")
    return {
        "level": rng.choice((2, -2)),
        "top": rng.randint(4, 8),
        "subset": draw.subset(study, rng, "sample"),
    }


def _gene(study: Study, rng: Random) -> Parameters:
    return {"gene": draw.choice(rng, _genes(study, "cna")), "subset": draw.subset(study, rng, "sample")}


def _fraction(study: Study, rng: Random) -> Parameters:
    _genes(study, "cna")
    return {"subset": draw.subset(study, rng, "sample")}


def _concordance(study: Study, rng: Random) -> Parameters:
    return {
        "gene": draw.choice(rng, _genes(study, "cna", "log2_cna")),
        "subset": draw.subset(study, rng, "sample"),
    }


TEMPLATES = (
    Template(
        "call_frequency", CATEGORY, "sample",
        (
            "Which {top} genes have the copy-number call {level} in most samples?",
            "Rank genes by the number of samples with a call of {level}; give the first {top}.",
        ),
        {
            "samples": count("samples that have a column in data_cna", "samples"),
            "genes": table(
                "gene, samples with that call, percent of the gene's samples with any call; most samples "
                "first, ties by gene "
                "in ascending code-point order",
                gene="text", samples="count", percent="percent",
            ),
        },
        (CALLS,),
        _frequency,
    ),
    Template(
        "gene_calls", CATEGORY, "sample",
        (
            "How are the copy-number calls of {gene} distributed?",
            "Count the samples at each copy-number call of {gene}.",
        ),
        {
            "calls": counts("samples with the call -2, -1, 0, 1, 2, in this order"),
            "missing": count("samples with a column in data_cna and no call of this gene", "samples"),
            "mean": number("mean call"),
        },
        (CALLS,),
        _gene,
    ),
    Template(
        "altered_fraction", CATEGORY, "sample",
        (
            "What fraction of genes has a copy-number change, sample by sample?",
            "Describe the fraction of copy-number altered genes per sample.",
        ),
        {
            "samples": count("samples with at least one call", "samples"),
            "mean": number("mean of the samples' fractions"),
            "median": number("median of the samples' fractions"),
            "top_sample": name("SAMPLE_ID with the largest fraction; of several the first in ascending "
            "code-point order"),
            "top_fraction": number("its fraction"),
        },
        (CALLS, "A sample's fraction is its genes with a call other than 0 divided by its genes with any "
            "call."),
        _fraction,
    ),
    Template(
        "log_ratio_by_call", CATEGORY, "sample",
        (
            "Do log ratios of {gene} follow its copy-number calls?",
            "Relate the log2 ratio of {gene} to its copy-number call.",
        ),
        {
            "samples": count("samples with both", "samples"),
            "correlation": number("Pearson correlation of call and log2 ratio"),
            "levels": table(
                "a row for each call that occurs, lowest first: call, samples, mean log2 ratio",
                call="count", samples="count", mean="number",
            ),
        },
        (CALLS, "Log2 ratios are in data_log2_cna."),
        _concordance,
    ),
)  # fmt: skip
