"""Published features, which are pickles: converted in a box, never loaded on the host.

A pickle is a program. It runs in a box without network or host files, which answers with plain arrays, a
shard of rows at a time; of these the host checks sizes and reads numbers. Whatever else the program does ends
with the box.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from medgym_core import (
    BoxEnvironment,
    BoxSpec,
    Build,
    DataError,
    Execution,
    FileRefused,
    Guarantee,
    Limits,
    Progress,
    Sandbox,
    home_of,
    open_box,
)

FILES = {"clmbr": "features/clmbr_features.pkl", "count": "features/count_features.pkl"}
"""Name of published features to where they may lie in a copy of the data."""
NEEDS = frozenset({Guarantee.NO_NETWORK, Guarantee.NO_HOST_FILES, Guarantee.READ_ONLY_DATA})
"""What a box must promise that loads a pickle; of data that need isolation, also a file tree of its own."""
LIMITS = Limits(memory_mb=8192, workspace_mb=512, cpus=1)
SHARD_ROWS = 4_096
"""Rows converted at a time."""
SHARD_BYTES = 256 * 2**20
"""Largest shard."""
MOST_ROWS, MOST_COLUMNS = 4_000_000, 2_000_000
"""Largest matrix."""
_SECONDS = 600
_CONVERT = r"""
import json, pickle, sys
import numpy as np
from scipy import sparse

first, count = map(int, sys.stdin.read().split())
with open("data/features.pkl", "rb") as stream:
    found = pickle.load(stream)
parts = (
    [found[name] for name in ("data_matrix", "patient_ids", "labeling_time")]
    if isinstance(found, dict)
    else [found[0], found[1], found[3]]
)
matrix, patients, times = parts
is_sparse = sparse.issparse(matrix)
rows = slice(first, first + count)
chunk = matrix.tocsr()[rows] if is_sparse else np.asarray(matrix[rows])
pieces = [
    np.asarray(patients[rows]).astype("<i8"),
    np.asarray(times[rows]).astype("datetime64[m]").astype("<i8"),
]
if is_sparse:
    chunk.sort_indices()
    pieces += [np.diff(chunk.indptr).astype("<i8"), chunk.indices.astype("<u4"), chunk.data.astype("<f4")]
else:
    pieces.append(chunk.astype("<f4"))
with open("shard.bin", "wb") as out:
    for piece in pieces:
        out.write(np.ascontiguousarray(piece).tobytes())
answer = {"rows": int(matrix.shape[0]), "columns": int(matrix.shape[1]), "sparse": bool(is_sparse)}
"""


class Shape(NamedTuple):
    """What the box says of a matrix."""

    rows: int
    columns: int
    is_sparse: bool


@dataclass(frozen=True)
class Shard:
    """Rows of a matrix, as plain arrays."""

    patients: NDArray[np.int64]
    """Patient of each row."""
    minutes: NDArray[np.int64]
    """Prediction time of each row, minutes since 1970-01-01."""
    lengths: NDArray[np.int64]
    """Cells that are given of each row."""
    columns: NDArray[np.uint32]
    """Their columns, row after row; empty where every column is given."""
    values: NDArray[np.float32]
    """Their values."""


def shards(
    build: Build, pickled: Path, environment: BoxEnvironment, scratch: Path, progress: Progress
) -> Iterator[Shard]:
    """The rows of a pickled matrix, a shard at a time.

    Raises:
        DataError: if the box does not answer with such a matrix.
        ConfigError: if no sandbox here promises enough.
    """
    copy = scratch / "features.pkl"  # readable for the box's user, whatever the original's mode
    shutil.copyfile(pickled, copy)
    copy.chmod(0o644)
    needs = NEEDS | ({Guarantee.OWN_ROOT} if build.tier.needs_isolation else set())
    spec = BoxSpec(environment=environment, mounts={"features.pkl": copy}, limits=LIMITS, home=home_of(build))
    with open_box(spec, needs) as box:
        done, rows = 0, 1
        while done < rows:
            progress(f"converting {pickled.name} in a box", done / rows)
            shape, data = _converted(box, pickled, done)
            shard = _shard(shape, data, min(SHARD_ROWS, shape.rows - done), pickled)
            yield shard
            done, rows = done + SHARD_ROWS, shape.rows


def _converted(box: Sandbox, pickled: Path, first: int) -> tuple[Shape, bytes]:
    outcome = box.run(Execution(source=_CONVERT, timeout_s=_SECONDS, stdin=f"{first} {SHARD_ROWS}"))
    if not outcome.ok or outcome.answer is None:
        said = outcome.failure.message if outcome.failure else outcome.reason.value
        raise DataError(f"{pickled} cannot be loaded in a box ({said[:200]}); move it away or get it again")
    try:
        answer = json.loads(outcome.answer)
        shape = Shape(answer["rows"], answer["columns"], answer["sparse"])
        if not (1 <= shape.rows <= MOST_ROWS and 1 <= shape.columns <= MOST_COLUMNS):
            raise ValueError(f"{shape.rows} rows and {shape.columns} columns")
        return shape, box.read("shard.bin", SHARD_BYTES)
    except (ValueError, TypeError, KeyError, FileRefused) as error:
        raise DataError(f"{pickled} holds no matrix of features ({error}); move it away") from None


def _shard(shape: Shape, data: bytes, rows: int, pickled: Path) -> Shard:
    """Numbers of a shard; nothing in it is trusted but that it is bytes."""
    try:
        patients, minutes = (np.frombuffer(data, "<i8", rows, place * 8 * rows) for place in (0, 1))
        if not shape.is_sparse:
            values = np.frombuffer(data, "<f4", rows * shape.columns, 16 * rows)
            lengths = np.full(rows, shape.columns)
            columns = np.empty(0, np.uint32)
        else:
            lengths = np.frombuffer(data, "<i8", rows, 16 * rows)
            if lengths.min() < 0 or lengths.max() > shape.columns:
                raise ValueError("rows of impossible lengths")
            cells, start = int(lengths.sum()), 24 * rows
            columns = np.frombuffer(data, "<u4", cells, start)
            values = np.frombuffer(data, "<f4", cells, start + 4 * cells)
            if cells and columns.max() >= shape.columns:
                raise ValueError("cells outside the matrix")
    except ValueError as error:
        raise DataError(f"{pickled} holds no matrix of features ({error}); move it away") from None
    return Shard(patients, minutes, lengths, columns, values)
