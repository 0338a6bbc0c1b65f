"""The 104 hourly variables: names as published, units, and what the synthetic source draws them from."""

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
    mean: float
    """Mean of hourly means."""
    sd: float
    """Standard deviation of hourly means."""
    low: float
    """Least value drawn."""
    high: float
    """Greatest value drawn."""
    shape: str
    """``normal``, or ``skewed`` (log-normal)."""
    missing_percent: float
    """Hours without a measurement, percent."""
    panel: str
    """What is measured together with it."""
    severity: float
    """Correlation with how ill the patient is."""
    lung: float
    """Correlation with respiratory failure."""
    circulation: float
    """Correlation with circulatory failure."""


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
        name: text if name in ("name", "unit", "shape", "panel") else float(text)
        for name, text in row.items()
    }
    return Variable(**values)
