"""Expression, alone and with mutations and copy numbers."""

from __future__ import annotations

from random import Random

from medgym_plugin_biodsbench import drawing as draw
from medgym_plugin_biodsbench.second import cohort
from medgym_plugin_biodsbench.study import Study
from medgym_plugin_biodsbench.template import Parameters, Template, count, number, p_value, table

CATEGORY = "expression and integration"
LEVEL = "An expression level is log2(x + 1) of the number in the file."


def _genes(study: Study, rng: Random) -> list[str]:
    draw.need(study, expression="Hugo_Symbol")
    return sorted(
        {str(row["Hugo_Symbol"]) for row in study.tables["expression"] if row["Hugo_Symbol"] is not None}
    )


def _by_mutation(study: Study, rng: Random) -> Parameters:
    expressed = _genes(study, rng)
    return {
        "expressed": draw.choice(rng, expressed),
        "mutated": draw.gene(study, rng),
        "subset": draw.subset(study, rng, "sample"),
    }


def _correlated(study: Study, rng: Random) -> Parameters:
    return {
        "gene": draw.choice(rng, _genes(study, rng)),
        "top": rng.randint(4, 7),
        "subset": draw.subset(study, rng, "sample"),
    }


def _dosage(study: Study, rng: Random) -> Parameters:
    expressed = _genes(study, rng)
    draw.need(study, cna="Hugo_Symbol")
    called = cohort.matrix(study, "cna", cohort.samples(study, None))
    return {
        "gene": draw.choice(rng, [gene for gene in expressed if gene in called]),
        "subset": draw.subset(study, rng, "sample"),
    }


def _variable(study: Study, rng: Random) -> Parameters:
    _genes(study, rng)
    return {"top": rng.randint(5, 9), "subset": draw.subset(study, rng, "sample")}


def _significant(study: Study, rng: Random) -> Parameters:
    draw.need(study, mutsig="gene q")
    return {
        "bound": rng.choice((0.1, 0.05, 0.01)),
        "top": rng.randint(4, 8),
        "subset": draw.subset(study, rng, "sample"),
    }


TEMPLATES = (
    Template(
        "expression_by_mutation", CATEGORY, "sample",
        (
            "Does expression of {expressed} differ between samples with and without a non-silent {mutated} "
            "mutation? Use Welch's "
            "t test.",
            "Compare {expressed} expression of {mutated}-mutated samples (non-silent) with the others by "
            "Welch's t test.",
        ),
        {
            "mutated": count("mutated samples with a level", "samples"),
            "others": count("other samples with a level", "samples"),
            "difference": number("mean level of the mutated minus mean of the others"),
            "t": number("t, of the mutated minus the others"),
            "p": p_value("two-sided p"),
        },
        (LEVEL,),
        _by_mutation,
    ),
    Template(
        "correlated_genes", CATEGORY, "sample",
        (
            "Which {top} genes correlate most with {gene} in expression (Spearman)?",
            "Rank the other genes by Spearman's correlation of their expression with {gene}; give the "
            "highest {top}.",
        ),
        {
            "samples": count("samples with a level of that gene", "samples"),
            "genes": table("gene and correlation, highest (not absolute) first", gene="text",
            correlation="number"),
        },
        ("For each gene the samples with both levels count; equal levels share their mean rank.",),
        _correlated,
    ),
    Template(
        "dosage", CATEGORY, "sample",
        (
            "Does expression of {gene} follow its copy-number call?",
            "Relate expression of {gene} to its copy number.",
        ),
        {
            "samples": count("samples with level and call", "samples"),
            "correlation": number("Pearson correlation of level and call"),
            "mean_gained": number("mean level of samples with a call above 0"),
            "mean_others": number("mean level of the other samples"),
        },
        (LEVEL, "Calls are in data_cna, from -2 to 2; some files write 2.0 for 2."),
        _dosage,
    ),
    Template(
        "variable_genes", CATEGORY, "sample",
        (
            "Which {top} genes vary most in expression?",
            "Rank genes by the variance of their expression level and give the first {top}.",
        ),
        {
            "genes": table(
                "gene, mean level, variance of the level with n - 1; largest variance first",
                gene="text", mean="number", variance="number",
            ),
            "samples": count("samples that have a column in the expression table", "samples"),
        },
        (LEVEL,),
        _variable,
    ),
    Template(
        "significant_genes", CATEGORY, "sample",
        (
            "Which genes does data_mutsig call significant at q below {bound}, and how often are the first "
            "{top} mutated?",
            "Join data_mutsig (q below {bound}) with the mutations: the {top} genes of smallest q and their "
            "frequency.",
        ),
        {
            "significant": count("genes with q below the bound", "genes"),
            "genes": table(
                "gene, q, samples with a non-silent mutation, percent of all samples looked at; smallest q "
                "first, ties by gene in "
                "ascending code-point order",
                gene="text", q="p", samples="count", percent="percent",
            ),
        },
        ("All samples count in the percentage.",),
        _significant,
    ),
)  # fmt: skip
