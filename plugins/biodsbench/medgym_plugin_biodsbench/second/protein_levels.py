"""Levels of proteins."""

from __future__ import annotations

from collections.abc import Container
from typing import Any

from medgym_plugin_biodsbench.second import cohort, statistics
from medgym_plugin_biodsbench.second.cohort import Subset
from medgym_plugin_biodsbench.study import Study, number


def _levels(study: Study, antibody: str, kept: Container[str]) -> dict[str, float]:
    (row,) = (one for one in study.tables["rppa"] if one["Composite.Element.REF"] == antibody)
    cells = {sample: number(cell) for sample, cell in row.items() if sample in kept}
    return {sample: level for sample, level in cells.items() if level is not None}


def phosphorylation(study: Study, total: str, phospho: str, top: int, subset: Subset) -> dict[str, Any]:
    """A phosphorylated protein beside the protein."""
    kept = cohort.samples(study, subset)
    one, other = _levels(study, phospho, kept), _levels(study, total, kept)
    found = {sample: one[sample] - other[sample] for sample in one if sample in other}
    first = sorted(found.items(), key=lambda pair: (-pair[1], pair[0]))[:top]
    values = list(found.values())
    return {
        "samples": len(found),
        "mean": statistics.mean(values),
        "deviation": statistics.variance(values) ** 0.5,
        "top": [[sample, difference] for sample, difference in first],
    }


def protein_of_gained(study: Study, antibody: str, gene: str, subset: Subset) -> dict[str, Any]:
    """Welch's test of a protein by the copies of its gene."""
    kept = cohort.samples(study, subset)
    levels, calls = _levels(study, antibody, kept), cohort.matrix(study, "cna", kept)[gene]
    both = [sample for sample in levels if sample in calls]
    gained = [levels[sample] for sample in both if calls[sample] > 0]
    others = [levels[sample] for sample in both if calls[sample] <= 0]
    t, p = statistics.welch(gained, others)
    difference = statistics.mean(gained) - statistics.mean(others)
    return {"gained": len(gained), "others": len(others), "difference": difference, "t": t, "p": p}


def protein_outliers(study: Study, antibody: str, bound: float, subset: Subset) -> dict[str, Any]:
    """Samples far from the median."""
    levels = _levels(study, antibody, cohort.samples(study, subset))
    median = statistics.quantile(list(levels.values()), 0.5)
    deviation = 1.4826 * statistics.quantile([abs(level - median) for level in levels.values()], 0.5)
    scores = {sample: (level - median) / deviation for sample, level in levels.items()}
    far = [[sample, scores[sample]] for sample in sorted(scores) if abs(scores[sample]) > bound]
    return {"median": median, "deviation": deviation, "outliers": far}
