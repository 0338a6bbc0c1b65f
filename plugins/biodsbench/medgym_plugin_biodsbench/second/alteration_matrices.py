"""Which samples have which alterations together."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from medgym_plugin_biodsbench.second import cohort, statistics
from medgym_plugin_biodsbench.second.cohort import Subset
from medgym_plugin_biodsbench.study import Study


def _square(kept: set[str], one: set[str], other: set[str]) -> tuple[int, int, int, int]:
    """Samples in both, in the first alone, in the second alone, in neither."""
    both = len(one & other)
    return both, len(one) - both, len(other) - both, len(kept) - len(one | other)


def oncoprint(study: Study, genes: Sequence[str], subset: Subset) -> dict[str, Any]:
    """The marks of an oncoprint."""
    kept = cohort.samples(study, subset)
    marks: dict[tuple[str, str], list[str]] = {}
    calls = cohort.matrix(study, "cna", kept)
    for level, mark in ((2, "AMP"), (-2, "DEL")):
        for gene in genes:
            for sample, call in calls.get(gene, {}).items():
                if call == level:
                    marks.setdefault((sample, gene), []).append(mark)
    mutated = cohort.mutated_samples(study, kept)
    for gene in genes:
        for sample in mutated.get(gene, ()):
            marks.setdefault((sample, gene), []).append("MUT")
    cells = [[*place, "+".join(found)] for place, found in sorted(marks.items())]
    return {"altered": len({sample for sample, _ in marks}), "cells": cells}


def co_occurrence(study: Study, one: str, other: str, subset: Subset) -> dict[str, Any]:
    """Fisher's test of two genes."""
    kept = cohort.samples(study, subset)
    mutated = cohort.mutated_samples(study, kept)
    both, first, second, neither = _square(set(kept), mutated.get(one, set()), mutated.get(other, set()))
    odds = math.log2(both + 0.5) + math.log2(neither + 0.5) - math.log2(first + 0.5) - math.log2(second + 0.5)
    p = statistics.fisher(both, first, second, neither)
    return {"both": both, "one": first, "other": second, "neither": neither, "log2_odds": odds, "p": p}


def group_enrichment(study: Study, gene: str, column: str, value: str) -> dict[str, Any]:
    """Fisher's test of a gene in a group."""
    kept = {sample: row for sample, row in cohort.samples(study, None).items() if row[column] is not None}
    inside = {sample for sample, row in kept.items() if row[column] == value}
    mutated = cohort.mutated_samples(study, kept).get(gene, set())
    a, b, c, d = _square(set(kept), inside, mutated)
    return {
        "inside": a,
        "inside_all": a + b,
        "outside": c,
        "outside_all": c + d,
        "difference": a / (a + b) * 100 - c / (c + d) * 100,
        "p": statistics.fisher(a, b, c, d),
    }


def pathway(study: Study, genes: Sequence[str], subset: Subset) -> dict[str, Any]:
    """Patients with any of some genes altered."""
    people = cohort.patients(study, subset)
    kept = {sample: row for sample, row in cohort.samples(study, None).items() if row["PATIENT_ID"] in people}
    mutated, calls = cohort.mutated_samples(study, kept), cohort.matrix(study, "cna", kept)
    owners = {}
    for gene in genes:
        hits = mutated.get(gene, set()) | {
            sample for sample, call in calls.get(gene, {}).items() if abs(call) == 2
        }
        owners[gene] = {kept[sample]["PATIENT_ID"] for sample in hits}
    altered = len(set().union(*owners.values()))
    sampled = len({row["PATIENT_ID"] for row in kept.values()})
    return {
        "patients": sampled,
        "altered": altered,
        "share": altered / sampled * 100,
        "genes": [[gene, len(owners[gene])] for gene in sorted(genes)],
    }


def pairwise_exclusivity(study: Study, genes: Sequence[str], subset: Subset) -> dict[str, Any]:
    """Fisher's test of every pair of some genes."""
    kept = cohort.samples(study, subset)
    mutated, ordered, rows = cohort.mutated_samples(study, kept), sorted(genes), []
    for at, one in enumerate(ordered):
        for other in ordered[at + 1 :]:
            square = _square(set(kept), mutated.get(one, set()), mutated.get(other, set()))
            rows.append([one, other, square[0], statistics.fisher(*square)])
    return {"samples": len(kept), "pairs": rows}
