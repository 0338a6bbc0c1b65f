"""Expression, alone and with mutations and copy numbers."""

from __future__ import annotations

import numpy as np
import pandas as pd
from scipy import stats  # type: ignore[import-untyped]

from medgym_plugin_biodsbench.reference.tables import (
    Answer,
    Subset,
    Tables,
    matrix,
    mutations,
    numbers,
    samples,
)


def _levels(tables: Tables, kept: pd.DataFrame) -> pd.DataFrame:
    return np.log2(matrix(tables, "mrna_seq_v2_rsem", kept) + 1)


def expression_by_mutation(tables: Tables, expressed: str, mutated: str, subset: Subset) -> Answer:
    """Welch's test of expression by mutation."""
    kept = samples(tables, subset)
    levels = _levels(tables, kept).loc[expressed].dropna()
    found = mutations(tables, kept)
    hits = levels.index.isin(found.loc[found["Hugo_Symbol"] == mutated, "Tumor_Sample_Barcode"])
    test = stats.ttest_ind(levels[hits], levels[~hits], equal_var=False)
    return {
        "mutated": int(hits.sum()),
        "others": int((~hits).sum()),
        "difference": levels[hits].mean() - levels[~hits].mean(),
        "t": test.statistic,
        "p": test.pvalue,
    }


def correlated_genes(tables: Tables, gene: str, top: int, subset: Subset) -> Answer:
    """The genes whose expression correlates most."""
    levels = matrix(tables, "mrna_seq_v2_rsem", samples(tables, subset)).T
    others = levels.drop(columns=gene).corrwith(levels[gene], method="spearman").dropna()
    others = (
        others.rename_axis("gene")
        .reset_index(name="rho")
        .sort_values(["rho", "gene"], ascending=[False, True])
    )
    return {"samples": int(levels[gene].notna().sum()), "genes": others.head(top).values.tolist()}


def dosage(tables: Tables, gene: str, subset: Subset) -> Answer:
    """Expression and copy number of a gene."""
    kept = samples(tables, subset)
    frame = pd.DataFrame(
        {"level": _levels(tables, kept).loc[gene], "call": matrix(tables, "cna", kept).loc[gene]}
    ).dropna()
    gained = frame["call"] > 0
    return {
        "samples": len(frame),
        "correlation": frame["level"].corr(frame["call"]),
        "mean_gained": frame.loc[gained, "level"].mean(),
        "mean_others": frame.loc[~gained, "level"].mean(),
    }


def variable_genes(tables: Tables, top: int, subset: Subset) -> Answer:
    """The genes whose expression varies most."""
    levels = _levels(tables, samples(tables, subset))
    spread = (
        pd.DataFrame({"mean": levels.mean(axis=1), "variance": levels.var(axis=1)})
        .rename_axis("gene")
        .reset_index()
    )
    spread = spread.sort_values(["variance", "gene"], ascending=[False, True])
    return {"genes": spread.head(top).values.tolist(), "samples": levels.shape[1]}


def significant_genes(tables: Tables, bound: float, top: int, subset: Subset) -> Answer:
    """Significant genes with their frequency."""
    kept = samples(tables, subset)
    frame = tables["mutsig"]
    frame = frame.assign(q=numbers(frame["q"])).sort_values(["q", "gene"])
    frame = frame[frame["q"] < bound]
    counts = mutations(tables, kept).groupby("Hugo_Symbol")["Tumor_Sample_Barcode"].nunique()
    rows = []
    for row in frame.head(top).itertuples():
        hits = int(counts.get(row.gene, 0))
        rows.append([row.gene, row.q, hits, 100 * hits / len(kept)])
    return {"significant": len(frame), "genes": rows}
