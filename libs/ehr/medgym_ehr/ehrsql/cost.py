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
    """What the cost table calls it."""
    events: pa.Table
    """The three columns below, and the cost table's patient and visit."""
    key: str
    """Column that numbers the events."""
    code: str
    """Column that the price depends on."""
    time: str
    """Column of the time at which it is charged."""


class CostColumns(NamedTuple):
    """What a database calls the columns of its cost table."""

    key: str
    patient: str
    visit: str
    event_type: str
    event_id: str
    time: str
    cost: str


def costs(charged: Sequence[Charged], names: CostColumns, around: Sequence[int] | None = None) -> pa.Table:
    """The cost table: the events of all tables in order.

    ``default_rng(0)`` draws a Poisson(10) mean for each table, then table by table a price for each code that
    occurs, sorted: normal around the mean with deviation 1, rounded to cents.

    Args:
        charged: the tables.
        names: the cost table's columns.
        around: for each table the number of the table whose mean its prices are drawn around; its own unless
            told.
    """
    generator = np.random.default_rng(0)
    means = generator.poisson(10, len(charged))
    if around is not None:
        means = means[[*around]]
    parts = []
    for mean, (event_type, events, key, code, time) in zip(means, charged, strict=True):
        codes = pa.array(sorted(pc.unique(events[code]).to_pylist()), events.schema.field(code).type)
        prices = pa.array(np.round(generator.normal(mean, 1.0, len(codes)), 2))
        columns = {
            names.patient: events[names.patient],
            names.visit: events[names.visit],
            names.event_type: pa.array([event_type] * len(events), pa.string()),
            names.event_id: events[key],
            names.time: events[time],
            names.cost: prices.take(pc.index_in(events[code], value_set=codes).combine_chunks()),
        }
        parts.append(pa.table(columns))
    rows = pa.concat_tables(parts)
    return rows.add_column(0, names.key, pa.array(np.arange(len(rows))))
