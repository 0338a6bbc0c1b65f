"""Structural variants and fusions."""

from __future__ import annotations

from collections.abc import Container
from typing import Any

from medgym_plugin_biodsbench.second import cohort
from medgym_plugin_biodsbench.second.cohort import Subset
from medgym_plugin_biodsbench.study import Row, Study


def _variants(study: Study, kept: Container[str]) -> list[Row]:
    return [row for row in study.tables["sv"] if row["Sample_Id"] in kept]


def _sites(row: Row) -> list[str]:
    return sorted(gene for gene in (row["Site1_Hugo_Symbol"], row["Site2_Hugo_Symbol"]) if gene is not None)


def fusion_partners(study: Study, top: int, subset: Subset) -> dict[str, Any]:
    """The gene pairs joined in most samples."""
    found: dict[tuple[str, ...], set[Any]] = {}
    for row in _variants(study, cohort.samples(study, subset)):
        pair = tuple(_sites(row))
        if len(set(pair)) == 2:
            found.setdefault(pair, set()).add(row["Sample_Id"])
    sizes = {pair: len(own) for pair, own in found.items()}
    return {"pairs": len(sizes), "partners": [[*pair, size] for pair, size in cohort.ranked(sizes, top)]}


def sv_classes(study: Study, subset: Subset) -> dict[str, Any]:
    """Structural variants by class, and the percentage that joins two chromosomes."""
    rows = _variants(study, cohort.samples(study, subset))
    found = cohort.groups(rows, "Class")
    sizes = cohort.ranked({name: len(own) for name, own in found.items()})
    ends = [(row["Site1_Chromosome"], row["Site2_Chromosome"]) for row in rows]
    known = [(one, other) for one, other in ends if one is not None and other is not None]
    return {
        "variants": len(rows),
        "classes": [[name, size, len({row["Sample_Id"] for row in found[name]})] for name, size in sizes],
        "between": sum(one != other for one, other in known) / len(known) * 100,
    }


def sv_gene(study: Study, gene: str, subset: Subset) -> dict[str, Any]:
    """Samples with a variant of a gene."""
    kept = cohort.samples(study, subset)
    found = {str(row["Sample_Id"]) for row in _variants(study, kept) if gene in _sites(row)}
    return {
        "samples": sorted(found),
        "patients": len({kept[sample]["PATIENT_ID"] for sample in found}),
        "share": len(found) / len(kept) * 100,
    }


def sv_by_group(study: Study, column: str, subset: Subset) -> dict[str, Any]:
    """Samples with any variant, by group."""
    kept = cohort.samples(study, subset)
    affected = {row["Sample_Id"] for row in _variants(study, kept)}
    rows = []
    for value, own in cohort.groups(kept.values(), column).items():
        hit = sum(row["SAMPLE_ID"] in affected for row in own)
        rows.append([value, len(own), hit, hit / len(own) * 100])
    return {"groups": rows}
