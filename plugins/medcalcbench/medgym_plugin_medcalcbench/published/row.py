"""Rows of the published layout: CSV, JSON lines or JSON, in files named for their split.

A file whose name holds ``train`` or ``one_shot`` is training data, every other one test data. Columns: Row
Number, Calculator ID, Calculator Name, Category, Output Type, Note ID, Note Type, Patient Note, Question,
Relevant Entities (a Python literal), Ground Truth Answer, Lower Limit, Upper Limit, Ground Truth Explanation.
Five of them must be there: releases and those who redistribute them drop the others.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from medgym_core import DataError, parse_python
from medgym_plugin_medcalcbench.calculator import Answer, Calculator
from medgym_plugin_medcalcbench.calculators import CALCULATORS
from medgym_plugin_medcalcbench.parameter import Value
from medgym_plugin_medcalcbench.published import entity, label
from medgym_raw import Sifted, absent, records, sift

COLUMNS = ("Calculator ID", "Patient Note", "Question", "Relevant Entities", "Ground Truth Answer")
"""Columns that every row must have."""
GENERATED = "Generated"
"""Note type of rows that are made here."""


class Row(NamedTuple):
    """One row, its cells as text."""

    where: str
    """File and line."""
    number: int
    """Calculator ID."""
    note: str
    """Patient note."""
    question: str
    """Question."""
    entities: str
    """Relevant entities, a Python literal."""
    truth: str
    """Published answer."""
    note_id: str
    """Note ID, or the place where there is none."""
    generated: bool
    """Whether it was made here."""
    stated: str = "{}"
    """Of a row made here, parameter to the sentence of the note that states it, as JSON."""

    @property
    def calculator(self) -> Calculator:
        """The calculator of its number."""
        return CALCULATORS[self.number]

    def inputs(self) -> dict[str, Value]:
        """What its entities state.

        Raises:
            ValueError: if they are no literal dictionary, or not what the calculator takes.
        """
        return read_entities(self.calculator, self.entities)

    def label(self) -> Answer:
        """Its published answer.

        Raises:
            ValueError: if it is no answer of the calculator's kind.
        """
        return label.read(self.calculator, self.truth)


def read_entities(calculator: Calculator, text: str) -> dict[str, Value]:
    """The inputs in a ``Relevant Entities`` cell, which is parsed as a literal and never executed.

    Raises:
        ValueError: if it is no literal dictionary, or not what the calculator takes.
    """
    try:
        found = _literal(text)
    except (ValueError, SyntaxError, RecursionError, MemoryError, TypeError) as error:
        raise ValueError(f"the entities are no Python literal ({type(error).__name__})") from error
    if not isinstance(found, dict) or not all(isinstance(name, str) for name in found):
        raise ValueError("the entities are no dictionary of names")
    return entity.read(calculator, found)


def _literal(text: str) -> object:
    """What ``ast.literal_eval`` gives, but episodes on threads ask for it: see :func:`parse_python`."""
    (statement,) = parse_python(text.strip()).body
    if not isinstance(statement, ast.Expr):
        raise ValueError("a statement")
    return ast.literal_eval(statement.value)


def files(raw: Path) -> Sifted:
    """The files of rows of a source: the one file, or those at or below the folder, and what others are.

    Raises:
        DataError: if there is none.
    """
    found = sift(raw, COLUMNS)
    if not found.paths:
        seen = f": {'; '.join(found.remarks[:3])}" if found.remarks else ""
        raise DataError(
            f"{raw} holds no .csv or .jsonl file of rows with {', '.join(COLUMNS)}{seen}; give a release's "
            f"file, or a folder of them"
        )
    return found


def split_of(path: Path, row: Row) -> str:
    """Split of a row: by its file's name, and apart for published ones."""
    if row.generated and "ood" in path.name.lower():
        return "ood"
    split = (
        "train" if any(word in path.name.lower() for word in ("train", "one_shot", "one-shot")) else "test"
    )
    return split if row.generated else f"published-{split}"


def read(path: Path) -> Iterator[Row]:
    """The rows of a file.

    Raises:
        DataError: with file and line, if one is broken, lacks a column or names no calculator.
    """
    for one in records(path, (*COLUMNS, "Note ID", "Note Type")):
        yield _row(one.fields, one.where)


def _row(cells: Mapping[str, Any], where: str) -> Row:
    lacking = [column for column in COLUMNS if absent(cells.get(column))]
    if lacking:
        raise DataError(
            f"{where}: no {', '.join(lacking)}; a row needs {', '.join(COLUMNS)}; download it again"
        )
    number = str(cells["Calculator ID"]).strip().removesuffix(".0")
    if not number.isdigit() or int(number) not in CALCULATORS:
        raise DataError(
            f"{where}: Calculator ID {number!r} is none of the {len(CALCULATORS)}; download it again"
        )
    note, question, entities, truth = (str(cells[column]) for column in COLUMNS[1:])
    note_id = str(cells.get("Note ID") or where)
    generated = cells.get("Note Type") == GENERATED
    stated = str(cells.get("Stated By", "{}")) if generated else "{}"
    return Row(where, int(number), note, question, entities, truth, note_id, generated, stated)


def write(path: Path, rows: Iterable[Mapping[str, str | int]]) -> None:
    """Write rows as JSON lines."""
    with path.open("w", encoding="utf-8") as stream:
        stream.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
