"""Methylation of genes."""

from __future__ import annotations

import numpy as np
from scipy import stats  # type: ignore[import-untyped]

from medgym_plugin_biodsbench.reference.tables import Answer, Subset, Tables, matrix, mutations, samples


def hypermethylated_genes(tables: Tables, bound: float, share: int, subset: Subset) -> Answer:
    """Genes methylated in many samples."""
    betas = matrix(tables, "methylation_hm450", samples(tables, subset)).dropna(how="all")
    hits = (betas > bound).sum(axis=1)
    frame = hits.rename_axis("gene").reset_index(name="samples")
    frame["percent"] = (100 * hits / betas.notna().sum(axis=1)).to_numpy()
    frame = frame[frame["percent"] >= share].sort_values(["percent", "gene"], ascending=[False, True])
    return {"measured": len(betas), "genes": frame.values.tolist()}


def methylation_by_mutation(tables: Tables, gene: str, mutated: str, subset: Subset) -> Answer:
    """Welch's test of M-values by mutation."""
    kept = samples(tables, subset)
    betas = matrix(tables, "methylation_hm450", kept).loc[gene].dropna()
    values = np.log2(betas / (1 - betas))
    found = mutations(tables, kept)
    hits = values.index.isin(found.loc[found["Hugo_Symbol"] == mutated, "Tumor_Sample_Barcode"])
    test = stats.ttest_ind(values[hits], values[~hits], equal_var=False)
    return {
        "mutated": int(hits.sum()),
        "others": int((~hits).sum()),
        "difference": values[hits].mean() - values[~hits].mean(),
        "t": test.statistic,
        "p": test.pvalue,
    }


def methylator_phenotype(tables: Tables, genes: list[str], bound: float, least: int, column: str) -> Answer:
    """Samples in which several genes are methylated, overall and by group."""
    kept = samples(tables)
    betas = matrix(tables, "methylation_hm450", kept).loc[genes].dropna(axis=1)
    positive = (betas > bound).sum() >= least
    groups = positive.groupby(kept.loc[positive.index, column]).agg(["size", "sum"]).sort_index()
    return {
        "samples": len(positive),
        "methylators": int(positive.sum()),
        "share": 100 * positive.mean(),
        "groups": [
            [value, int(row["size"]), int(row["sum"]), 100 * row["sum"] / row["size"]]
            for value, row in groups.iterrows()
        ],
    }
