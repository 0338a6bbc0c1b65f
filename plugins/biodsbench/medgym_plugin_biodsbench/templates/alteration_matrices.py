"""Which samples have which alterations together."""

from __future__ import annotations

from random import Random

from medgym_plugin_biodsbench import drawing as draw
from medgym_plugin_biodsbench.study import Study
from medgym_plugin_biodsbench.template import Parameters, Template, count, number, p_value, percent, table

CATEGORY = "alteration matrices"
MUTATED = "A sample has a gene mutated if it has at least one non-silent mutation of it."


def _oncoprint(study: Study, rng: Random) -> Parameters:
    draw.need(study, cna="Hugo_Symbol")
    return {"genes": draw.sample(rng, draw.genes(study)[:12], 4), "subset": draw.subset(study, rng, "sample")}


def _pair(study: Study, rng: Random) -> Parameters:
    one, other = draw.sample(rng, draw.genes(study)[:12], 2)
    return {"one": one, "other": other, "subset": draw.subset(study, rng, "sample")}


def _enrichment(study: Study, rng: Random) -> Parameters:
    column, value, _ = draw.binary(study, rng, "sample")
    return {"gene": draw.gene(study, rng), "column": column, "value": value}


def _pathway(study: Study, rng: Random) -> Parameters:
    draw.need(study, cna="Hugo_Symbol")
    return {
        "genes": draw.sample(rng, draw.genes(study)[:16], 5),
        "subset": draw.subset(study, rng, "patient"),
    }


def _pairs(study: Study, rng: Random) -> Parameters:
    return {"genes": draw.sample(rng, draw.genes(study)[:10], 4), "subset": draw.subset(study, rng, "sample")}


TEMPLATES = (
    Template(
        "oncoprint", CATEGORY, "sample",
        (
            "Give the data of an oncoprint of {genes}.",
            "Which alterations of {genes} does each sample have? Give what an oncoprint would draw.",
        ),
        {
            "altered": count("samples with at least one alteration", "samples"),
            "cells": table(
                "a row for each sample and gene with an alteration: SAMPLE_ID, gene, alterations joined by "
                "'+' in the order "
                "AMP, DEL, MUT; rows in ascending code-point order of sample, then gene",
                sample="text", gene="text", alterations="text",
            ),
        },
        (MUTATED, "Alterations: MUT (mutated), AMP (call 2 in data_cna), DEL (call -2 in data_cna)."),
        _oncoprint,
    ),
    Template(
        "co_occurrence", CATEGORY, "sample",
        (
            "Do mutations of {one} and {other} occur together or exclude each other? Use Fisher's exact "
            "test.",
            "Test by Fisher's exact test whether {one} and {other} are mutated independently.",
        ),
        {
            "both": count("samples with both mutated", "samples"),
            "one": count("samples with only the first mutated", "samples"),
            "other": count("samples with only the second", "samples"),
            "neither": count("samples with neither", "samples"),
            "log2_odds": number("log2 of the odds ratio, with 0.5 added to each of the four numbers"),
            "p": p_value("two-sided p"),
        },
        (MUTATED, "All samples count."),
        _pair,
    ),
    Template(
        "group_enrichment", CATEGORY, "sample",
        (
            "Is {gene} mutated more often in samples whose {column} is '{value}' than in others? Use "
            "Fisher's exact test.",
            "Test for enrichment of {gene} mutations in {column} '{value}' against all other values, by "
            "Fisher's exact test.",
        ),
        {
            "inside": count("mutated samples with the value", "samples"),
            "inside_all": count("samples with the value", "samples"),
            "outside": count("mutated samples with another value", "samples"),
            "outside_all": count("samples with another value", "samples"),
            "difference": number("percentage mutated with the value minus percentage with another",
            "percentage points"),
            "p": p_value("two-sided p"),
        },
        (MUTATED, "Samples without a value are left out."),
        _enrichment,
    ),
    Template(
        "pathway", CATEGORY, "patient",
        (
            "How many patients have an alteration in a pathway made of {genes}?",
            "Treat {genes} as one pathway: in how many patients is it altered, and through which genes?",
        ),
        {
            "patients": count("patients with at least one sample", "patients"),
            "altered": count("of them, with any of the genes altered", "patients"),
            "share": percent("their share"),
            "genes": table(
                "a row for each of the genes, in ascending code-point order: gene, patients in whom it is "
                "altered",
                gene="text", patients="count",
            ),
        },
        (
            "A gene is altered in a patient if any sample of the patient has a non-silent mutation of it, "
            "or a call of 2 or -2 "
            "in data_cna.",
        ),
        _pathway,
    ),
    Template(
        "pairwise_exclusivity", CATEGORY, "sample",
        (
            "For every pair of {genes}: in how many samples are both mutated, and what does Fisher's exact "
            "test say?",
            "Test each pair of {genes} for co-occurrence of mutations with Fisher's exact test.",
        ),
        {
            "samples": count("samples", "samples"),
            "pairs": table(
                "a row for each pair: gene_a, gene_b (a before b in code-point order), samples with both, "
                "two-sided p without "
                "correction for the number of tests; in ascending order of gene_a, then gene_b",
                gene_a="text", gene_b="text", both="count", p="p",
            ),
        },
        (MUTATED, "All samples count."),
        _pairs,
    ),
)  # fmt: skip
