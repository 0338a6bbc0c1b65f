"""How often genes are mutated, and how much."""

from __future__ import annotations

import pandas as pd
from scipy import stats  # type: ignore[import-untyped]

from medgym_plugin_biodsbench.reference.tables import Answer, Subset, Tables, mutations, ranked, samples


def _per_sample(tables: Tables, kept: pd.DataFrame) -> pd.Series:
    counts = mutations(tables, kept)["Tumor_Sample_Barcode"].value_counts()
    return counts.reindex(kept.index, fill_value=0)


def gene_frequency(tables: Tables, top: int, subset: Subset) -> Answer:
    """The genes mutated in most samples."""
    kept = samples(tables, subset)
    counts = mutations(tables, kept).groupby("Hugo_Symbol")["Tumor_Sample_Barcode"].nunique()
    rows = ranked(counts, top).values.tolist()
    return {"samples": len(kept), "genes": [[gene, count, 100 * count / len(kept)] for gene, count in rows]}


def sample_burden(tables: Tables, subset: Subset) -> Answer:
    """Non-silent mutations of a sample."""
    counts = _per_sample(tables, samples(tables, subset)).sort_index()
    return {
        "samples": len(counts),
        "mutations": int(counts.sum()),
        "mean": counts.mean(),
        "median": counts.median(),
        "top_sample": counts.idxmax(),
        "top_count": int(counts.max()),
    }


def burden_by_group(tables: Tables, column: str, subset: Subset) -> Answer:
    """Kruskal and Wallis' test of mutation counts."""
    kept = samples(tables, subset).dropna(subset=column)
    groups = {value: _per_sample(tables, group) for value, group in kept.groupby(column)}
    test = stats.kruskal(*groups.values())
    rows = [[value, len(group), group.median()] for value, group in sorted(groups.items())]
    return {"groups": rows, "h": test.statistic, "p": test.pvalue}


def burden_per_megabase(tables: Tables, megabases: float, cut: float, subset: Subset) -> Answer:
    """Mutations per megabase."""
    burden = _per_sample(tables, samples(tables, subset)) / megabases
    high = burden >= cut
    return {
        "mean": burden.mean(),
        "median": burden.median(),
        "high": int(high.sum()),
        "share": 100 * high.mean(),
    }


def profiled_frequency(tables: Tables, gene: str, subset: Subset) -> Answer:
    """How often a gene is mutated in profiled samples."""
    kept = samples(tables, subset)
    panel = tables["gene_panel_matrix"].set_index("SAMPLE_ID")["mutations"].dropna()
    profiled = kept[kept.index.isin(panel.index)]
    found = mutations(tables, profiled)
    mutated = found.loc[found["Hugo_Symbol"] == gene, "Tumor_Sample_Barcode"].nunique()
    return {
        "profiled": len(profiled),
        "unprofiled": len(kept) - len(profiled),
        "mutated": mutated,
        "share": 100 * mutated / len(profiled),
    }
