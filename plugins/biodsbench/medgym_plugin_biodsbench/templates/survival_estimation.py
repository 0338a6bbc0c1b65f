"""Kaplan-Meier curves and what is read from them."""

from __future__ import annotations

from random import Random

from medgym_plugin_biodsbench import drawing as draw
from medgym_plugin_biodsbench.second import cohort, lifetime
from medgym_plugin_biodsbench.second.statistics import quantile
from medgym_plugin_biodsbench.study import Study
from medgym_plugin_biodsbench.template import Parameters, Template, UnfitError, count, number, table

CATEGORY = "survival estimation"
TIMES = (
    "Time is {prefix}_MONTHS; {prefix}_STATUS begins with 1 for an event and with 0 for a censored time. "
    "Patients lacking "
    "either are left out."
)
MEDIAN = "A median is the first time at which the Kaplan-Meier estimate is at most 0.5, null if it never is."


def _curve(study: Study, rng: Random) -> Parameters:
    prefix, subset = draw.endpoint(study, rng), draw.subset(study, rng, "patient")
    steps = lifetime.curve(list(cohort.survival(study, prefix, subset).values()))
    if len(steps) < 8:
        raise UnfitError
    return {
        "prefix": prefix,
        "horizon": float(f"{steps[min(len(steps) - 1, rng.randint(7, 30))].time:.3g}"),
        "subset": subset,
    }


def _groups(study: Study, rng: Random) -> Parameters:
    column = draw.category(study, rng, "patient")
    month = rng.choice((6.0, 12.0, 18.0, 24.0))
    return {
        "prefix": draw.endpoint(study, rng),
        "column": column,
        "month": month,
        "subset": draw.subset(study, rng, "patient", [column]),
    }


def _follow_up(study: Study, rng: Random) -> Parameters:
    return {"prefix": draw.endpoint(study, rng), "subset": draw.subset(study, rng, "patient")}


def _restricted(study: Study, rng: Random) -> Parameters:
    prefix = draw.endpoint(study, rng)
    column, first, second = draw.binary(study, rng, "patient")
    lives = cohort.survival(study, prefix, None)
    rows = cohort.patients(study, None)
    last = min(
        max((time for patient, (time, _) in lives.items() if rows[patient][column] == value), default=0.0)
        for value in (first, second)
    )
    middle = quantile([time for time, _ in lives.values()], 0.6)
    month = min(last, middle) // 3 * 3
    if month < 6:
        raise UnfitError
    return {"prefix": prefix, "column": column, "first": first, "second": second, "month": month}


TEMPLATES = (
    Template(
        "survival_curve", CATEGORY, "patient",
        (
            "Give the Kaplan-Meier curve of {prefix} up to month {horizon}.",
            "Estimate {prefix} survival by Kaplan and Meier; give the steps of the curve up to month "
            "{horizon}.",
        ),
        {
            "patients": count("patients", "patients"),
            "events": count("events, at any time", "events"),
            "steps": table(
                "a row for each time up to that month with an event, in ascending order: time, patients at "
                "risk just "
                "before, events at that time, estimate after it",
                time="number", at_risk="count", events="count", survival="number",
            ),
        },
        (TIMES,),
        _curve,
    ),
    Template(
        "survival_groups", CATEGORY, "patient",
        (
            "Estimate {prefix} survival by {column}: medians, and survival at month {month}.",
            "For each value of {column}, give median {prefix} and the Kaplan-Meier estimate at {month} "
            "months.",
        ),
        {
            "groups": table(
                "a row for each value in ascending code-point order: value, patients, events, median in "
                "months or null, "
                "estimate at the month asked for",
                value="text", patients="count", events="count", median="number?", survival="number",
            ),
        },
        (TIMES, MEDIAN, "Patients without a value are left out."),
        _groups,
    ),
    Template(
        "follow_up", CATEGORY, "patient",
        (
            "How long was the follow-up for {prefix}, by the reverse Kaplan-Meier method?",
            "Give median follow-up for {prefix} (reverse Kaplan-Meier), with events and median survival.",
        ),
        {
            "patients": count("patients", "patients"),
            "events": count("events", "events"),
            "follow_up": number("median follow-up: the median when censoring counts as event and event as "
            "censoring", "months", True),
            "median": number("median survival", "months", True),
        },
        (TIMES, MEDIAN),
        _follow_up,
    ),
    Template(
        "restricted_mean", CATEGORY, "patient",
        (
            "What is the restricted mean {prefix} time up to month {month} of patients whose {column} is "
            "'{first}' and '{second}'?",
            "Compare {column} '{first}' with '{second}' by the restricted mean {prefix} time within {month} "
            "months.",
        ),
        {
            "first": count("patients of the first group", "patients"),
            "second": count("patients of the second", "patients"),
            "mean_first": number("restricted mean of the first", "months"),
            "mean_second": number("restricted mean of the second", "months"),
            "difference": number("first minus second", "months"),
        },
        (TIMES, "The restricted mean is the area below the Kaplan-Meier curve from 0 to that month."),
        _restricted,
    ),
)  # fmt: skip
