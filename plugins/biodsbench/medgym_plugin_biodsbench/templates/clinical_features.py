"""Features made of clinical columns, and their association."""

from __future__ import annotations

from random import Random

from medgym_plugin_biodsbench import drawing as draw
from medgym_plugin_biodsbench.second.statistics import quantile
from medgym_plugin_biodsbench.study import Study, number
from medgym_plugin_biodsbench.template import Parameters, Template, count, counts, p_value, percent, table
from medgym_plugin_biodsbench.template import number as real

CATEGORY = "clinical features"


def _bound(study: Study, column: str, share: float) -> float:
    known = [number(row[column]) for row in study.tables["patient"]]
    return float(f"{quantile([one for one in known if one is not None], share):.2g}")


def _score(study: Study, rng: Random) -> Parameters:
    columns = draw.sample(rng, draw.numerics(study), 2)
    bounds = [[column, _bound(study, column, rng.uniform(0.35, 0.65))] for column in columns]
    column, value, _ = draw.binary(study, rng, "patient")
    return {
        "bounds": bounds,
        "column": column,
        "value": value,
        "subset": draw.subset(study, rng, "patient", [column]),
    }


def _bins(study: Study, rng: Random) -> Parameters:
    column = draw.numeric(study, rng)
    edges = sorted({_bound(study, column, share) for share in (0.2, 0.5, 0.8)})
    return {
        "column": column,
        "edges": draw.sample(rng, edges, 3) and edges,
        "subset": draw.subset(study, rng, "patient"),
    }


def _split(study: Study, rng: Random) -> Parameters:
    column, other = draw.sample(rng, draw.numerics(study), 2)
    return {"column": column, "other": other, "subset": draw.subset(study, rng, "patient")}


def _groups(study: Study, rng: Random) -> Parameters:
    group, first, second = draw.binary(study, rng, "patient")
    column = draw.numeric(study, rng)
    return {"column": column, "group": group, "first": first, "second": second}


def _association(study: Study, rng: Random) -> Parameters:
    one, other = draw.sample(rng, draw.categories(study, "patient"), 2)
    return {"one": one, "other": other, "subset": draw.subset(study, rng, "patient", [one, other])}


TEMPLATES = (
    Template(
        "risk_score", CATEGORY, "patient",
        (
            "A score gives a patient one point for each of these: {bounds}; {column} is '{value}'. How are "
            "patients "
            "distributed over it?",
            "Give patients one point each for {bounds}, and one if {column} is '{value}'. What is the "
            "distribution of the "
            "sum?",
        ),
        {
            "complete": count("patients with all three columns known", "patients"),
            "mean": real("mean score"),
            "scores": table("a row for each score that occurs, lowest first", score="count",
            patients="count"),
        },
        ("A patient lacking any of the three columns has no score.",),
        _score,
    ),
    Template(
        "bins", CATEGORY, "patient",
        (
            "Bin {column} at {edges}: how many patients fall in each of the four intervals?",
            "Sort the patients into four groups of {column}, cut at {edges}. How large is each?",
        ),
        {
            "sizes": counts("patients in each interval, from the lowest"),
            "missing": count("patients without a number", "patients"),
            "highest": percent("share of the highest interval among patients with a number"),
        },
        ("A value that equals a cut belongs to the interval above it.",),
        _bins,
    ),
    Template(
        "median_split", CATEGORY, "patient",
        (
            "Split the patients at the median of {column}. Does {other} differ between low and high?",
            "Compare {other} between patients below and above the median of {column}.",
        ),
        {
            "median": real("the median"),
            "low": count("patients at or below it", "patients"),
            "high": count("patients above it", "patients"),
            "mean_low": real("mean of the second column among the low"),
            "mean_high": real("mean of the second column among the high"),
        },
        ("Only patients with both numbers take part, in the median too.",),
        _split,
    ),
    Template(
        "group_difference", CATEGORY, "patient",
        (
            "Does {column} differ between patients whose {group} is '{first}' and '{second}'? Use the "
            "Mann-Whitney U test.",
            "Compare {column} of {group} '{first}' with '{second}' by a two-sided Mann-Whitney U test.",
        ),
        {
            "first": count("patients of the first group with a number", "patients"),
            "second": count("patients of the second", "patients"),
            "median_first": real("median of the first group"),
            "median_second": real("median of the second"),
            "u": real("U of the first group: pairs in which its value is higher, ties counting half"),
            "p": p_value("two-sided p"),
        },
        ("p by the normal approximation with correction for ties and for continuity.",),
        _groups,
    ),
    Template(
        "category_association", CATEGORY, "patient",
        (
            "Are {one} and {other} associated? Use Pearson's chi-squared test.",
            "Test by chi-squared whether {one} and {other} are independent.",
        ),
        {
            "complete": count("patients with both values", "patients"),
            "chi2": real("the statistic"),
            "dof": count("degrees of freedom"),
            "p": p_value("p"),
        },
        ("No continuity correction; only values that occur among the patients with both make rows and "
            "columns.",),
        _association,
    ),
)  # fmt: skip
