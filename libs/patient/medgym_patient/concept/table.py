"""A table of concepts: rows by name, columns as arrays."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Table:
    """Rows of text with a heading; the first column names the rows."""

    heading: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    @classmethod
    def parse(cls, text: str) -> Table:
        """From CSV with a heading."""
        heading, *rows = csv.reader(text.splitlines())
        return cls(tuple(heading), tuple(tuple(row) for row in rows))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The rows' names, unique."""
        return tuple(row[0] for row in self.rows)

    @cached_property
    def index(self) -> dict[str, int]:
        """Row number by name."""
        return {name: number for number, name in enumerate(self.names)}

    @cached_property
    def _columns(self) -> tuple[tuple[str, ...], ...]:
        return tuple(zip(*self.rows, strict=True))

    def texts(self, column: str) -> tuple[str, ...]:
        """A column as text."""
        return self._columns[self.heading.index(column)]

    def numbers(self, column: str) -> NDArray[np.float64]:
        """A column as numbers; empty is 0."""
        return np.array([float(text or 0) for text in self.texts(column)])

    def pairs(self, column: str) -> tuple[tuple[tuple[str, float], ...], ...]:
        """A column of ``name:number`` lists, separated by semicolons."""
        return tuple(
            tuple(
                (name, float(number))
                for name, number in (pair.split(":") for pair in text.split(";") if pair)
            )
            for text in self.texts(column)
        )

    def __len__(self) -> int:
        """Rows."""
        return len(self.rows)
