"""Levels of proteins."""

from __future__ import annotations

import pandas as pd
from scipy import stats  # type: ignore[import-untyped]

from medgym_plugin_biodsbench.reference.tables import Answer, Subset, Tables, matrix, numbers, samples


def _levels(tables: Tables, antibody: str, kept: pd.DataFrame) -> pd.Series:
    """Levels of an antibody by sample, without missing ones."""
    row = tables["rppa"].set_index("Composite.Element.REF").loc[antibody]
    return numbers(row[[sample for sample in row.index if sample in kept.index]]).dropna()


def phosphorylation(tables: Tables, total: str, phospho: str, top: int, subset: Subset) -> Answer:
    """A phosphorylated protein beside the protein."""
    kept = samples(tables, subset)
    found = (_levels(tables, phospho, kept) - _levels(tables, total, kept)).dropna()
    frame = found.rename_axis("sample").reset_index(name="difference")
    frame = frame.sort_values(["difference", "sample"], ascending=[False, True])
    return {
        "samples": len(found),
        "mean": found.mean(),
        "deviation": found.std(),
        "top": frame.head(top).values.tolist(),
    }


def protein_of_gained(tables: Tables, antibody: str, gene: str, subset: Subset) -> Answer:
    """Welch's test of a protein by the copies of its gene."""
    kept = samples(tables, subset)
    calls = matrix(tables, "cna", kept).loc[gene]
    frame = pd.DataFrame({"level": _levels(tables, antibody, kept), "call": calls}).dropna()
    gained, others = frame.loc[frame["call"] > 0, "level"], frame.loc[frame["call"] <= 0, "level"]
    test = stats.ttest_ind(gained, others, equal_var=False)
    return {
        "gained": len(gained),
        "others": len(others),
        "difference": gained.mean() - others.mean(),
        "t": test.statistic,
        "p": test.pvalue,
    }


def protein_outliers(tables: Tables, antibody: str, bound: float, subset: Subset) -> Answer:
    """Samples far from the median."""
    levels = _levels(tables, antibody, samples(tables, subset))
    deviation = 1.4826 * (levels - levels.median()).abs().median()
    scores = ((levels - levels.median()) / deviation).sort_index()
    far = scores[scores.abs() > bound]
    return {
        "median": levels.median(),
        "deviation": deviation,
        "outliers": [[sample, score] for sample, score in far.items()],
    }
