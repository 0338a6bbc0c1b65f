"""Rows are the same, however their file is written."""

import bz2
import csv
import gzip
import io
import json
import lzma

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medgym_core import DataError
from medgym_raw import absent, records

COLUMNS = ("Row Number", "Note", "Answer")
ROWS = [
    {"Row Number": "1", "Note": 'Two, "or"\nthree; \t µ', "Answer": "4"},
    {"Row Number": "2", "Note": "", "Answer": "NA"},
]


def as_csv(rows, delimiter=",", header=COLUMNS):
    text = io.StringIO()
    writer = csv.writer(text, delimiter=delimiter, lineterminator="\n")
    writer.writerow(header)
    writer.writerows([row[column] for column in COLUMNS] for row in rows)
    return text.getvalue()


FORMS = {
    "commas": as_csv(ROWS),
    "semicolons": as_csv(ROWS, ";"),
    "tabs": as_csv(ROWS, "\t"),
    "other spellings": as_csv(ROWS, header=("row_number", " NOTE ", "answer")),
    "blank lines before": "\n\n" + as_csv(ROWS),
    "JSON": json.dumps(ROWS),
    "indented JSON": json.dumps(ROWS, indent=1),
    "JSON by name": json.dumps({"a": ROWS[0], "b": ROWS[1]}),
    "JSON lines": "\n".join(map(json.dumps, ROWS)),
    "JSON lines with blanks": "\n\n".join(map(json.dumps, ROWS)) + "\n\n",
    "other columns beside": as_csv(ROWS).replace("\n2,", "\n2,"),
}
WRAPS = {
    "as it is": lambda text: text.encode(),
    "byte order mark": lambda text: text.encode("utf-8-sig"),
    "UTF-16": lambda text: text.encode("utf-16"),
    "CRLF": lambda text: text.replace("\n", "\r\n").encode(),
    "gzip": lambda text: gzip.compress(text.encode()),
    "bzip2": lambda text: bz2.compress(text.encode()),
    "xz": lambda text: lzma.compress(text.encode()),
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("wrap", WRAPS)
def test_rows_are_the_same_however_their_file_is_written(tmp_path, form, wrap):
    path = tmp_path / "rows.csv"
    path.write_bytes(WRAPS[wrap](FORMS[form]))
    assert [dict(one.fields) for one in records(path, COLUMNS)] == ROWS


cells = st.text(st.characters(codec="utf-8", exclude_characters="\r\x00"), max_size=20)


@given(st.lists(st.fixed_dictionaries({column: cells for column in COLUMNS}), min_size=1, max_size=5))
def test_any_text_comes_back(tmp_path_factory, rows):
    path = tmp_path_factory.mktemp("any") / "rows.csv"
    for text in (as_csv(rows), "\n".join(map(json.dumps, rows))):
        path.write_text(text, encoding="utf-8", newline="")
        assert [dict(one.fields) for one in records(path, COLUMNS)] == rows


def test_places_are_lines_of_an_editor(tmp_path):
    (path := tmp_path / "a.csv").write_text(as_csv(ROWS))
    assert [one.where for one in records(path)] == ["a.csv:2", "a.csv:4"]


@pytest.mark.parametrize(
    ("data", "where"),
    [
        (b'a,b\n1,"open\n', "rows.csv:2"),
        (b'{"a": 1}\n{"a": \n', "rows.csv:2"),
        (b'[{"a": 1},', "rows.csv: Expecting"),
        (b"[1]", "rows.csv, record 1: no JSON object"),
        ("a,b\n1,Zoë".encode("latin-1"), "rows.csv is damaged, or no text"),
        (gzip.compress(b"a,b\n" * 9, mtime=0)[:-9], "rows.csv is damaged"),
    ],
)
def test_what_is_damaged_is_named_with_its_place(tmp_path, data, where):
    (path := tmp_path / "rows.csv").write_bytes(data)
    with pytest.raises(DataError) as caught:
        list(records(path))
    assert str(caught.value).startswith(where)


@pytest.mark.parametrize("cell", ["", " ", "NA", "nan", "NULL", "\\N", "None", "<NA>", None, float("nan")])
def test_absent_cells(cell):
    assert absent(cell)


@pytest.mark.parametrize("cell", ["0", 0, "no", False, "n.a. of"])
def test_cells_that_are_not_absent(cell):
    assert not absent(cell)
