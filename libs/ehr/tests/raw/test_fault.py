import gzip

import pytest

from medgym_core import DataError
from medgym_core.source import silent
from medgym_ehr.raw.layout import Layout, raw_file
from medgym_ehr.raw.reading import RawFolder

HEADER = "ROW_ID,PERSON,NOTE,WEIGHT,SEEN\n"
ROWS = "".join(f"{row},ada,note,1.5,2101-02-03 04:05:06\n" for row in range(3))


def _said(clinic, text, name="VISITS.csv", **how):
    with pytest.raises(DataError) as caught:
        clinic(text, name, **how).table("VISITS")
    return str(caught.value)


@pytest.mark.parametrize(
    ("row", "complaint"),
    [
        ("4,ada,note,1.5", "5 fields expected, 4 found"),
        ("4,ada,note,1.5,,", "5 fields expected, 6 found"),
        ("4.5,ada,note,1.5,", "ROW_ID is not a whole number"),
        ("4,ada,note,heavy,", "WEIGHT is not a number"),
        ("4,ada,note,1.5,noon", "SEEN is not a time written YYYY-MM-DD HH:MM:SS"),
        ('4,ada,"open,1.5,', "5 fields expected, 3 found"),
    ],
)
def test_a_row_that_does_not_fit(clinic, row, complaint):
    assert f"VISITS.csv, line 5: {complaint}" in _said(clinic, HEADER + ROWS + row + "\n")


@pytest.mark.parametrize("piece", [96, 8 << 20])
def test_lines_are_those_of_an_editor(clinic, piece):
    """Line breaks within fields and blank lines count, wherever batches end."""
    rows = '1,ada,"two\nlines",1,\n\n' * 10
    assert "line 32: WEIGHT" in _said(clinic, HEADER + rows + "4,ada,note,heavy,\n", piece=piece)


def test_a_time_of_day_that_is_none(tmp_path):
    (tmp_path / "SHIFTS.csv").write_text("BEGINS\n06:30:00\nnoon\n")
    shifts = Layout("Clinic v2", {"SHIFTS": raw_file("SHIFTS", "BEGINS:clock")})
    with pytest.raises(DataError, match=r"line 3: BEGINS is not a time of day written HH:MM:SS"):
        RawFolder(shifts, tmp_path, silent).table("SHIFTS")


def test_values_are_not_quoted(clinic):
    for row in ("4,SECRET,note,SECRET,", "4,SECRET"):
        assert "SECRET" not in _said(clinic, HEADER + row + "\n")


def test_the_column_is_named_where_others_are_not_read(clinic):
    header = "EXTRA," + HEADER
    assert "line 2: WEIGHT is not" in _said(clinic, header + "x,1,ada,note,heavy,\n")


def test_another_encoding(clinic):
    latin = (HEADER + "1,Zoë,,,\n").encode("latin-1")
    assert "line 2: PERSON is not UTF-8; convert" in _said(clinic, latin)


def test_a_row_without_end(clinic):
    text = HEADER + '1,ada,"' + "x" * 5000 + "\n"
    assert "look for a quotation mark that is not closed" in _said(clinic, text, piece=512)


NOTES = "".join(f"{row},ada,{row**9},1.5,\n" for row in range(5000))
PACKED = gzip.compress((HEADER + NOTES).encode(), mtime=0)


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (PACKED[:-200], "is cut short; download it again"),
        (PACKED[:-6] + b"xx" + PACKED[-4:], "is not whole packed data"),
        (PACKED[:20_000] + b"xxxx" + PACKED[20_004:], "is not whole packed data"),
        (PACKED[:8], "is not whole packed data"),
        (b"", "is empty; download it again"),
    ],
)
def test_damaged_archives(clinic, data, complaint):
    assert f"VISITS.csv.gz {complaint}" in _said(clinic, data, "VISITS.csv.gz")


def test_an_empty_file(clinic):
    assert "VISITS.csv is empty" in _said(clinic, "")
