"""Structural variants and fusions."""

from __future__ import annotations

import numpy as np
import pandas as pd

from medgym_plugin_biodsbench.reference.tables import Answer, Subset, Tables, samples


def _variants(tables: Tables, kept: pd.DataFrame) -> pd.DataFrame:
    frame = tables["sv"]
    return frame[frame["Sample_Id"].isin(kept.index)]


def fusion_partners(tables: Tables, top: int, subset: Subset) -> Answer:
    """The gene pairs joined in most samples."""
    found = _variants(tables, samples(tables, subset)).dropna(
        subset=["Site1_Hugo_Symbol", "Site2_Hugo_Symbol"]
    )
    found = found[found["Site1_Hugo_Symbol"] != found["Site2_Hugo_Symbol"]]
    sites = np.sort(found[["Site1_Hugo_Symbol", "Site2_Hugo_Symbol"]].to_numpy(dtype=object), axis=1)
    pairs = pd.DataFrame({"a": sites[:, 0], "b": sites[:, 1], "sample": found["Sample_Id"].to_numpy()})
    pairs = pairs.groupby(["a", "b"])["sample"].nunique().reset_index(name="samples")
    pairs = pairs.sort_values(["samples", "a", "b"], ascending=[False, True, True])
    return {"pairs": len(pairs), "partners": pairs.head(top).values.tolist()}


def sv_classes(tables: Tables, subset: Subset) -> Answer:
    """Classes of structural variants."""
    found = _variants(tables, samples(tables, subset))
    classes = found.groupby("Class")["Sample_Id"].agg(["size", "nunique"]).reset_index()
    classes = classes.sort_values(["size", "Class"], ascending=[False, True])
    placed = found.dropna(subset=["Site1_Chromosome", "Site2_Chromosome"])
    between = placed["Site1_Chromosome"] != placed["Site2_Chromosome"]
    return {"variants": len(found), "classes": classes.values.tolist(), "between": 100 * between.mean()}


def sv_gene(tables: Tables, gene: str, subset: Subset) -> Answer:
    """Samples with a variant of a gene."""
    kept = samples(tables, subset)
    found = _variants(tables, kept)
    found = found[(found["Site1_Hugo_Symbol"] == gene) | (found["Site2_Hugo_Symbol"] == gene)]
    affected = kept.loc[sorted(found["Sample_Id"].unique())]
    return {
        "samples": affected.index.tolist(),
        "patients": affected["PATIENT_ID"].nunique(),
        "share": 100 * len(affected) / len(kept),
    }


def sv_by_group(tables: Tables, column: str, subset: Subset) -> Answer:
    """Samples with any variant, by group."""
    kept = samples(tables, subset).dropna(subset=column)
    kept = kept.assign(affected=kept.index.isin(_variants(tables, kept)["Sample_Id"]))
    groups = kept.groupby(column)["affected"].agg(["size", "sum", "mean"]).reset_index()
    return {"groups": [[value, size, hit, 100 * share] for value, size, hit, share in groups.values.tolist()]}
