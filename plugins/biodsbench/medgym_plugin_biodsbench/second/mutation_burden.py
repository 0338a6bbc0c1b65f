"""How often genes are mutated, and how much."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from medgym_plugin_biodsbench.second import cohort, statistics
from medgym_plugin_biodsbench.second.cohort import Subset
from medgym_plugin_biodsbench.study import Study


def _burden(study: Study, kept: Iterable[str]) -> dict[str, int]:
    found = dict.fromkeys(kept, 0)
    for row in cohort.mutations(study, found):
        found[str(row["Tumor_Sample_Barcode"])] += 1
    return found


def gene_frequency(study: Study, top: int, subset: Subset) -> dict[str, Any]:
    """The genes mutated in most samples."""
    kept = cohort.samples(study, subset)
    sizes = {gene: len(mutated) for gene, mutated in cohort.mutated_samples(study, kept).items()}
    rows = [[gene, size, size / len(kept) * 100] for gene, size in cohort.ranked(sizes, top)]
    return {"samples": len(kept), "genes": rows}


def sample_burden(study: Study, subset: Subset) -> dict[str, Any]:
    """Non-silent mutations of a sample."""
    found = _burden(study, cohort.samples(study, subset))
    ((top, most),) = cohort.ranked(found, 1)
    sizes = list(found.values())
    return {
        "samples": len(sizes),
        "mutations": sum(sizes),
        "mean": sum(sizes) / len(sizes),
        "median": statistics.quantile(sizes, 0.5),
        "top_sample": top,
        "top_count": most,
    }


def burden_by_group(study: Study, column: str, subset: Subset) -> dict[str, Any]:
    """Kruskal and Wallis' test of mutation counts."""
    kept = cohort.samples(study, subset)
    burden = _burden(study, kept)
    found = {
        value: [burden[str(row["SAMPLE_ID"])] for row in rows]
        for value, rows in cohort.groups(kept.values(), column).items()
    }
    h, p = statistics.kruskal(list(found.values()))
    rows = [[value, len(sizes), statistics.quantile(sizes, 0.5)] for value, sizes in found.items()]
    return {"groups": rows, "h": h, "p": p}


def burden_per_megabase(study: Study, megabases: float, cut: float, subset: Subset) -> dict[str, Any]:
    """Mutations per megabase: mean, median, and samples with ``cut`` or more (their share in percent)."""
    sizes = list(_burden(study, cohort.samples(study, subset)).values())
    high = sum(size / megabases >= cut for size in sizes)
    return {
        "mean": sum(sizes) / len(sizes) / megabases,
        "median": statistics.quantile(sizes, 0.5) / megabases,
        "high": high,
        "share": high / len(sizes) * 100,
    }


def profiled_frequency(study: Study, gene: str, subset: Subset) -> dict[str, Any]:
    """How often a gene is mutated in profiled samples."""
    kept = cohort.samples(study, subset)
    panels = {row["SAMPLE_ID"]: row["mutations"] for row in study.tables["panel"]}
    profiled = {sample for sample in kept if panels.get(sample) is not None}
    mutated = len(cohort.mutated_samples(study, profiled).get(gene, ()))
    return {
        "profiled": len(profiled),
        "unprofiled": len(kept) - len(profiled),
        "mutated": mutated,
        "share": mutated / len(profiled) * 100,
    }
