"""Who is in the study."""

from __future__ import annotations

from random import Random

from medgym_plugin_biodsbench import drawing as draw
from medgym_plugin_biodsbench.study import Study
from medgym_plugin_biodsbench.template import Parameters, Template, count, number, table

CATEGORY = "cohort description"


def _size(study: Study, rng: Random) -> Parameters:
    return {"subset": draw.subset(study, rng, "patient")}


def _column(study: Study, rng: Random) -> Parameters:
    column = draw.category(study, rng, "patient")
    return {"column": column, "subset": draw.subset(study, rng, "patient", [column])}


def _numeric(study: Study, rng: Random) -> Parameters:
    return {"column": draw.numeric(study, rng), "subset": draw.subset(study, rng, "patient")}


def _pair(study: Study, rng: Random) -> Parameters:
    row, column = draw.sample(rng, draw.categories(study, "patient"), 2)
    return {"row": row, "column": column, "subset": draw.subset(study, rng, "patient", [row, column])}


TEMPLATES = (
    Template(
        "cohort_size", CATEGORY, "patient",
        (
            "How large is the cohort, and how often was a patient sampled more than once?",
            "Give the size of the cohort in patients and samples, with repeated sampling.",
        ),
        {
            "patients": count("patients", "patients"),
            "samples": count("samples of these patients", "samples"),
            "repeated": count("patients with two or more samples", "patients"),
            "mean_samples": number("mean number of samples of a patient who has at least one"),
        },
        (),
        _size,
    ),
    Template(
        "category_counts", CATEGORY, "patient",
        (
            "How are the patients distributed over {column}?",
            "Tabulate {column} over the patients, with percentages.",
        ),
        {
            "missing": count("patients without a value", "patients"),
            "groups": table(
                "a row for each value: value, patients, percent of the patients with a value; most patients "
                "first, "
                "ties by value in ascending code-point order",
                value="text", patients="count", percent="percent",
            ),
        },
        (),
        _column,
    ),
    Template(
        "numeric_summary", CATEGORY, "patient",
        (
            "Summarise {column} over the patients.",
            "Which centre and spread does {column} have among the patients?",
        ),
        {
            "known": count("patients with a number", "patients"),
            "missing": count("patients without one", "patients"),
            "mean": number("mean"),
            "sd": number("standard deviation with n - 1"),
            "median": number("median"),
            "q1": number("first quartile"),
            "q3": number("third quartile"),
        },
        ("Quartiles are interpolated linearly between the nearest ranks (the default of numpy and pandas).",),
        _numeric,
    ),
    Template(
        "cross_table", CATEGORY, "patient",
        (
            "Cross-tabulate {row} and {column} over the patients.",
            "How many patients have each combination of {row} and {column}?",
        ),
        {
            "complete": count("patients with both values", "patients"),
            "cells": table(
                "a row for each combination that occurs: the value of either column as named in the "
                "question, and "
                "patients; in ascending code-point order of the two values",
                first="text", second="text", patients="count",
            ),
        },
        (),
        _pair,
    ),
)  # fmt: skip
