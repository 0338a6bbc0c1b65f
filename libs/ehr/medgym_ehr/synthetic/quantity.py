"""Measured quantities: how a value is written."""

from __future__ import annotations

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]
from numpy.typing import NDArray
from pyarrow import compute

from medgym_ehr.synthetic.text import Texts


def written(value: NDArray[np.float64], otherwise: Texts | pa.Array | None = None) -> pa.Array:
    """Numbers as text, in their shortest form; where there is none, the text ``otherwise`` or null."""
    texts = pa.array(value, from_pandas=True).cast(pa.string())
    if otherwise is None:
        return texts
    return compute.coalesce(
        texts, otherwise if isinstance(otherwise, pa.Array) else pa.array(otherwise, pa.string())
    )
