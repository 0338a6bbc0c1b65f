"""Part of S04: no column of what boxes mount holds the computed golds of most of a split's tasks.

An answer that is looked up is a value of the data by its nature; one that is computed is none. Taken for
computed are numbers of several digits and texts that are too long for a name. Looked up are nevertheless the
keys that distinguish rows, and numbers of columns that hold so many values that they hold any.
"""

from __future__ import annotations

import csv
import gzip
import io
import json
import re
import sqlite3
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from decimal import Decimal
from pathlib import Path

from pydantic import JsonValue

from medgym_prove.building.reading import BOUND

LEAST = 5
"""Fewer different golds may be in a column by chance."""
_DIGITS = 4
"""Significant digits of a number that is taken for computed."""
_WORDS, _LETTERS = 16, 100
"""A text beyond either is no name."""
_DENSE = 0.25
"""Share of all numbers of a range from which on a column is taken to hold any of them."""
_PLACES = 12
"""Decimal places that are distinguished, at most."""
_KEY = re.compile(r"(?:^|_)(?:id|key|code|mrn)$")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:[eE]-?\d+)?")
_ITEM = "*"

Cell = float | str
Column = tuple[Path, str]
"""A file, and what its column is called there: ``table.column`` in a database."""
Golds = list[Mapping[str, frozenset[Cell]]]
"""Task by task, the computed values of its gold by their place in it."""


def computed(gold: Iterable[JsonValue]) -> dict[str, frozenset[Cell]]:
    """The values of a gold's turns by their place, of the places where all are computed."""
    found: defaultdict[str, set[Cell | None]] = defaultdict(set)
    for number, turn in enumerate(gold):
        for place, leaf in _placed(turn, str(number)):
            found[place].add(_computed(leaf))
    whole = {place: frozenset(each for each in cells if each is not None) for place, cells in found.items()}
    return {place: cells for place, cells in whole.items() if len(cells) == len(found[place])}


def listings(golds: Mapping[str, Golds], data: Iterable[Path], root: Path) -> Iterator[str]:
    """The columns of ``data``, below ``root``, that hold the computed golds of most of a split's tasks.

    Args:
        golds: split to the golds of all its tasks that are looked at, those without any too.
        data: files and folders that boxes mount.
        root: what paths are relative to.
    """
    below = {path for place in data for path in (place.rglob("*") if place.is_dir() else [place])}
    paths = sorted(path for path in below if path.is_file())
    asked = {cell for each in golds.values() for gold in each for cells in gold.values() for cell in cells}
    if not asked:
        return
    held: dict[Column, set[Cell]] = {}
    for path in paths:
        for name, cells in _columns(path, asked.__contains__).items():
            held[path, name] = cells
    for column, cells in held.items():
        for split, each in golds.items():
            covered = [gold[place] for place, gold in _best(each, cells)]
            if len(covered) * 2 < len(each) or len(set(covered)) < LEAST:
                continue
            if not _may_be_looked_up(column, {cell for some in covered for cell in some}, held):
                path, name = column
                yield (
                    f"{path.relative_to(root)}, which boxes mount, holds in its column {name!r} the golds of "
                    f"{len(covered)} of the {len(each)} tasks of {split} that were examined"
                )
                break


def _best(golds: Golds, cells: set[Cell]) -> list[tuple[str, Mapping[str, frozenset[Cell]]]]:
    """The golds that a column holds, at the place in golds where it holds most."""
    places = {place for gold in golds for place in gold}
    held = [[(place, gold) for gold in golds if place in gold and gold[place] <= cells] for place in places]
    return max(held, key=len, default=[])


def _may_be_looked_up(column: Column, golds: set[Cell], held: Mapping[Column, set[Cell]]) -> bool:
    """Whether a column is a key, or holds so many numbers that it holds any."""
    path, name = column
    if all(isinstance(cell, float) and cell.is_integer() for cell in golds):
        own = name.rpartition(".")[2].lower()
        alike = [other for other in held if other != column and other[1].rpartition(".")[2].lower() == own]
        if _KEY.search(own) or any(len(held[other] & golds) * 2 >= len(golds) for other in alike):
            return True
    numbers = sorted(cell for cell in golds if isinstance(cell, float))
    if not numbers:
        return False
    values = sorted(cell for cell in _columns(path)[name] if isinstance(cell, float))
    within = values[bisect_left(values, numbers[0]) : bisect_right(values, numbers[-1])]
    step = 10.0 ** -max(map(_decimals, numbers))
    return len(within) * step >= _DENSE * (numbers[-1] - numbers[0] + step)


