"""Rows of the extra splits: a JSON object for each task, in a folder beside the published layout."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from medgym_plugin_medcalcbench.calculator import Calculator
from medgym_plugin_medcalcbench.calculators import CALCULATORS
from medgym_plugin_medcalcbench.cell import cell_of
from medgym_plugin_medcalcbench.notes import FIXED
from medgym_plugin_medcalcbench.parameter import Inputs, Parameter

FOLDER = "extra"
"""Folder of the rows in a source."""
SIZES = {"serial": 150, "choose": 150, "abstain": 150}
"""Split to the number of its tasks."""
SHARED = frozenset({"choose"})
"""Splits whose tasks have the parameter cell of a task of one calculator at one time."""
TIMES = 3
"""Times at which a serial task asks."""


class Extra(NamedTuple):
    """One task of an extra split."""

    calculator: int
    """Calculator ID."""
    question: str
    """Question, without the note."""
    note: str
    """Note."""
    entities: list[str]
    """Entities at each time asked, Python literals."""
    stated: list[dict[str, str]]
    """At each time asked, parameter to the sentence that states it."""


def read(raw: Path, split: str) -> Iterator[Extra]:
    """The rows of a split; none where the source has none."""
    path = raw / FOLDER / f"{split}.jsonl"
    if path.is_file():
        with path.open(encoding="utf-8") as stream:
            yield from (Extra(**json.loads(line)) for line in stream)


def needed(calculator: Calculator) -> list[Parameter]:
    """Parameters that an entry must state, since silence on them has no meaning."""
    return [p for p in calculator.parameters if p.missing is None and p.name not in FIXED]


def missing(calculator: Calculator, inputs: Inputs) -> list[str]:
    """Labels of what is needed and not stated."""
    return [parameter.label for parameter in needed(calculator) if parameter.name not in inputs]


def subject(split: str, row: Extra, inputs: Sequence[Inputs]) -> str:
    """The parameter cells of a task; those of serial and abstaining ones are no cells of any other split."""
    calculator = CALCULATORS[row.calculator]
    cells = [
        cell_of(calculator, one) if len(one) == len(calculator.parameters) else repr(one) for one in inputs
    ]
    return f"cell/{cells[0]}" if split in SHARED else f"{split}/{calculator.key}/{_digest(cells)}"


def _digest(cells: Sequence[str]) -> str:
    return hashlib.sha256(repr(cells).encode()).hexdigest()[:16]
