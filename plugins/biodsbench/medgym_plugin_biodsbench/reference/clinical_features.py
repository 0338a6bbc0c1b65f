"""Features made of clinical columns, and their association."""

import numpy as np
import pandas as pd
from scipy import stats

from medgym_plugin_biodsbench.reference.tables import numbers, patients


def risk_score(tables, bounds, column, value, subset):
    frame = patients(tables, subset)
    points = pd.DataFrame(
        {name: (numbers(frame[name]) > bound).where(numbers(frame[name]).notna()) for name, bound in bounds}
    )
    points["category"] = (frame[column] == value).where(frame[column].notna())
    score = points.dropna().astype(int).sum(axis=1)
    sizes = score.value_counts().sort_index()
    return {"complete": len(score), "mean": float(score.mean()), "scores": list(map(list, sizes.items()))}


def bins(tables, column, edges, subset):
    column = numbers(patients(tables, subset)[column])
    sizes = pd.cut(column, [-np.inf, *edges, np.inf], right=False).value_counts(sort=False)
    return {
        "sizes": sizes.tolist(),
        "missing": int(column.isna().sum()),
        "highest": 100 * sizes.iloc[-1] / column.notna().sum(),
    }


def median_split(tables, column, other, subset):
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


def group_difference(tables, column, group, first, second):
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


def category_association(tables, one, other, subset):
    frame = patients(tables, subset).dropna(subset=[one, other])
    test = stats.chi2_contingency(pd.crosstab(frame[one], frame[other]), correction=False)
    return {"complete": len(frame), "chi2": test.statistic, "dof": test.dof, "p": test.pvalue}
