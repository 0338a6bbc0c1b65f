"""Events in the making: columns of numbers, joined, ordered and written as lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]
from numpy.typing import NDArray

from medgym_patient.key import Floats, Indices
from medgym_plugin_ehrshot.synthetic.hierarchy import nodes
from medgym_plugin_ehrshot.synthetic.vocabulary import Codes

START = int(np.datetime64("2010-01-01", "s").astype(np.int64))
"""When the clock of the patient model starts, seconds since 1970-01-01."""
SCHEMA = pa.schema(
    [
        ("patient_id", pa.int64()),
        ("start", pa.timestamp("s")),
        ("end", pa.timestamp("s")),
        ("code", pa.string()),
        ("value", pa.string()),
        ("unit", pa.string()),
        ("visit_id", pa.int64()),
        ("omop_table", pa.string()),
    ]
)


@dataclass(frozen=True)
class Events:
    """Events of one OMOP table; times are minutes since the start of the clock."""

    table: str
    person: Indices
    """Row of the people."""
    start: Floats
    code: Codes
    visit: Indices
    """-1 where there is none."""
    end: Floats | None = None
    """Infinite where there is none."""
    value: Any = None
    """Texts as an arrow array."""
    unit: Any = None


def lines(parts: Sequence[Events], number: NDArray[np.int64]) -> pa.Table:
    """Events by patient and time; ``number`` is that of each person."""
    whole = pa.concat_tables([_table(part, number) for part in parts if len(part.person)])
    keys = [whole[name].combine_chunks().cast(pa.int64()).to_numpy() for name in ("patient_id", "start")]
    order = np.lexsort((keys[1], keys[0]))
    return whole.take(pa.array(order))


def seconds(minute: Floats) -> NDArray[np.int64]:
    """Since 1970-01-01, of minutes since the start of the clock."""
    found: NDArray[np.int64] = START + np.floor(minute).astype(np.int64) * 60
    return found


def words(texts: Sequence[str], which: Indices) -> pa.Array:
    """``texts[which]``, empty ones as null."""
    return pa.array([text or None for text in texts], pa.string()).take(pa.array(which))


def _table(part: Events, number: NDArray[np.int64]) -> pa.Table:
    size = len(part.person)
    nothing = pa.nulls(size, pa.string())
    end = pa.nulls(size, pa.timestamp("s"))
    if part.end is not None:
        there = np.isfinite(part.end)
        stop = seconds(np.where(there, part.end, 0.0))
        end = pa.array(stop.astype("datetime64[s]"), mask=~there)
    columns = [
        pa.array(number[part.person]),
        pa.array(seconds(part.start).astype("datetime64[s]")),
        end,
        words([node.code for node in nodes()], part.code),
        nothing if part.value is None else part.value,
        nothing if part.unit is None else part.unit,
        pa.array(number[part.person] * 1000 + part.visit, mask=part.visit < 0),
        pa.array([part.table]).take(pa.array(np.zeros(size, dtype=np.int64))),
    ]
    return pa.table(columns, schema=SCHEMA)
