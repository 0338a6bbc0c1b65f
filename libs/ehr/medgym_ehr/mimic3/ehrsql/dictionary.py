"""The four dictionaries: step B of the build."""

from __future__ import annotations

from dataclasses import dataclass

import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.compute as pc  # type: ignore[import-untyped]

from medgym_ehr.raw.reading import RawFolder

_LINKED = ("inputevents_cv", "outputevents", "chartevents")


@dataclass(frozen=True)
class Dictionaries:
    """The dictionaries as they enter the database."""

    diagnoses: pa.Table
    """D_ICD_DIAGNOSES."""
    procedures: pa.Table
    """D_ICD_PROCEDURES, codes without leading zeros."""
    labs: pa.Table
    """D_LABITEMS."""
    items: pa.Table
    """D_ITEMS."""


def read_dictionaries(raw: RawFolder) -> Dictionaries:
    """Read and reduce them."""
    linked = pc.field("LINKSTO").isin(_LINKED) & pc.field("LABEL").is_valid()
    return Dictionaries(
        _first_of_each(raw.table("D_ICD_DIAGNOSES").sort_by("ROW_ID")),
        _first_of_each(raw.table("D_ICD_PROCEDURES").sort_by("ROW_ID")),
        raw.table("D_LABITEMS").sort_by("ROW_ID"),
        raw.table("D_ITEMS").filter(linked).sort_by("ROW_ID"),
    )


def _first_of_each(codes: pa.Table) -> pa.Table:
    """The first row of each code, as text; rows without one are dropped."""
    text = codes["ICD9_CODE"].cast(pa.string())
    first: dict[str, int] = {}
    for row, code in enumerate(text.to_pylist()):
        if code is not None:
            first.setdefault(code, row)
    codes = codes.set_column(codes.schema.get_field_index("ICD9_CODE"), "ICD9_CODE", text)
    return codes.take(pa.array(first.values(), pa.int64()))
