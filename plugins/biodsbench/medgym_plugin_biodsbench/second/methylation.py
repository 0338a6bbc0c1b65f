"""Methylation of genes."""

from __future__ import annotations

import math
from typing import Any

from medgym_plugin_biodsbench.second import cohort, statistics
from medgym_plugin_biodsbench.second.cohort import Subset
from medgym_plugin_biodsbench.study import Study


def hypermethylated_genes(study: Study, bound: float, share: int, subset: Subset) -> dict[str, Any]:
    """Genes methylated in many samples."""
    found = cohort.matrix(study, "methylation", cohort.samples(study, subset))
    measured = {gene: list(row.values()) for gene, row in found.items() if row}
    rows = []
    for gene, betas in measured.items():
        hits = sum(beta > bound for beta in betas)
        rows.append((-100 * hits / len(betas), gene, hits))
    chosen = [[gene, hits, -negative] for negative, gene, hits in sorted(rows) if -negative >= share]
    return {"measured": len(measured), "genes": chosen}


def methylation_by_mutation(study: Study, gene: str, mutated: str, subset: Subset) -> dict[str, Any]:
    """Welch's test of M-values by mutation."""
    kept = cohort.samples(study, subset)
    hits = cohort.mutated_samples(study, kept).get(mutated, set())
    betas = cohort.matrix(study, "methylation", kept)[gene]
    values = {sample: math.log2(beta / (1 - beta)) for sample, beta in betas.items()}
    one = [value for sample, value in values.items() if sample in hits]
    other = [value for sample, value in values.items() if sample not in hits]
    t, p = statistics.welch(one, other)
    difference = statistics.mean(one) - statistics.mean(other)
    return {"mutated": len(one), "others": len(other), "difference": difference, "t": t, "p": p}


def methylator_phenotype(
    study: Study, genes: list[str], bound: float, least: int, column: str
) -> dict[str, Any]:
    """Samples in which several genes are methylated, overall and by group."""
    kept = cohort.samples(study, None)
    found = cohort.matrix(study, "methylation", kept)
    positive = {
        sample: sum(found[gene][sample] > bound for gene in genes) >= least
        for sample in kept
        if all(sample in found[gene] for gene in genes)
    }
    rows = []
    for value, members in cohort.groups((kept[sample] for sample in positive), column).items():
        hits = sum(positive[str(row["SAMPLE_ID"])] for row in members)
        rows.append([value, len(members), hits, 100 * hits / len(members)])
    methylators = sum(positive.values())
    return {
        "samples": len(positive),
        "methylators": methylators,
        "share": 100 * methylators / len(positive),
        "groups": rows,
    }
