from __future__ import annotations

import bz2
import gzip
import lzma
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path

import pyarrow
import pytest
from pyarrow import parquet

from medgym_prove.building import reading
from medgym_prove.building.reading import lines


def test_rows_of_a_database_are_lines(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    with closing(sqlite3.connect(path)) as base, base:
        base.execute('CREATE TABLE "odd ""name" (a, b, c)')
        base.execute('INSERT INTO "odd ""name" VALUES (1, NULL, \'two\')')
    assert list(lines(path)) == ["1\x1ftwo"]


def test_rows_of_a_parquet_file_are_lines(tmp_path: Path) -> None:
    parquet.write_table(pyarrow.table({"a": [1, 2], "b": ["x", None]}), tmp_path / "a.parquet")
    assert list(lines(tmp_path / "a.parquet")) == ["1\x1fx", "2"]


def test_packed_and_plain_text(tmp_path: Path) -> None:
    (tmp_path / "a.gz").write_bytes(gzip.compress(b"one\ntwo\n"))
    (tmp_path / "a.bz2").write_bytes(bz2.compress(b"one\n"))
    (tmp_path / "a.xz").write_bytes(lzma.compress(b"one\n"))
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("b.txt", "one\ntwo\n")
    (tmp_path / "a.txt").write_bytes(b"one\n\xff\n")
    assert list(lines(tmp_path / "a.bz2")) == list(lines(tmp_path / "a.xz")) == ["one\n"]
    assert list(lines(tmp_path / "a.zip")) == ["b.txt", "one\n", "two\n"]
    assert list(lines(tmp_path / "a.gz")) == ["one\n", "two\n"]
    assert list(lines(tmp_path / "a.txt")) == ["one\n", "\ufffd\n"]


def test_reading_ends_at_its_bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "BOUND", 10)
    (tmp_path / "a.txt").write_text("12345\n" * 9)
    assert len(list(lines(tmp_path / "a.txt"))) == 1
