"""Tests and models of survival."""

from __future__ import annotations

from random import Random

from medgym_plugin_biodsbench import drawing as draw
from medgym_plugin_biodsbench.study import Study
from medgym_plugin_biodsbench.template import Parameters, Template, count, number, p_value, table
from medgym_plugin_biodsbench.templates.survival_estimation import MEDIAN, TIMES

CATEGORY = "survival comparison"


def _column(study: Study, rng: Random) -> Parameters:
    column = draw.category(study, rng, "patient")
    return {
        "prefix": draw.endpoint(study, rng),
        "column": column,
        "subset": draw.subset(study, rng, "patient", [column]),
    }


def _gene(study: Study, rng: Random) -> Parameters:
    return {
        "prefix": draw.endpoint(study, rng),
        "gene": draw.gene(study, rng),
        "subset": draw.subset(study, rng, "patient"),
    }


def _model(study: Study, rng: Random) -> Parameters:
    column, value, _ = draw.binary(study, rng, "patient")
    numeric = draw.numeric(study, rng)
    return {"prefix": draw.endpoint(study, rng), "numeric": numeric, "column": column, "value": value}


def _concordance(study: Study, rng: Random) -> Parameters:
    return {
        "prefix": draw.endpoint(study, rng),
        "column": draw.numeric(study, rng),
        "subset": draw.subset(study, rng, "patient"),
    }


TEMPLATES = (
    Template(
        "log_rank", CATEGORY, "patient",
        (
            "Does {prefix} survival differ by {column}? Use the log-rank test over all its values.",
            "Compare {prefix} between the values of {column} by one log-rank test.",
        ),
        {
            "patients": count("patients", "patients"),
            "groups": count("values compared"),
            "chi2": number("the test statistic"),
            "p": p_value("p"),
        },
        (TIMES, "Unweighted test; patients without a value are left out."),
        _column,
    ),
    Template(
        "survival_by_gene", CATEGORY, "patient",
        (
            "Do patients with a non-silent {gene} mutation differ in {prefix} from those without?",
            "Compare {prefix} of {gene}-mutated and wild-type patients (non-silent mutations) by the "
            "log-rank test.",
        ),
        {
            "mutated": count("mutated patients", "patients"),
            "wild": count("other patients", "patients"),
            "median_mutated": number("median of the mutated", "months", True),
            "median_wild": number("median of the others", "months", True),
            "p": p_value("p of the log-rank test"),
        },
        (TIMES, MEDIAN, "A patient is mutated if any sample of theirs is; patients without any sample are "
            "left out."),
        _gene,
    ),
    Template(
        "cox_model", CATEGORY, "patient",
        (
            "Fit a Cox model of {prefix} on {numeric} and on whether {column} is '{value}'.",
            "Model the hazard of {prefix} by Cox regression with two covariates: {numeric}, and an "
            "indicator of {column} being "
            "'{value}'.",
        ),
        {
            "patients": count("patients in the model", "patients"),
            "events": count("events", "events"),
            "terms": table(
                "two rows, the number first and the indicator second: hazard ratio (for one unit), lower "
                "and upper 95 % limits, p",
                hazard_ratio="number", lower="number", upper="number", p="p",
            ),
        },
        (
            TIMES,
            "Only patients with both covariates known. Tied times after Efron, no penalty, no strata; "
            "limits and p by Wald, with "
            "the normal quantile 1.959964.",
        ),
        _model,
    ),
    Template(
        "concordance", CATEGORY, "patient",
        (
            "How well does {column} rank patients by {prefix}? Give Harrell's C, higher values meaning "
            "higher risk.",
            "Compute the concordance of {column}, taken as a risk, with {prefix}.",
        ),
        {
            "patients": count("patients with all three", "patients"),
            "pairs": count("comparable pairs", "pairs"),
            "concordance": number("Harrell's C"),
        },
        (
            TIMES,
            "A pair is comparable if one patient has an event at a time at which the other is known to "
            "live: the other's time is "
            "longer, or equal and censored. It is concordant if the one has the higher value; equal values "
            "count half.",
        ),
        _concordance,
    ),
)  # fmt: skip
