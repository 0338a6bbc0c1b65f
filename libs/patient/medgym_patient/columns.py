"""Records whose fields are arrays with one entry (or column) a stay: taken, put in, joined."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, TypeVar

import numpy as np

from medgym_patient.key import Flags, Indices

Record = TypeVar("Record")


def take(record: Record, chosen: Indices | Flags) -> Record:
    """The entries of ``chosen`` (numbers or flags along the last axis) of every array of a record."""
    where = np.flatnonzero(chosen) if chosen.dtype == bool else chosen.astype(np.int64, copy=False)
    taken: Record = _taken(record, where)
    return taken


def join(records: list[Record]) -> Record:
    """Records of one kind one after another."""
    kind = type(records[0])
    joined = {}
    for name in _names(kind):
        values = [getattr(record, name) for record in records]
        whole = isinstance(values[0], np.ndarray)
        joined[name] = np.concatenate(values, axis=-1) if whole else join(values)
    return kind(**joined)


def put(record: Record, other: Record, chosen: Flags) -> Record:
    """``record`` with the flagged entries of ``other``, which is of the same size; what is no array stays."""
    new: Record = _put(record, other, chosen)
    return new


def _put(value: Any, other: Any, chosen: Flags) -> Any:
    if isinstance(value, np.ndarray):
        return np.where(chosen, other, value)
    if not is_dataclass(value):
        return value
    kind: Any = type(value)
    return kind(**{name: _put(getattr(value, name), getattr(other, name), chosen) for name in _names(kind)})


def _names(kind: Any) -> tuple[str, ...]:
    return _fields(kind)


@cache
def _fields(kind: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


def _taken(value: Any, where: Indices) -> Any:
    if isinstance(value, np.ndarray):
        return value.take(where, axis=-1)
    return type(value)(**{name: _taken(getattr(value, name), where) for name in _names(type(value))})
