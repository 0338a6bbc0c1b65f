"""Discrete copy numbers and their log ratios."""

from __future__ import annotations

from typing import Any

from medgym_plugin_biodsbench.second import cohort, statistics
from medgym_plugin_biodsbench.second.cohort import Subset
from medgym_plugin_biodsbench.study import Study


def _columns(study: Study, kept: cohort.Rows) -> set[str]:
    return kept.keys() & study.tables["cna"][0].keys()


def call_frequency(study: Study, level: int, top: int, subset: Subset) -> dict[str, Any]:
    """The genes with a call in most samples."""
    kept = cohort.samples(study, subset)
    calls = cohort.matrix(study, "cna", kept)
    found = {gene: sum(call == level for call in row.values()) for gene, row in calls.items()}
    rows = [[gene, size, size / len(calls[gene]) * 100] for gene, size in cohort.ranked(found, top)]
    return {"samples": len(_columns(study, kept)), "genes": rows}


def gene_calls(study: Study, gene: str, subset: Subset) -> dict[str, Any]:
    """The calls of a gene."""
    kept = cohort.samples(study, subset)
    row = list(cohort.matrix(study, "cna", kept)[gene].values())
    return {
        "calls": [row.count(call) for call in (-2, -1, 0, 1, 2)],
        "missing": len(_columns(study, kept)) - len(row),
        "mean": sum(row) / len(row),
    }


def altered_fraction(study: Study, subset: Subset) -> dict[str, Any]:
    """The fraction of genes with a changed copy number."""
    seen: dict[str, list[bool]] = {}
    for row in cohort.matrix(study, "cna", cohort.samples(study, subset)).values():
        for sample, call in row.items():
            seen.setdefault(sample, []).append(call != 0)
    shares = {sample: sum(flags) / len(flags) for sample, flags in seen.items()}
    top = min(shares, key=lambda sample: (-shares[sample], sample))
    return {
        "samples": len(shares),
        "mean": statistics.mean(list(shares.values())),
        "median": statistics.quantile(list(shares.values()), 0.5),
        "top_sample": top,
        "top_fraction": shares[top],
    }


def log_ratio_by_call(study: Study, gene: str, subset: Subset) -> dict[str, Any]:
    """Log ratios of a gene by its call."""
    kept = cohort.samples(study, subset)
    calls, ratios = (cohort.matrix(study, table, kept)[gene] for table in ("cna", "log2_cna"))
    both = sorted(calls.keys() & ratios.keys())
    levels = []
    for call in sorted({calls[sample] for sample in both}):
        own = [ratios[sample] for sample in both if calls[sample] == call]
        levels.append([int(call), len(own), statistics.mean(own)])
    correlation = statistics.pearson([calls[sample] for sample in both], [ratios[sample] for sample in both])
    return {"samples": len(both), "correlation": correlation, "levels": levels}
