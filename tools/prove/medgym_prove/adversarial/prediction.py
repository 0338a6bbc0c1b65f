"""Changes of a prediction file: those that a verifier must refuse, and those that it must not notice."""

from __future__ import annotations

import csv
import io
import random
from collections.abc import Iterator, Sequence
from typing import Literal

Change = tuple[str, bytes]
"""Name of the change, and the file."""


def spoilt(data: bytes, keys: Sequence[str]) -> Iterator[Change]:
    """Files that predict nothing, or do not hold each row once; ``keys`` are the columns that name a row."""
    header, table = _read(data)
    places = [place for place, name in enumerate(header) if name not in keys]
    if not table or not places:
        return
    draws = random.Random(0)
    order = draws.sample(range(len(table)), len(table))
    yield "constant predictions", _written(header, _with(table, places, [table[0]] * len(table)))
    yield "permuted predictions", _written(header, _with(table, places, [table[row] for row in order]))
    yield "reversed ranking", _written(header, _reversed(table, places))
    yield "missing row", _written(header, table[:-1])
    yield "duplicate row", _written(header, [*table, table[0]])
    yield "number as text", _written(header, _with(table, places, [["high"] * len(header), *table[1:]]))
    yield "not a number", _written(header, _with(table, places, [["nan"] * len(header), *table[1:]]))
    yield "renamed column", _written([*header[:-1], f"{header[-1]}_"], table)
    yield "no rows", _written(header, [])


def restated(data: bytes, keys: Sequence[str]) -> Iterator[Change]:
    """The same predictions in another form; ``keys`` are the columns that name a row."""
    header, table = _read(data)
    shuffled = random.Random(0).sample(table, len(table))
    yield "shuffled rows", _written(header, shuffled)
    yield "reversed columns", _written(header[::-1], [row[::-1] for row in table])
    yield "lines that end in CR LF", _written(header, table).replace(b"\n", b"\r\n")
    for name in ("", "index", "Unnamed: 0"):
        numbered = [[str(place), *row] for place, row in enumerate(table)]
        yield f"index column {name!r}", _written([name, *header], numbered)
    yield "another column", _written([*header, "note"], [[*row, "nan"] for row in table])
    yield "two columns of one name", _written(["x", "x", *header], [["", "1", *row] for row in table])
    yield "byte order mark", b"\xef\xbb\xbf" + _written(header, table)
    yield "everything in quotes", _written(header, table, quoting=csv.QUOTE_ALL)
    yield (
        "blanks around cells",
        _written([f" {name} " for name in header], [[f" {c} " for c in r] for r in table]),
    )
    yield "empty lines", _written(header, table).replace(b"\n", b"\n\n")
    yield "no end of the last line", _written(header, table).rstrip(b"\n")
    places = [place for place, name in enumerate(header) if name not in keys]
    plain = [
        [f"{float(cell):.17e}" if place in places else cell for place, cell in enumerate(row)]
        for row in table
    ]
    yield "numbers with an exponent", _written(header, plain)


def _read(data: bytes) -> tuple[list[str], list[list[str]]]:
    lines = list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")))
    return (lines[0], [line for line in lines[1:] if line]) if lines else ([], [])


def _with(
    table: Sequence[list[str]], places: Sequence[int], donors: Sequence[Sequence[str]]
) -> list[list[str]]:
    """``table`` with the cells at ``places`` of each row taken from the row's donor."""
    return [
        [donor[place] if place in places else cell for place, cell in enumerate(row)]
        for row, donor in zip(table, donors, strict=True)
    ]


def _reversed(table: Sequence[list[str]], places: Sequence[int]) -> list[list[str]]:
    """The highest prediction where the lowest was, and so on, with the same values."""
    swapped = [list(row) for row in table]
    for place in places:
        order = sorted(range(len(table)), key=lambda row: float(table[row][place]))
        for low, high in zip(order, order[::-1], strict=True):
            swapped[low][place] = table[high][place]
    return swapped


def _written(
    header: Sequence[str], table: Sequence[Sequence[str]], quoting: Literal[0, 1] = csv.QUOTE_MINIMAL
) -> bytes:
    stream = io.StringIO(newline="")
    csv.writer(stream, lineterminator="\n", quoting=quoting).writerows([header, *table])
    return stream.getvalue().encode()
