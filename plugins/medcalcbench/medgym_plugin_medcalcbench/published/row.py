"""Rows of the published layout: CSV or JSON lines, in files named for their split.

A file whose name holds ``train`` or ``one_shot`` is training data, every other one test data. Columns: Row
Number, Calculator ID, Calculator Name, Category, Output Type, Note ID, Note Type, Patient Note, Question,
Relevant Entities (a Python literal), Ground Truth Answer, Lower Limit, Upper Limit, Ground Truth Explanation.
Five of them must be there: releases and those who redistribute them drop the others.
"""

from __future__ import annotations

import ast
import csv
import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from medgym_core import DataError, parse_python
from medgym_plugin_medcalcbench.calculator import Answer, Calculator
from medgym_plugin_medcalcbench.calculators import CALCULATORS
from medgym_plugin_medcalcbench.parameter import Value
from medgym_plugin_medcalcbench.published import entity, label

COLUMNS = ("Calculator ID", "Patient Note", "Question", "Relevant Entities", "Ground Truth Answer")
"""Columns that every row must have."""
GENERATED = "Generated"
"""Note type of rows that are made here."""
SUFFIXES = (".csv", ".jsonl")


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
        """Its calculator."""
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


def files(raw: Path) -> list[Path]:
    """The files of a source: the one file, or all CSV and JSONL files of the folder.

    Raises:
        DataError: if there is none.
    """
    found = [raw] if raw.is_file() else sorted(path for path in raw.iterdir() if path.suffix in SUFFIXES)
    if not found or any(path.suffix not in SUFFIXES for path in found):
        raise DataError(f"{raw} holds no .csv or .jsonl file; give a release's file, or a folder of them")
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
    lines = _csv(path) if path.suffix == ".csv" else _jsonl(path)
    for number, cells in lines:
        yield _row(cells, f"{path.name}:{number}")


def _row(cells: Mapping[str, Any], where: str) -> Row:
    lacking = [column for column in COLUMNS if cells.get(column) in (None, "")]
    if lacking:
        raise DataError(
            f"{where}: no {', '.join(lacking)}; a row needs {', '.join(COLUMNS)}; download it again"
        )
    number = str(cells["Calculator ID"])
    if not number.isdigit() or int(number) not in CALCULATORS:
        raise DataError(
            f"{where}: Calculator ID {number!r} is none of the {len(CALCULATORS)}; download it again"
        )
    note, question, entities, truth = (str(cells[column]) for column in COLUMNS[1:])
    note_id = str(cells.get("Note ID") or where)
    generated = cells.get("Note Type") == GENERATED
    stated = str(cells.get("Stated By", "{}")) if generated else "{}"
    return Row(where, int(number), note, question, entities, truth, note_id, generated, stated)


def _csv(path: Path) -> Iterator[tuple[int, Mapping[str, Any]]]:
    csv.field_size_limit(min(sys.maxsize, 2**31 - 1))
    with path.open(newline="", encoding="utf-8-sig") as stream:
        reader = csv.reader(stream, strict=True)
        last = 0
        try:
            header = next(reader, [])
            last = reader.line_num
            for cells in reader:
                yield last + 1, dict(zip(header, cells, strict=False))
                last = reader.line_num
        except (csv.Error, UnicodeDecodeError) as error:
            raise DataError(f"{path.name}:{last + 1}: {error}; download the file again") from error


def _jsonl(path: Path) -> Iterator[tuple[int, Mapping[str, Any]]]:
    with path.open(encoding="utf-8") as stream:
        for number, line in enumerate(stream, start=1):
            if not line.strip():
                continue
            try:
                cells = json.loads(line)
            except ValueError as error:
                raise DataError(f"{path.name}:{number}: {error}; download the file again") from error
            if not isinstance(cells, dict):
                raise DataError(f"{path.name}:{number}: no JSON object; download the file again")
            yield number, cells


def write(path: Path, rows: Iterable[Mapping[str, str | int]]) -> None:
    """Write rows as JSON lines."""
    with path.open("w", encoding="utf-8") as stream:
        stream.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
