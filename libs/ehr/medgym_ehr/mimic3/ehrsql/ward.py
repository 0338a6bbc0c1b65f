"""Permuting care units and wards over the cohort's ICU stays."""

from __future__ import annotations

import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.compute as pc  # type: ignore[import-untyped]

from medgym_ehr.ehrsql.shuffle import Shuffling


def permute_wards(icustays: pa.Table, transfers: pa.Table, shuffling: Shuffling) -> tuple[pa.Table, pa.Table]:
    """Permute (FIRST_CAREUNIT, LAST_CAREUNIT, FIRST_WARDID, LAST_WARDID); the transfers of a stay follow.

    A transfer to the stay's old first (else old last) unit becomes one to its new first (else new last) unit;
    other units stay, and so do transfers outside the cohort's ICU stays.

    Args:
        icustays: ascending by ROW_ID.
        transfers: with CAREUNIT and WARDID.
        shuffling: whether anything moves.
    """
    places = ["FIRST_CAREUNIT", "LAST_CAREUNIT", "FIRST_WARDID", "LAST_WARDID"]
    moved = shuffling.permuted(icustays, places, "icustays")
    stay = pc.index_in(transfers["ICUSTAY_ID"], value_set=icustays["ICUSTAY_ID"], skip_nulls=True)
    for column in ("CAREUNIT", "WARDID"):
        was, first, last = transfers[column], f"FIRST_{column}", f"LAST_{column}"
        now = pc.if_else(_same(was, icustays[last].take(stay)), moved[last].take(stay), was)
        now = pc.if_else(_same(was, icustays[first].take(stay)), moved[first].take(stay), now)
        transfers = transfers.set_column(transfers.schema.get_field_index(column), column, now)
    return moved, transfers


def _same(left: pa.ChunkedArray, right: pa.ChunkedArray) -> pa.ChunkedArray:
    """Equal and not null."""
    return pc.fill_null(pc.equal(left, right), False)
