"""The layout of a published dataset: its files, and their columns with types."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

ColumnType = Literal["integer", "real", "text", "time", "clock"]
"""``time`` is written ``YYYY-MM-DD HH:MM:SS`` without a zone, ``clock`` is a time of day, ``HH:MM:SS``."""


@dataclass(frozen=True)
class RawFile:
    """One published file."""

    name: str
    """Name without suffix, as published."""
    columns: Mapping[str, ColumnType]
    """Column to type, in published order."""


@dataclass(frozen=True)
class Layout:
    """All files of a dataset that are read or written."""

    title: str
    """Name and version, as in ``MIMIC-III v1.4``."""
    files: Mapping[str, RawFile]
    """Name to file."""


def raw_file(name: str, columns: str) -> RawFile:
    """A file from ``"NAME:type NAME:type ..."``; a column without type is text."""
    pairs = (column.partition(":")[::2] for column in columns.split())
    types: dict[str, ColumnType] = {
        "": "text",
        "int": "integer",
        "real": "real",
        "time": "time",
        "clock": "clock",
    }
    return RawFile(name, {column: types[kind] for column, kind in pairs})
