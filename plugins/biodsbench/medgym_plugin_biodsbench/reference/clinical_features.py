"""Features made of clinical columns, and their association."""

from __future__ import annotations

import numpy as np
import pandas as pd
from scipy import stats  # type: ignore[import-untyped]

from medgym_plugin_biodsbench.reference.tables import Answer, Subset, Tables, numbers, patients


def risk_score(
    tables: Tables, bounds: list[tuple[str, float]], column: str, value: str, subset: Subset
) -> Answer:
    """The distribution of a sum of points."""
    frame = patients(tables, subset)
    points = pd.DataFrame(
        {name: (numbers(frame[name]) > bound).where(numbers(frame[name]).notna()) for name, bound in bounds}
    )
    points["category"] = (frame[column] == value).where(frame[column].notna())
    score = points.dropna().astype(int).sum(axis=1)
    sizes = score.value_counts().sort_index()
    return {"complete": len(score), "mean": float(score.mean()), "scores": list(map(list, sizes.items()))}


def bins(tables: Tables, column: str, edges: list[float], subset: Subset) -> Answer:
    """Patients in intervals of a column."""
    values = numbers(patients(tables, subset)[column])
    sizes = pd.cut(values, [-np.inf, *edges, np.inf], right=False).value_counts(sort=False)
    return {
        "sizes": sizes.tolist(),
        "missing": int(values.isna().sum()),
        "highest": 100 * sizes.iloc[-1] / values.notna().sum(),
    }


def median_split(tables: Tables, column: str, other: str, subset: Subset) -> Answer:
    """A second column below and above the median of a first."""
    frame = patients(tables, subset)[[column, other]].apply(numbers).dropna()
    middle = frame[column].median()
    low, high = frame[frame[column] <= middle], frame[frame[column] > middle]
    return {
        "median": middle,
        "low": len(low),
        "high": len(high),
        "mean_low": low[other].mean(),
        "mean_high": high[other].mean(),
    }


def group_difference(tables: Tables, column: str, group: str, first: str, second: str) -> Answer:
    """Mann and Whitney's test of two groups."""
    frame = patients(tables)
    frame = frame.assign(number=numbers(frame[column])).dropna(subset="number")
    one, two = (frame.loc[frame[group] == value, "number"] for value in (first, second))
    test = stats.mannwhitneyu(one, two, method="asymptotic")
    return {
        "first": len(one),
        "second": len(two),
        "median_first": one.median(),
        "median_second": two.median(),
        "u": test.statistic,
        "p": test.pvalue,
    }


def category_association(tables: Tables, one: str, other: str, subset: Subset) -> Answer:
    """Pearson's chi-squared test of two columns."""
    frame = patients(tables, subset).dropna(subset=[one, other])
    test = stats.chi2_contingency(pd.crosstab(frame[one], frame[other]), correction=False)
    return {"complete": len(frame), "chi2": test.statistic, "dof": test.dof, "p": test.pvalue}
