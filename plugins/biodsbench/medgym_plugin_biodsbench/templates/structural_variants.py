"""Structural variants and fusions."""

from __future__ import annotations

from collections import Counter
from random import Random

from medgym_plugin_biodsbench import drawing as draw
from medgym_plugin_biodsbench.study import Study
from medgym_plugin_biodsbench.template import Parameters, Template, count, names, percent, table

CATEGORY = "structural variants"


def _partners(study: Study, rng: Random) -> Parameters:
    draw.need(study, sv="Sample_Id")
    return {"top": rng.randint(3, 6), "subset": draw.subset(study, rng, "sample")}


def _classes(study: Study, rng: Random) -> Parameters:
    draw.need(study, sv="Class Site1_Chromosome Site2_Chromosome")
    return {"subset": draw.subset(study, rng, "sample")}


def _gene(study: Study, rng: Random) -> Parameters:
    draw.need(study, sv="Sample_Id")
    sites = [row[f"Site{site}_Hugo_Symbol"] for row in study.tables["sv"] for site in (1, 2)]
    often = sorted(gene for gene, rows in Counter(sites).items() if gene is not None and rows >= 6)
    return {"gene": draw.choice(rng, often), "subset": draw.subset(study, rng, "sample")}


def _by_group(study: Study, rng: Random) -> Parameters:
    draw.need(study, sv="Sample_Id")
    column = draw.category(study, rng, "sample")
    return {"column": column, "subset": draw.subset(study, rng, "sample", [column])}


TEMPLATES = (
    Template(
        "fusion_partners", CATEGORY, "sample",
        (
            "Which {top} pairs of genes are joined by structural variants in most samples?",
            "Rank gene pairs by the samples in which a structural variant joins them; give the first {top}.",
        ),
        {
            "pairs": count("different pairs that occur"),
            "partners": table(
                "gene_a, gene_b (a before b in code-point order) and samples; most samples first, ties by "
                "gene_a, then gene_b, "
                "in ascending code-point order",
                gene_a="text", gene_b="text", samples="count",
            ),
        },
        (
            "A pair is unordered: sites 1 and 2 may be swapped. A sample counts once for a pair.",
            "Variants within one gene, or with a site without a gene, are left out.",
        ),
        _partners,
    ),
    Template(
        "sv_classes", CATEGORY, "sample",
        (
            "Which classes do the structural variants have, and what share of them joins two chromosomes?",
            "Tabulate the classes of structural variants; what share of variants lies between chromosomes?",
        ),
        {
            "variants": count("structural variants (rows)", "variants"),
            "classes": table(
                "Class, variants, samples with such a variant; most variants first, ties by class in "
                "ascending code-point order",
                sv_class="text", variants="count", samples="count",
            ),
            "between": percent("variants whose two chromosomes differ, of those with both chromosomes known"),
        },
        (),
        _classes,
    ),
    Template(
        "sv_gene", CATEGORY, "sample",
        (
            "Which samples have a structural variant that involves {gene}?",
            "Find the samples with {gene} at either site of a structural variant.",
        ),
        {
            "samples": names("their SAMPLE_IDs, each once"),
            "patients": count("patients to whom these samples belong", "patients"),
            "share": percent("share of these samples among the samples looked at, with or without variants"),
        },
        (),
        _gene,
    ),
    Template(
        "sv_by_group", CATEGORY, "sample",
        (
            "How often do samples have any structural variant, by {column}?",
            "Give the share of samples with a structural variant for each value of {column}.",
        ),
        {
            "groups": table(
                "a row for each value in ascending code-point order: value, samples, samples with a "
                "variant, percent",
                value="text", samples="count", affected="count", percent="percent",
            ),
        },
        ("Samples without a value are left out; a sample without a row in data_sv has no variant.",),
        _by_group,
    ),
)  # fmt: skip
