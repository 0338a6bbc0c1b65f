"""The tables of a build: what tasks show, and apart from it the entities that gold is computed from."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from medgym_core import Build, DataError

TASKS, ENTITIES = "tasks.sqlite", "entities.sqlite"
"""Files of the public and of the private half."""


class Entry(NamedTuple):
    """What a task shows."""

    calculator: int
    """Calculator ID."""
    question: str
    """Question, without the note."""
    note: str
    """Note."""
    subject: str
    """Parameter cell of a generated row, note of a published one."""
    published: bool
    """Whether it is a published row."""


class Hidden(NamedTuple):
    """What a task does not show."""

    entities: str
    """Entities, as a Python literal."""
    stated: str
    """Parameter to the sentence of the note that states it, as JSON."""


def write(path: Path, rows: Iterable[tuple[str, int, Iterable[str | int]]], columns: str) -> None:
    """A table ``entry`` of rows with their split and position."""
    marks = ", ".join("?" for _ in columns.split(","))
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(f"CREATE TABLE entry (split, position, {columns}, PRIMARY KEY (split, position))")
        flat = ((split, position, *cells) for split, position, cells in rows)
        connection.executemany(f"INSERT INTO entry VALUES (?, ?, {marks})", flat)


def size(build: Build, split: str) -> int:
    """Number of entries of a split."""
    (count,) = _query(build.public / TASKS, "SELECT count(*) FROM entry WHERE split = ?", split)[0]
    return int(count)


def subjects(build: Build, split: str) -> list[str]:
    """The subjects of a split."""
    found = _query(build.public / TASKS, "SELECT subject FROM entry WHERE split = ? ORDER BY position", split)
    return [str(subject) for (subject,) in found]


def entry(build: Build, split: str, index: int) -> Entry:
    """What a task shows.

    Raises:
        DataError: if the split has no such task.
    """
    number, question, note, subject, published = _cells(build.public / TASKS, Entry._fields, split, index)
    return Entry(int(number), str(question), str(note), str(subject), bool(published))


def hidden(build: Build, split: str, index: int) -> Hidden:
    """What a task does not show.

    Raises:
        DataError: if the split has no such task.
    """
    entities, stated = _cells(build.private / ENTITIES, Hidden._fields, split, index)
    return Hidden(str(entities), str(stated))


def _cells(path: Path, columns: Iterable[str], split: str, index: int) -> tuple[str | int, ...]:
    query = f"SELECT {', '.join(columns)} FROM entry WHERE split = ? AND position = ?"
    found = _query(path, query, split, index)
    if not found:
        raise DataError(f"there is no task {index} of {split} in {path.parents[1]}; see `medgym data build`")
    return found[0]


def _query(path: Path, query: str, *values: str | int) -> list[tuple[str | int, ...]]:
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro&immutable=1", uri=True)) as connection:
        return connection.execute(query, values).fetchall()
