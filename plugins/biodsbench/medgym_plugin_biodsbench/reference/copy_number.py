"""Discrete copy numbers and their log ratios."""

from __future__ import annotations

import pandas as pd

from medgym_plugin_biodsbench.reference.tables import Answer, Subset, Tables, matrix, ranked, samples


def call_frequency(tables: Tables, level: int, top: int, subset: Subset) -> Answer:
    """The genes with a call in most samples."""
    calls = matrix(tables, "cna", samples(tables, subset))
    rows = ranked((calls == level).sum(axis=1), top).values.tolist()
    called = calls.notna().sum(axis=1)
    return {
        "samples": calls.shape[1],
        "genes": [[gene, count, 100 * count / called[gene]] for gene, count in rows],
    }


def gene_calls(tables: Tables, gene: str, subset: Subset) -> Answer:
    """The calls of a gene."""
    calls = matrix(tables, "cna", samples(tables, subset)).loc[gene]
    sizes = calls.value_counts().reindex([-2, -1, 0, 1, 2], fill_value=0)
    return {"calls": sizes.tolist(), "missing": int(calls.isna().sum()), "mean": calls.mean()}


def altered_fraction(tables: Tables, subset: Subset) -> Answer:
    """The fraction of genes with a changed copy number."""
    calls = matrix(tables, "cna", samples(tables, subset)).dropna(axis=1, how="all")
    fraction = ((calls != 0) & calls.notna()).sum() / calls.notna().sum()
    fraction = fraction.sort_index()
    return {
        "samples": len(fraction),
        "mean": fraction.mean(),
        "median": fraction.median(),
        "top_sample": fraction.idxmax(),
        "top_fraction": fraction.max(),
    }


def log_ratio_by_call(tables: Tables, gene: str, subset: Subset) -> Answer:
    """Log ratios of a gene by its call."""
    kept = samples(tables, subset)
    frame = pd.DataFrame(
        {name: matrix(tables, name, kept).loc[gene] for name in ("cna", "log2_cna")}
    ).dropna()
    levels = frame.groupby("cna")["log2_cna"].agg(["size", "mean"]).reset_index()
    return {
        "samples": len(frame),
        "correlation": frame["cna"].corr(frame["log2_cna"]),
        "levels": [[int(call), int(size), mean] for call, size, mean in levels.values.tolist()],
    }
