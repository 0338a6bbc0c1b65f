"""The cases of a cell, drawn with the private salt: those that the prompt shows, and those that grade.

Both are functions of cell and salt. Cases of the prompt are never among those that grade.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from random import Random
from typing import NamedTuple

from pydantic import JsonValue

from medgym_plugin_biocoder.cell import Cell
from medgym_plugin_biocoder.problems.contract import Args, Entry
from medgym_plugin_biocoder.source import graded_reference, load, whole

CASES = 32
"""Hidden cases of a task, edge cases included."""
EXAMPLES = 2
"""Cases that the prompt shows."""
CANDIDATES = 12
"""Cases drawn for those that are shown; the shortest are taken."""
DRAWS = 2000
"""Inputs drawn at most to find so many different ones."""


class Case(NamedTuple):
    """One call and what it must return."""

    args: tuple[JsonValue, ...]
    expected: JsonValue


def examples(cell: Cell, salt: str) -> list[Case]:
    """Short cases for the prompt, different from each other where the problem allows."""
    entry = load(whole(cell.problem, cell.parameters), cell.problem.entry)
    rng = _random(cell, salt, "examples")
    drawn = [_plain(cell.problem.draw(rng, cell.parameters)) for _ in range(CANDIDATES)]
    by_length = sorted(drawn, key=lambda args: len(json.dumps(args)))
    found = {json.dumps(expected): Case(args, expected) for args, expected in _cases(entry, by_length[::-1])}
    return sorted(found.values(), key=lambda case: len(json.dumps(case.args)))[:EXAMPLES]


def hidden(cell: Cell, salt: str) -> dict[str, Case]:
    """Hidden cases by name: every edge case, and random ones, all different and none of them shown."""
    shown = {json.dumps(case.args) for case in examples(cell, salt)}
    inputs: dict[str, tuple[JsonValue, ...]] = {}
    for name, args in _inputs(cell, _random(cell, salt, "hidden")):
        plain = _plain(args)
        if (text := json.dumps(plain)) not in shown:
            shown.add(text)
            inputs[name] = plain
        if len(inputs) == CASES:
            break
    entry = graded_reference(cell.problem, cell.parameters, cell.variant)
    return dict(zip(inputs, _cases(entry, inputs.values()), strict=True))


def _inputs(cell: Cell, rng: Random) -> Iterator[tuple[str, Args]]:
    yield from cell.problem.edges(cell.parameters).items()
    for number in range(DRAWS):
        yield f"random {number}", cell.problem.draw(rng, cell.parameters)


def _cases(entry: Entry, inputs: Iterable[Args]) -> Iterator[Case]:
    """Each input with the result on a copy of it, as JSON."""
    for args in inputs:
        result = entry(*json.loads(json.dumps(args)))
        yield Case(args, json.loads(json.dumps(result, allow_nan=False)))


def _plain(args: Args) -> tuple[JsonValue, ...]:
    """Arguments as they come out of JSON."""
    return tuple(json.loads(json.dumps(args, allow_nan=False)))


def _random(cell: Cell, salt: str, use: str) -> Random:
    return Random(f"{salt}/{cell.key}/{cell.variant}/{use}")
