"""Features made of clinical columns, and their association."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from medgym_plugin_biodsbench.second import cohort, statistics
from medgym_plugin_biodsbench.second.cohort import Subset
from medgym_plugin_biodsbench.study import Row, Study, number


def risk_score(
    study: Study, bounds: Sequence[tuple[str, float]], column: str, value: str, subset: Subset
) -> dict[str, Any]:
    """The distribution of a sum of points."""
    scores = []
    for row in cohort.patients(study, subset).values():
        cells = [number(row[name]) for name, _ in bounds]
        if None in cells or row[column] is None:
            continue
        points = [cell > bound for cell, (_, bound) in zip(cells, bounds, strict=True) if cell is not None]
        scores.append(sum(points) + (row[column] == value))
    found = cohort.tally(scores)
    return {
        "complete": len(scores),
        "mean": sum(scores) / len(scores),
        "scores": sorted(map(list, found.items())),
    }


def bins(study: Study, column: str, edges: Sequence[float], subset: Subset) -> dict[str, Any]:
    """Patients in intervals of a column."""
    sizes, missing = [0] * (len(edges) + 1), 0
    for row in cohort.patients(study, subset).values():
        cell = number(row[column])
        if cell is None:
            missing += 1
        else:
            sizes[sum(edge <= cell for edge in edges)] += 1
    return {"sizes": sizes, "missing": missing, "highest": sizes[-1] / sum(sizes) * 100}


def median_split(study: Study, column: str, other: str, subset: Subset) -> dict[str, Any]:
    """A second column below and above the median of a first."""
    cells = ((number(row[column]), number(row[other])) for row in cohort.patients(study, subset).values())
    pairs = [(x, y) for x, y in cells if x is not None and y is not None]
    middle = statistics.quantile([x for x, _ in pairs], 0.5)
    low, high = [y for x, y in pairs if x <= middle], [y for x, y in pairs if x > middle]
    return {
        "median": middle,
        "low": len(low),
        "high": len(high),
        "mean_low": statistics.mean(low),
        "mean_high": statistics.mean(high),
    }


def _numbers(rows: Sequence[Row], column: str) -> list[float]:
    return [cell for row in rows if (cell := number(row[column])) is not None]


def group_difference(study: Study, column: str, group: str, first: str, second: str) -> dict[str, Any]:
    """Mann and Whitney's test of two groups."""
    found = cohort.groups(study.tables["patient"], group)
    one, two = _numbers(found[first], column), _numbers(found[second], column)
    u, p = statistics.mann_whitney(one, two)
    return {
        "first": len(one),
        "second": len(two),
        "median_first": statistics.quantile(one, 0.5),
        "median_second": statistics.quantile(two, 0.5),
        "u": u,
        "p": p,
    }


def category_association(study: Study, one: str, other: str, subset: Subset) -> dict[str, Any]:
    """Pearson's chi-squared test of two columns."""
    pairs = [(row[one], row[other]) for row in cohort.patients(study, subset).values()]
    found = cohort.tally(pair for pair in pairs if None not in pair)
    rows, columns = sorted({x for x, _ in found}), sorted({y for _, y in found})
    statistic, freedom = statistics.chi_squared([[found[x, y] for y in columns] for x in rows])
    p = statistics.chi_squared_tail(statistic, freedom)
    return {"complete": found.total(), "chi2": statistic, "dof": freedom, "p": p}
