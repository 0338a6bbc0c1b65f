"""What the mutations are: classes, hotspots, substitutions, allele fractions."""

from __future__ import annotations

from random import Random

from medgym_plugin_biodsbench import drawing as draw
from medgym_plugin_biodsbench.study import Study
from medgym_plugin_biodsbench.template import Parameters, Template, count, counts, number, percent, table

CATEGORY = "variant classes"


def _genes(study: Study, rng: Random) -> Parameters:
    return {"genes": draw.sample(rng, draw.genes(study)[:20], 4), "subset": draw.subset(study, rng, "sample")}


def _hotspots(study: Study, rng: Random) -> Parameters:
    draw.need(study, mutations="HGVSp_Short")
    return {"top": rng.randint(4, 8), "subset": draw.subset(study, rng, "sample")}


def _spectrum(study: Study, rng: Random) -> Parameters:
    draw.need(study, mutations="Variant_Type Reference_Allele Tumor_Seq_Allele2")
    return {"subset": draw.subset(study, rng, "sample")}


def _fraction(study: Study, rng: Random) -> Parameters:
    draw.need(study, mutations="t_alt_count t_ref_count")
    return {
        "gene": draw.gene(study, rng),
        "cut": rng.choice((0.2, 0.25, 0.3, 0.35)),
        "subset": draw.subset(study, rng, "sample"),
    }


def _truncating(study: Study, rng: Random) -> Parameters:
    draw.need(study, mutations="Hugo_Symbol")
    return {
        "least": rng.randint(8, 15),
        "top": rng.randint(4, 8),
        "subset": draw.subset(study, rng, "sample"),
    }


TEMPLATES = (
    Template(
        "class_counts", CATEGORY, "sample",
        (
            "Which variant classes do the mutations of {genes} have, taken together?",
            "Count the variant classes over all mutations of {genes}.",
        ),
        {
            "mutations": count("mutations (rows) of these genes, silent ones too", "mutations"),
            "classes": table(
                "Variant_Classification and mutations; most first, ties by class in ascending code-point "
                "order",
                variant_class="text", mutations="count",
            ),
        },
        ("Here silent mutations count too.",),
        _genes,
    ),
    Template(
        "hotspots", CATEGORY, "sample",
        (
            "Which {top} protein changes recur in most samples?",
            "Find the {top} most recurrent protein changes among non-silent mutations.",
        ),
        {
            "recurrent": count("protein changes that occur in two samples or more"),
            "changes": table(
                "gene, protein change and samples; most samples first, ties by gene, then by change, in "
                "ascending "
                "code-point order",
                gene="text", change="text", samples="count",
            ),
        },
        (
            "A protein change is a gene with its HGVSp_Short; mutations without it are left out.",
            "Only non-silent mutations count, and a sample counts once for a change.",
        ),
        _hotspots,
    ),
    Template(
        "substitution_spectrum", CATEGORY, "sample",
        (
            "What is the spectrum of single-base substitutions?",
            "Count the six classes of single-base substitution, and transitions against transversions.",
        ),
        {
            "spectrum": counts("substitutions C>A, C>G, C>T, T>A, T>C, T>G, in this order"),
            "ratio": number("transitions (C>T and T>C) divided by transversions (the other four)"),
        },
        (
            "All mutations whose Variant_Type is SNP, silent ones too; Reference_Allele > Tumor_Seq_Allele2.",
            "Where the reference is G or A, both bases are replaced by their complements.",
        ),
        _spectrum,
    ),
    Template(
        "allele_fraction", CATEGORY, "sample",
        (
            "What are the allele fractions of non-silent {gene} mutations, and what share reaches {cut}?",
            "Describe the variant allele fraction of {gene} (non-silent mutations); how often is it at "
            "least {cut}?",
        ),
        {
            "mutations": count("mutations (rows) with a fraction", "mutations"),
            "mean": number("mean fraction"),
            "median": number("median fraction"),
            "high": percent("share of them that reach the bound"),
        },
        ("The fraction is t_alt_count / (t_alt_count + t_ref_count); mutations that lack either are left "
            "out.",),
        _fraction,
    ),
    Template(
        "truncating_share", CATEGORY, "sample",
        (
            "Among genes with at least {least} non-silent mutations, which {top} have the largest share of "
            "truncating ones?",
            "Rank genes that have {least} or more non-silent mutations by the share that truncates the "
            "protein; give the "
            "first {top}.",
        ),
        {
            "eligible": count("genes with enough mutations", "genes"),
            "genes": table(
                "gene, non-silent mutations (rows), percent truncating; largest percent first, ties by gene "
                "in ascending "
                "code-point order",
                gene="text", mutations="count", truncating="percent",
            ),
        },
        ("Truncating: Nonsense_Mutation, Frame_Shift_Del, Frame_Shift_Ins, Splice_Site.",),
        _truncating,
    ),
)  # fmt: skip