def _decimals(number: float) -> int:
    exponent = Decimal(repr(number)).normalize().as_tuple().exponent
    return min(_PLACES, max(0, -int(exponent)))


def _placed(value: JsonValue, place: str) -> Iterator[tuple[str, JsonValue]]:
    """Single values with their place, the same for all items of a list."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _placed(inner, f"{place}.{key}")
    elif isinstance(value, list):
        for inner in value:
            yield from _placed(inner, f"{place}.{_ITEM}")
    else:
        yield place, value


def _computed(leaf: JsonValue) -> Cell | None:
    """A value as cells are compared, if it is taken for computed."""
    if isinstance(leaf, str):
        return leaf.strip() if len(leaf.split()) > _WORDS or len(leaf) > _LETTERS else None
    if isinstance(leaf, bool) or not isinstance(leaf, int | float):
        return None
    digits = repr(float(leaf)).partition("e")[0].lstrip("-0.").replace(".", "").rstrip("0")
    return float(leaf) if len(digits) >= _DIGITS else None


def _cell(value: object) -> Cell | None:
    if isinstance(value, str):
        return float(value) if _NUMBER.fullmatch(text := value.strip()) else text
    return float(value) if isinstance(value, int | float | Decimal) else None


def _columns(path: Path, wanted: Callable[[Cell], bool] = lambda cell: True) -> dict[str, set[Cell]]:
    """The different values of each column of a table, of those that are wanted."""
    found: defaultdict[str, set[Cell]] = defaultdict(set)
    for name, value in _cells(path):
        if (cell := _cell(value)) is not None and wanted(cell):
            found[name].add(cell)
    return found


def _cells(path: Path) -> Iterator[tuple[str, object]]:
    """The values of a table, each with the name of its column; none of a file that is no table."""
    with path.open("rb") as stream:
        magic = stream.read(16)
    try:
        if magic.startswith(b"SQLite format 3\0"):
            yield from _of_database(path)
        elif magic.startswith(b"PAR1"):
            yield from _of_parquet(path)
        elif {".csv", ".tsv"} & set(path.suffixes):
            yield from _of_text(path, packed=magic.startswith(b"\x1f\x8b"))
        elif path.suffix in (".json", ".jsonl", ".ndjson"):
            yield from _of_json(path)
    except (csv.Error, ValueError, sqlite3.Error, OSError):
        return  # an agent may be meant to find out that it is broken


def _of_text(path: Path, packed: bool) -> Iterator[tuple[str, object]]:
    with gzip.open(path) if packed else path.open("rb") as stream:
        text = io.StringIO(stream.read(BOUND).decode("utf-8-sig", errors="replace"), newline="")
    rows = csv.reader(text, delimiter="\t" if ".tsv" in path.suffixes else ",")
    names = next(rows, [])
    for row in rows:
        yield from zip(names, row, strict=False)


def _of_json(path: Path) -> Iterator[tuple[str, object]]:
    """What lies at one place in every item of a list, or of the one object that a whole file is."""
    with path.open("rb") as stream:
        text = stream.read(BOUND)
    for whole in map(json.loads, text.splitlines() if path.suffix != ".json" else [text]):
        items = whole.values() if path.suffix == ".json" and isinstance(whole, dict) else [whole]
        for item in items:
            yield from _placed(item, _ITEM)


def _of_parquet(path: Path) -> Iterator[tuple[str, object]]:
    from pyarrow import parquet  # type: ignore[import-untyped]

    with parquet.ParquetFile(path) as file:
        for batch in file.iter_batches():
            for name, column in zip(batch.schema.names, batch.columns, strict=True):
                yield from ((name, value) for value in column.to_pylist())


def _of_database(path: Path) -> Iterator[tuple[str, object]]:
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as connection:
        query = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        for (table,) in connection.execute(query).fetchall():
            quoted = '"' + table.replace('"', '""') + '"'
            rows = connection.execute(f"SELECT * FROM {quoted}")
            names = [f"{table}.{column[0]}" for column in rows.description]
            for row in rows:
                yield from zip(names, row, strict=True)
