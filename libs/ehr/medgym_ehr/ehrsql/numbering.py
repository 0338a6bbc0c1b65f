"""Row numbers of the finished tables."""

from __future__ import annotations

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]


def renumbered(rows: pa.Table, key: str = "ROW_ID") -> pa.Table:
    """``rows`` with ``key`` counted from 0, in the order they are in."""
    return rows.set_column(rows.schema.get_field_index(key), key, pa.array(np.arange(len(rows))))
