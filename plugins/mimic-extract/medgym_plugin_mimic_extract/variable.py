"""The 104 hourly variables: names as published, units, and what the synthetic source makes them of."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any, NamedTuple


class Variable(NamedTuple):
    """One variable of ``variables.csv``."""

    name: str
    """Name as published, in lower case, misspellings included."""
    unit: str
    """Unit of its values."""
    panel: str
    """What is measured together with it."""
    mean: float
    """Mean of hourly means, as published."""
    sd: float
    """Standard deviation of hourly means, as published."""
    low: float
    """Least value written."""
    high: float
    """Greatest value written."""
    missing_percent: float
    """Hours without a measurement, percent, as published."""
    source: str
    """What synthetic values are of: ``KIND:NAME``, several with a blank between; see ``reading.py``."""
    kept: float
    """Share of these that are in the file."""
    every: int
    """Hours from one to the next, at least, where they are taken by the clock."""


@cache
def variables() -> tuple[Variable, ...]:
    """All variables, in the published order of columns."""
    text = resources.files(__package__).joinpath("variables.csv").read_text(encoding="utf-8")
    return tuple(_variable(row) for row in csv.DictReader(text.splitlines()))


def names() -> tuple[str, ...]:
    """Names of all variables, in the published order of columns."""
    return tuple(variable.name for variable in variables())


def _variable(row: Mapping[str, str]) -> Variable:
    values: dict[str, Any] = {
        name: text if name in ("name", "unit", "panel", "source") else float(text)
        for name, text in row.items()
    }
    return Variable(**values | {"every": int(values["every"])})
