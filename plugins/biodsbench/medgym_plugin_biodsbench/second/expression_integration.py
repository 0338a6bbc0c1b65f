"""Expression, alone and with mutations and copy numbers."""

from __future__ import annotations

import math
from collections.abc import Container
from typing import Any

from medgym_plugin_biodsbench.second import cohort, statistics
from medgym_plugin_biodsbench.second.cohort import Subset
from medgym_plugin_biodsbench.study import Study, number


def _levels(study: Study, kept: Container[str]) -> dict[str, dict[str, float]]:
    found = cohort.matrix(study, "expression", kept)
    return {gene: {sample: math.log2(x + 1) for sample, x in row.items()} for gene, row in found.items()}


def expression_by_mutation(study: Study, expressed: str, mutated: str, subset: Subset) -> dict[str, Any]:
    """Welch's test of expression by mutation."""
    kept = cohort.samples(study, subset)
    levels, hits = _levels(study, kept)[expressed], cohort.mutated_samples(study, kept).get(mutated, set())
    one = [level for sample, level in levels.items() if sample in hits]
    other = [level for sample, level in levels.items() if sample not in hits]
    t, p = statistics.welch(one, other)
    difference = statistics.mean(one) - statistics.mean(other)
    return {"mutated": len(one), "others": len(other), "difference": difference, "t": t, "p": p}


def correlated_genes(study: Study, gene: str, top: int, subset: Subset) -> dict[str, Any]:
    """The genes whose expression correlates most."""
    found = cohort.matrix(study, "expression", cohort.samples(study, subset))
    own, rows = found[gene], []
    for other, row in found.items():
        both = sorted(own.keys() & row.keys())
        first, second = ([values[sample] for sample in both] for values in (own, row))
        if other != gene and len(set(first)) > 1 and len(set(second)) > 1:
            rows.append((-statistics.pearson(statistics.ranks(first), statistics.ranks(second)), other))
    return {"samples": len(own), "genes": [[other, -negative] for negative, other in sorted(rows)[:top]]}


def dosage(study: Study, gene: str, subset: Subset) -> dict[str, Any]:
    """Expression and copy number of a gene."""
    kept = cohort.samples(study, subset)
    levels, calls = _levels(study, kept)[gene], cohort.matrix(study, "cna", kept)[gene]
    both = sorted(levels.keys() & calls.keys())
    gained = [levels[sample] for sample in both if calls[sample] > 0]
    others = [levels[sample] for sample in both if calls[sample] <= 0]
    return {
        "samples": len(both),
        "correlation": statistics.pearson(
            [levels[sample] for sample in both], [calls[sample] for sample in both]
        ),
        "mean_gained": statistics.mean(gained),
        "mean_others": statistics.mean(others),
    }


def variable_genes(study: Study, top: int, subset: Subset) -> dict[str, Any]:
    """The genes whose expression varies most."""
    kept = cohort.samples(study, subset)
    rows = {gene: list(row.values()) for gene, row in _levels(study, kept).items() if len(row) > 1}
    spread = {gene: statistics.variance(row) for gene, row in rows.items()}
    first = sorted(spread, key=lambda gene: (-spread[gene], gene))[:top]
    columns = kept.keys() & study.tables["expression"][0].keys()
    return {
        "genes": [[gene, statistics.mean(rows[gene]), spread[gene]] for gene in first],
        "samples": len(columns),
    }


def significant_genes(study: Study, bound: float, top: int, subset: Subset) -> dict[str, Any]:
    """Significant genes with their frequency."""
    kept = cohort.samples(study, subset)
    mutated = cohort.mutated_samples(study, kept)
    found = sorted(
        (q, str(row["gene"]))
        for row in study.tables["mutsig"]
        if (q := number(row["q"])) is not None and q < bound
    )
    rows = []
    for q, gene in found[:top]:
        hits = len(mutated.get(gene, ()))
        rows.append([gene, q, hits, hits / len(kept) * 100])
    return {"significant": len(found), "genes": rows}
