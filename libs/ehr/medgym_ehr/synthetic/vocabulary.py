"""Vocabularies that synthetic files are written with, read from a package's ``.csv`` and ``.json`` files.

Each ``.csv`` is one vocabulary, most popular term first; each ``.json`` holds traits as ``{value: weight}``,
where an empty value is written as null.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Terms:
    """One vocabulary as columns of equal length."""

    columns: Mapping[str, tuple[str, ...]]
    """Column name to its texts, most popular term first."""

    def __len__(self) -> int:
        """Number of terms."""
        return len(next(iter(self.columns.values())))

    def texts(self, column: str) -> NDArray[np.object_]:
        """Texts of a column, shape ``(len(self),)``; an empty one is None."""
        return np.array([text or None for text in self.columns[column]], dtype=object)

    def numbers(self, column: str) -> NDArray[np.float64]:
        """Numbers of a column, shape ``(len(self),)``."""
        return np.array(self.columns[column], dtype=np.float64)

    def integers(self, column: str) -> NDArray[np.int64]:
        """Whole numbers of a column, shape ``(len(self),)``."""
        return np.array(self.columns[column], dtype=np.int64)

    def choices(self, column: str) -> Choices:
        """The alternatives of each term, which the file writes with ``;`` between them."""
        lists = [text.split(";") for text in self.columns[column]]
        counts = np.array([len(alternatives) for alternatives in lists])
        flat = np.array([text for alternatives in lists for text in alternatives], dtype=object)
        return Choices(flat, np.cumsum(counts) - counts, counts)


@dataclass(frozen=True)
class Choices:
    """Alternatives of each term of a vocabulary, laid end to end."""

    texts: NDArray[np.object_]
    """All alternatives."""
    starts: NDArray[np.int64]
    """Where each term's alternatives begin."""
    counts: NDArray[np.int64]
    """How many each term has."""


@cache
def read_terms(package: str, name: str) -> Terms:
    """The vocabulary ``name.csv`` of a package."""
    text = (resources.files(package) / f"{name}.csv").read_text("utf-8")
    header, *rows = csv.reader(text.splitlines())
    return Terms(dict(zip(header, zip(*rows, strict=True), strict=True)))


@cache
def read_traits(package: str, name: str) -> dict[str, Any]:
    """The traits ``name.json`` of a package: weights by value, by trait."""
    text: dict[str, Any] = json.loads((resources.files(package) / f"{name}.json").read_text("utf-8"))
    return text
