"""Patients, samples, mutations and matrices that count, from the rows of a study."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Mapping
from typing import Any

from medgym_plugin_biodsbench.study import Row, Study, number

Subset = Mapping[str, str] | None
Rows = dict[str, Row]
SILENT_KINDS = [
    "Missense",
    "Nonsense",
    "Nonstop",
    "Frame_Shift_Del",
    "Frame_Shift_Ins",
    "In_Frame_Del",
    "In_Frame_Ins",
]
CHANGING = {kind if "Frame" in kind else f"{kind}_Mutation" for kind in SILENT_KINDS} | {
    "Splice_Site",
    "Translation_Start_Site",
}
"""Classes that are not silent."""


def patients(study: Study, subset: Subset) -> Rows:
    """Patients in question, by identifier."""
    return {str(row["PATIENT_ID"]): row for row in study.tables["patient"] if _in(row, subset)}


def samples(study: Study, subset: Subset) -> Rows:
    """Samples in question, by identifier."""
    rows = study.tables["sample"]
    if subset is not None and subset["table"] == "patient":
        owners = patients(study, subset)
        return {str(row["SAMPLE_ID"]): row for row in rows if row["PATIENT_ID"] in owners}
    return {str(row["SAMPLE_ID"]): row for row in rows if _in(row, subset)}


def _in(row: Row, subset: Subset) -> bool:
    return subset is None or row[subset["column"]] == subset["value"]


def mutations(study: Study, kept: Container[str], silent: bool = False) -> list[Row]:
    """Mutations of these samples, without silent ones unless asked."""
    return [
        row
        for row in study.tables["mutations"]
        if row["Tumor_Sample_Barcode"] in kept and (silent or row["Variant_Classification"] in CHANGING)
    ]


def mutated_samples(study: Study, kept: Container[str]) -> dict[str, set[str]]:
    """Gene to its samples with a non-silent mutation."""
    found: dict[str, set[str]] = {}
    for row in mutations(study, kept):
        if row["Hugo_Symbol"] is not None:
            found.setdefault(row["Hugo_Symbol"], set()).add(str(row["Tumor_Sample_Barcode"]))
    return found


def matrix(study: Study, table: str, kept: Container[str]) -> dict[str, dict[str, float]]:
    """Gene to sample to its number, where there is one."""
    found: dict[str, dict[str, float]] = {}
    for row in study.tables[table]:
        gene = row["Hugo_Symbol"]
        if gene is None or gene in found:
            continue
        cells = {sample: number(cell) for sample, cell in row.items() if sample in kept}
        found[gene] = {sample: cell for sample, cell in cells.items() if cell is not None}
    return found


def survival(study: Study, prefix: str, subset: Subset) -> dict[str, tuple[float, int]]:
    """Patient to months and event, where both are known."""
    found = {}
    for patient, row in patients(study, subset).items():
        time, status = number(row[f"{prefix}_MONTHS"]), row[f"{prefix}_STATUS"]
        if time is not None and status is not None and status[:1] in ("0", "1"):
            found[patient] = (time, int(status[0]))
    return found


def groups(rows: Iterable[Row], column: str) -> dict[str, list[Row]]:
    """Value to rows, without missing ones, in the order of the values."""
    found: dict[str, list[Row]] = {}
    for row in rows:
        if row[column] is not None:
            found.setdefault(str(row[column]), []).append(row)
    return dict(sorted(found.items()))


def ranked(counts: Mapping[Any, int], top: int | None = None) -> list[tuple[Any, int]]:
    """Highest first, ties in the order of their names."""
    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))[:top]


def tally(values: Iterable[Any]) -> Counter[Any]:
    """How often each value that is not missing occurs."""
    return Counter(value for value in values if value is not None)
