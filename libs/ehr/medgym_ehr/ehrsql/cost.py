"""The invented cost of each event: one price for each code, one row for each event."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.compute as pc  # type: ignore[import-untyped]


class Charged(NamedTuple):
    """A finished table whose events cost something."""

    event_type: str
    """What COST calls it."""
    events: pa.Table
    """ROW_ID, SUBJECT_ID, HADM_ID and the two columns below."""
    code: str
    """Column that the price depends on."""
    time: str
    """Column of the time at which it is charged."""


def costs(charged: Sequence[Charged]) -> pa.Table:
    """The COST table: the events of all tables in order.

    ``default_rng(0)`` draws a Poisson(10) mean for each table, then table by table a price for each code that
    occurs, sorted: normal around the mean with deviation 1, rounded to cents.
    """
    generator = np.random.default_rng(0)
    means = generator.poisson(10, len(charged))
    parts = []
    for mean, (event_type, events, code, time) in zip(means, charged, strict=True):
        codes = pa.array(sorted(pc.unique(events[code]).to_pylist()), events.schema.field(code).type)
        prices = pa.array(np.round(generator.normal(mean, 1.0, len(codes)), 2))
        columns = {
            "SUBJECT_ID": events["SUBJECT_ID"],
            "HADM_ID": events["HADM_ID"],
            "EVENT_TYPE": pa.array([event_type] * len(events), pa.string()),
            "EVENT_ID": events["ROW_ID"],
            "CHARGETIME": events[time],
            "COST": prices.take(pc.index_in(events[code], value_set=codes).combine_chunks()),
        }
        parts.append(pa.table(columns))
    rows = pa.concat_tables(parts)
    return rows.add_column(0, "ROW_ID", pa.array(np.arange(len(rows))))
