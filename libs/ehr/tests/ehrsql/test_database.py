import sqlite3

import numpy as np
import pyarrow as pa
import pytest

from medgym_core import DataError
from medgym_core.source import silent
from medgym_ehr.ehrsql.database import write_database

SCHEMA = "CREATE TABLE VISIT (ROW_ID INTEGER PRIMARY KEY, SEEN TIMESTAMP, NAME VARCHAR(9) NOT NULL);"
INDEX = "CREATE INDEX VISIT_NAME ON VISIT (NAME);"
TIMES = pa.array(np.array(["2105-01-02T03:04:05", "NaT"], "datetime64[s]"))
ROWS = pa.table({"NAME": ["a", "b"], "SEEN": TIMES, "ROW_ID": [0, 1]})


def test_rows_go_in_by_the_name_of_the_column(tmp_path):
    counts = write_database(tmp_path / "new" / "x.sqlite", SCHEMA, INDEX, [("VISIT", ROWS)], silent)
    database = sqlite3.connect(tmp_path / "new" / "x.sqlite")
    assert database.execute("SELECT * FROM VISIT").fetchall() == [
        (0, "2105-01-02 03:04:05", "a"),
        (1, None, "b"),
    ]
    assert counts == {"VISIT": 2}
    assert database.execute("SELECT count(*) FROM sqlite_master WHERE type = 'index'").fetchone() == (1,)


def test_a_table_in_pieces_is_what_it_is_at_once(tmp_path):
    pieces = [("VISIT", ROWS.slice(0, 1)), ("VISIT", ROWS.slice(1))]
    assert write_database(tmp_path / "x", SCHEMA, INDEX, pieces, silent) == {"VISIT": 2}
    write_database(tmp_path / "y", SCHEMA, INDEX, [("VISIT", ROWS)], silent)
    rows = [sqlite3.connect(tmp_path / name).execute("SELECT * FROM VISIT").fetchall() for name in "xy"]
    assert rows[0] == rows[1]


def test_the_same_rows_give_the_same_bytes(tmp_path):
    for name in ("x", "y"):
        write_database(tmp_path / name, SCHEMA, INDEX, [("VISIT", ROWS)], silent)
    assert (tmp_path / "x").read_bytes() == (tmp_path / "y").read_bytes()


def _interrupted():
    yield "VISIT", ROWS
    raise KeyboardInterrupt


def test_an_interrupted_one_leaves_what_stood(tmp_path):
    (tmp_path / "x").write_text("old")
    with pytest.raises(KeyboardInterrupt):
        write_database(tmp_path / "x", SCHEMA, INDEX, _interrupted(), silent)
    assert [path.name for path in tmp_path.iterdir()] == ["x"]
    assert (tmp_path / "x").read_text() == "old"


def test_rows_that_break_the_schema(tmp_path):
    nameless = ROWS.set_column(0, "NAME", pa.array([None, "b"]))
    with pytest.raises(
        DataError, match=r"VISIT: NOT NULL constraint failed: VISIT.NAME; the raw files are not"
    ):
        write_database(tmp_path / "x", SCHEMA, INDEX, [("VISIT", nameless)], silent)
    assert list(tmp_path.iterdir()) == []
