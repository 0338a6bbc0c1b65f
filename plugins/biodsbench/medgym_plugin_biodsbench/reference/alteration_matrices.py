"""Which samples have which alterations together."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd
from scipy import stats  # type: ignore[import-untyped]

from medgym_plugin_biodsbench.reference.tables import (
    Answer,
    Subset,
    Tables,
    matrix,
    mutations,
    patients,
    samples,
)


def _mutated(tables: Tables, kept: pd.DataFrame, genes: list[str]) -> pd.DataFrame:
    """Samples by genes, whether mutated."""
    found = mutations(tables, kept)
    hits = pd.crosstab(found["Tumor_Sample_Barcode"], found["Hugo_Symbol"]) > 0
    return hits.reindex(index=kept.index, columns=genes, fill_value=False)


def _called(tables: Tables, kept: pd.DataFrame, genes: list[str], level: int) -> pd.DataFrame:
    """Samples by genes, whether the copy-number call is ``level``."""
    calls = matrix(tables, "cna", kept) == level
    return calls.T.reindex(index=kept.index, columns=genes, fill_value=False)


def _fisher(first: pd.Series, second: pd.Series) -> tuple[Any, float]:
    square = pd.crosstab(first, second).reindex(index=[True, False], columns=[True, False], fill_value=0)
    return square.to_numpy(), stats.fisher_exact(square.to_numpy()).pvalue


def oncoprint(tables: Tables, genes: list[str], subset: Subset) -> Answer:
    """The marks of an oncoprint."""
    kept = samples(tables, subset)
    layers = {
        "AMP": _called(tables, kept, genes, 2),
        "DEL": _called(tables, kept, genes, -2),
        "MUT": _mutated(tables, kept, genes),
    }
    marks: dict[tuple[str, str], list[str]] = {}
    for mark, hits in layers.items():
        for place in hits.stack().loc[lambda hit: hit].index:
            marks.setdefault(place, []).append(mark)
    cells = [[*place, "+".join(found)] for place, found in sorted(marks.items())]
    return {"altered": len({sample for sample, _, _ in cells}), "cells": cells}


def co_occurrence(tables: Tables, one: str, other: str, subset: Subset) -> Answer:
    """Fisher's test of two genes."""
    hits = _mutated(tables, samples(tables, subset), [one, other])
    square, p = _fisher(hits[one], hits[other])
    (both, first), (second, neither) = square.tolist()
    odds = (both + 0.5) * (neither + 0.5) / ((first + 0.5) * (second + 0.5))
    return {
        "both": both,
        "one": first,
        "other": second,
        "neither": neither,
        "log2_odds": np.log2(odds),
        "p": p,
    }


def group_enrichment(tables: Tables, gene: str, column: str, value: str) -> Answer:
    """Fisher's test of a gene in a group."""
    kept = samples(tables).dropna(subset=column)
    inside = kept[column] == value
    mutated = _mutated(tables, kept, [gene])[gene]
    _, p = _fisher(mutated, inside)
    return {
        "inside": int((mutated & inside).sum()),
        "inside_all": int(inside.sum()),
        "outside": int((mutated & ~inside).sum()),
        "outside_all": int((~inside).sum()),
        "difference": 100 * (mutated[inside].mean() - mutated[~inside].mean()),
        "p": p,
    }


def pathway(tables: Tables, genes: list[str], subset: Subset) -> Answer:
    """Patients with any of some genes altered."""
    kept = samples(tables)
    kept = kept[kept["PATIENT_ID"].isin(patients(tables, subset).index)]
    hits = _mutated(tables, kept, genes) | _called(tables, kept, genes, 2) | _called(tables, kept, genes, -2)
    people = hits.groupby(kept["PATIENT_ID"]).any()
    altered = people.any(axis=1)
    return {
        "patients": len(people),
        "altered": int(altered.sum()),
        "share": 100 * altered.mean(),
        "genes": [[gene, int(people[gene].sum())] for gene in sorted(genes)],
    }


def pairwise_exclusivity(tables: Tables, genes: list[str], subset: Subset) -> Answer:
    """Fisher's test of every pair of some genes."""
    hits = _mutated(tables, samples(tables, subset), genes)
    rows = []
    for one, other in combinations(sorted(genes), 2):
        square, p = _fisher(hits[one], hits[other])
        rows.append([one, other, int(square[0, 0]), p])
    return {"samples": len(hits), "pairs": rows}
