"""Permuting columns over a whole file of which only a cohort's rows are kept, in two passes.

EHRSQL's authors did so to de-identify. It breaks every bond between a patient and a value, so builds do
it only where published questions are to be compared (:class:`Shuffling`).

The permutation is drawn by row: all rows ordered by one draw hand their values to the cohort's rows ordered
by another. So only as many rows are held as the cohort has, and the outcome does not depend on batches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]
from numpy.typing import NDArray

from medgym_core import DataError
from medgym_ehr.draws import ranks

Read = Callable[[], Iterable[pa.RecordBatch]]
"""Each call reads the same rows from the beginning, in at least one batch."""
Inside = Callable[[pa.RecordBatch], pa.Array]
"""Which rows of a batch are the cohort's, as a boolean array."""


@dataclass(frozen=True)
class Shuffling:
    """Whether a build shuffles; a row's values stay its own where ``deid`` is false."""

    deid: bool

    def shuffled(
        self, read: Read, inside: Inside, columns: Sequence[str], name: str, key: str = "ROW_ID"
    ) -> pa.Table:
        """:func:`shuffled`, or else the cohort's rows as they are, ascending by key."""
        if self.deid:
            return shuffled(read, inside, columns, name, key)
        return unshuffled(pa.Table.from_batches([batch.filter(inside(batch)) for batch in read()]), name, key)

    def permuted(self, table: pa.Table, columns: Sequence[str], name: str, key: str = "ROW_ID") -> pa.Table:
        """:func:`permuted`, or else the rows as they are, ascending by key."""
        return permuted(table, columns, name, key) if self.deid else unshuffled(table, name, key)


def unshuffled(table: pa.Table, name: str, key: str = "ROW_ID") -> pa.Table:
    """The rows as they are, ascending by key.

    Raises:
        DataError: if two rows share a key.
    """
    _distinct(table[key].to_numpy(), f"{name}: {key}")
    return table.sort_by(key)


def shuffled(read: Read, inside: Inside, columns: Sequence[str], name: str, key: str = "ROW_ID") -> pa.Table:
    """The cohort's rows, with ``columns`` taken jointly from a random permutation over all rows.

    Args:
        read: reads the eligible rows; called twice.
        inside: tells the cohort's rows.
        columns: what is permuted; the others stay.
        name: names the streams of draws, ``"<name> values"`` and ``"<name> places"``.
        key: integer column that identifies a row.

    Returns:
        the cohort's rows, ascending by key.

    Raises:
        DataError: if rows that are held share a key.
    """
    places = pa.Table.from_batches([batch.filter(inside(batch)).drop_columns([*columns]) for batch in read()])
    values = SmallestRanks(places.num_rows, f"{name} values", key)
    for batch in read():
        values.add(batch.select([key, *columns]))
    return deal(places, values.rows(), columns, name, key)


def permuted(table: pa.Table, columns: Sequence[str], name: str, key: str = "ROW_ID") -> pa.Table:
    """:func:`shuffled` where all rows are the cohort's."""
    return deal(table.drop_columns([*columns]), table.select([key, *columns]), columns, name, key)


def deal(
    places: pa.Table, values: pa.Table, columns: Sequence[str], name: str, key: str = "ROW_ID"
) -> pa.Table:
    """Give the k-th of ``places`` by draw the ``columns`` of the k-th of ``values`` by draw.

    Raises:
        DataError: if two rows of either share a key.
    """
    source = np.empty(places.num_rows, np.int64)
    source[_drawn_order(places, f"{name} places", key)] = _drawn_order(values, f"{name} values", key)
    for column in columns:
        places = places.append_column(column, values[column].take(pa.array(source)))
    return places.sort_by(key)


class SmallestRanks:
    """The rows with the smallest draws among all that are added; holds little more than twice as many."""

    def __init__(self, count: int, stream: str, key: str = "ROW_ID") -> None:
        """Keep ``count`` rows, drawn for by ``key`` from ``stream``."""
        self._count, self._stream, self._key = count, stream, key
        self._bound = np.uint64(2**64 - 1)
        self._batches: list[pa.RecordBatch] = []
        self._schema: pa.Schema | None = None
        self.held = 0

    def add(self, batch: pa.RecordBatch) -> None:
        """Consider the rows of ``batch``."""
        self._schema = batch.schema
        within = ranks(batch[self._key].to_numpy(), self._stream) <= self._bound
        self._batches.append(batch.filter(pa.array(within)))
        self.held += self._batches[-1].num_rows
        if self.held > 2 * self._count:
            self._cut()

    def rows(self) -> pa.Table:
        """The rows kept, in the order added."""
        self._cut()
        return pa.Table.from_batches(self._batches, self._schema)

    def _cut(self) -> None:
        table = pa.Table.from_batches(self._batches, self._schema)
        if self.held > self._count:
            drawn = ranks(table[self._key].to_numpy(), self._stream)
            self._bound = np.partition(drawn, self._count - 1)[self._count - 1]
            table = table.take(pa.array(np.flatnonzero(drawn <= self._bound)[: self._count]))
        self._batches = table.combine_chunks().to_batches()
        self.held = table.num_rows


def _drawn_order(table: pa.Table, stream: str, key: str) -> NDArray[np.int64]:
    keys: NDArray[np.int64] = table[key].to_numpy()
    _distinct(keys, f"{stream.split()[0]}: {key}")
    return np.argsort(ranks(keys, stream))


def _distinct(keys: NDArray[np.int64], name: str) -> None:
    ascending = np.sort(keys)
    again = ascending[1:][ascending[1:] == ascending[:-1]]
    if again.size:
        raise DataError(f"{name} {again[0]} occurs twice; download the file again")
