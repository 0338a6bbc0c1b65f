"""The four tables of events, read and written in pieces."""

from __future__ import annotations

from collections.abc import Iterator

import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.compute as pc  # type: ignore[import-untyped]

from medgym_ehr.raw.reading import RawFolder


def coded(raw: RawFolder, name: str, dictionary: str) -> Iterator[pa.Table]:
    """DIAGNOSES_ICD or PROCEDURES_ICD with the titles of their codes."""
    return _titled(raw, name, dictionary, "ICD9_CODE", "SHORT_TITLE", "LONG_TITLE")


def prescriptions(raw: RawFolder) -> Iterator[pa.Table]:
    """PRESCRIPTIONS that have a dose with a unit."""
    for batch in raw.batches("PRESCRIPTIONS"):
        yield _joined(batch, "DRUG_DOSE", "DOSE_VAL_RX", "DOSE_UNIT_RX")


def labs(raw: RawFolder) -> Iterator[pa.Table]:
    """LABEVENTS of admissions that have a value with a unit, with what the dictionary says of the item."""
    for rows in _titled(raw, "LABEVENTS", "D_LABITEMS", "ITEMID", "LABEL", "FLUID", "CATEGORY"):
        of_admissions = rows.filter(rows["HADM_ID"].is_valid())
        yield _joined(of_admissions, "VALUE_UNIT", "VALUE", "VALUEUOM")


def _titled(raw: RawFolder, name: str, dictionary: str, key: str, *titles: str) -> Iterator[pa.Table]:
    """Rows whose key is in the dictionary, with the titles of its first row there."""
    known = raw.table(dictionary)
    for batch in raw.batches(name):
        at = pc.index_in(batch[key], value_set=known[key], skip_nulls=True)
        rows = pa.Table.from_batches([batch])
        for title in titles:
            rows = rows.append_column(title, known[title].take(at))
        yield rows.filter(at.is_valid())


def _joined(rows: pa.RecordBatch | pa.Table, column: str, first: str, second: str) -> pa.Table:
    """Rows where both columns are given, with their texts put together."""
    table = pa.Table.from_batches([rows]) if isinstance(rows, pa.RecordBatch) else rows
    both = pc.binary_join_element_wise(table[first], table[second], "")
    return table.append_column(column, both).filter(both.is_valid())
