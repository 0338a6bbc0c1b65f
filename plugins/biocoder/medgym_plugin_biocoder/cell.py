"""Parameter cells: which a problem has, and to which split each belongs, whatever the seed."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict
from functools import cache
from typing import Any, NamedTuple

from medgym_core import DataError
from medgym_plugin_biocoder.problems import PROBLEMS
from medgym_plugin_biocoder.problems.categories import CATEGORIES
from medgym_plugin_biocoder.problems.contract import Problem
from medgym_plugin_biocoder.problems.held_out import HELD_OUT
from medgym_plugin_biocoder.source import Variant, submission, variants

TESTED = 6
"""One of so many cells of a problem is a test cell."""
NOVEL = "ood"
"""The split of the problems that are held out, with all of their cells."""


class Cell(NamedTuple):
    """A problem with its parameters, and the variant that is asked for."""

    problem: Problem[Any]
    parameters: Any
    variant: Variant

    @property
    def key(self) -> str:
        """Problem and parameters as text: what no two splits share."""
        return cell_key(self.problem, self.parameters)


def cell_key(problem: Problem[Any], parameters: Any) -> str:
    """Name of a problem and digest of parameters."""
    text = json.dumps([problem.name, asdict(parameters)], sort_keys=True)
    return f"{problem.name}-{hashlib.sha256(text.encode()).hexdigest()[:16]}"


@cache
def cells_of(name: str, split: str) -> tuple[Cell, ...]:
    """The cells of a problem in one split, in the order in which tasks take them; none if it is held out."""
    problem = PROBLEMS[name]
    if (split == NOVEL) != (name in HELD_OUT):
        return ()
    found = [
        Cell(problem, parameters, variant)
        for parameters in _parameters(problem, split)
        for variant in variants(problem)
    ]
    if split == "train":
        asked = {submission(*cell) for cell in cells_of(name, "test")}
        found = [cell for cell in found if submission(*cell) not in asked]
    return tuple(sorted(found, key=lambda cell: hashlib.sha256((cell.key + cell.variant).encode()).digest()))


def _parameters(problem: Problem[Any], split: str) -> list[Any]:
    """Those of a split: of a problem that is held out all, else for testing a share and what is beyond."""
    if split == NOVEL:
        return [*problem.cells, *problem.beyond]
    ordered = sorted(problem.cells, key=lambda parameters: cell_key(problem, parameters))
    tested = -(-len(ordered) // TESTED)
    return ordered[tested:] if split == "train" else [*problem.beyond, *ordered[:tested]]


@cache
def _rounds(split: str) -> tuple[tuple[Problem[Any], ...], ...]:
    """What goes round in a split: problems of each category, or each problem that is held out."""
    if split == NOVEL:
        return tuple((PROBLEMS[name],) for name in HELD_OUT)
    asked = [problem for problem in PROBLEMS.values() if problem.name not in HELD_OUT]
    return tuple(
        tuple(problem for problem in asked if problem.category == category.name) for category in CATEGORIES
    )


def cell_at(split: str, index: int) -> Cell:
    """The cell of a task: categories go round, within each its problems, within each its cells.

    In the split of held-out problems these go round themselves, so that each has as many tasks.

    Raises:
        DataError: if the split has no cell left for it.
    """
    rounds = _rounds(split)
    turn, place = divmod(index, len(rounds))
    problems = rounds[place]
    turn, place = divmod(turn, len(problems))
    cells = cells_of(problems[place].name, split)
    if turn >= len(cells):
        raise DataError(f"{split} has no task {index}: {problems[place].name} has {len(cells)} cells there")
    return cells[turn]
