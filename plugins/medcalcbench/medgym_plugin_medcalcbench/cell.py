"""Parameter cells: what a calculator is given, whatever the units. Splits are disjoint sets of cells."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

from medgym_plugin_medcalcbench.calculator import Calculator
from medgym_plugin_medcalcbench.parameter import Canonical, Inputs

HALVES: Mapping[str, str] = {"train": "train", "test": "test", "ood": "test"}
"""Split to the half of all cells that its tasks may ask for."""


def cell_of(calculator: Calculator, inputs: Inputs) -> str:
    """The cell of a calculator's inputs, as 16 hexadecimal digits behind the calculator's key."""
    values = sorted((name, _text(value)) for name, value in calculator.canonical(inputs).items())
    return f"{calculator.key}/{hashlib.sha256(repr(values).encode()).hexdigest()[:16]}"


def split_of(cell: str) -> str:
    """Split of a cell, by a hash that no seed enters: the same in every build."""
    return "test" if hashlib.sha256(cell.encode()).digest()[0] % 4 == 0 else "train"


def belongs(cell: str, split: str) -> bool:
    """Whether tasks of a split may ask for a cell; ``ood`` keeps to the cells of ``test``."""
    return split_of(cell) == HALVES[split]


def _text(value: Canonical) -> str:
    if isinstance(value, float):
        return f"{value:.6g}"
    return repr(sorted(value)) if isinstance(value, tuple) else str(value)
