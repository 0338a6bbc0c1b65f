import bz2
import datetime
import gzip
import lzma
import weakref

import pytest

from medgym_core import DataError
from medgym_ehr.raw.layout import Layout, raw_file
from medgym_ehr.raw.reading import selection

HEADER = "ROW_ID,PERSON,NOTE,WEIGHT,SEEN\n"
GOOD = HEADER + '1, Ada ,"Two, or\nthree",61.5,2101-02-03 04:05:06\n2,BOB,"",,\n'


def test_values_are_typed_trimmed_and_lower(clinic):
    first, second = clinic(GOOD).table("VISITS").to_pylist()
    assert first == {
        "ROW_ID": 1,
        "PERSON": "ada",
        "NOTE": "two, or\nthree",
        "WEIGHT": 61.5,
        "SEEN": datetime.datetime(2101, 2, 3, 4, 5, 6),
    }
    assert list(second.values()) == [2, "bob", None, None, None]


def test_case_is_kept_on_request(clinic):
    assert clinic(GOOD, lower=False).table("VISITS")["PERSON"].to_pylist() == ["Ada", "BOB"]


def test_blank_texts_are_null(clinic):
    assert clinic(HEADER + '1,"  ",\t,,\n').table("VISITS").to_pylist()[0]["PERSON"] is None


@pytest.mark.parametrize("text", [GOOD.lower(), "\ufeff" + GOOD, GOOD.replace("\n", "\r\n")])
def test_headers_in_any_case_byte_order_marks_and_line_ends(clinic, text):
    assert clinic(text).table("VISITS")["PERSON"].to_pylist() == ["ada", "bob"]


def test_columns_are_found_by_name(clinic):
    swapped = 'EXTRA,SEEN,NOTE,PERSON,ROW_ID,WEIGHT\n"x",2101-02-03 00:00:00,n,ada,7,1\n'
    assert clinic(swapped).table("VISITS").to_pylist()[0]["ROW_ID"] == 7


@pytest.mark.parametrize("name", ["visits.csv", "Visits.CSV", "VISITS.csv.gz", "visits.CSV.GZ"])
def test_names_in_any_case_and_packed_files(clinic, name):
    data = gzip.compress(GOOD.encode()) if name.lower().endswith("gz") else GOOD
    assert clinic(data, name).table("VISITS").num_rows == 2


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress, bytes])
def test_how_a_file_is_packed_is_told_by_its_bytes(clinic, pack):
    assert clinic(pack(GOOD.encode()), "VISITS.csv.gz").table("VISITS").num_rows == 2


@pytest.mark.parametrize("absent", ["", "NA", "NaN", "NULL", "None", "\\N", "<NA>", "n/a"])
def test_absent_numbers_and_times_however_they_are_written(clinic, absent):
    (row,) = clinic(HEADER + f"1,NA,none,{absent},{absent}\n").table("VISITS").to_pylist()
    assert (row["PERSON"], row["NOTE"], row["WEIGHT"], row["SEEN"]) == ("na", "none", None, None)


@pytest.mark.parametrize("row", ["7.0", "7", " 7", "7.00"])
def test_whole_numbers_as_tools_write_them(clinic, row):
    assert clinic(HEADER + f"{row},a,,,\n").table("VISITS")["ROW_ID"].to_pylist() == [7]


@pytest.mark.parametrize("time", ["2101-02-03T04:05:06", "2101-02-03 04:05:06 UTC", "2101-02-03T04:05:06Z"])
def test_times_as_tools_write_them(clinic, time):
    (seen,) = clinic(HEADER + f"1,a,,,{time}\n").table("VISITS")["SEEN"].to_pylist()
    assert seen == datetime.datetime(2101, 2, 3, 4, 5, 6)


def test_a_file_packed_in_two_members(clinic):
    parts = gzip.compress(GOOD.encode()) + gzip.compress(b"3,c,,,\n")
    assert clinic(parts, "VISITS.csv.gz").table("VISITS").num_rows == 3


def test_a_header_alone_is_an_empty_table(clinic):
    assert clinic(HEADER).table("VISITS").to_pylist() == []


def test_one_batch_is_held_at_a_time(clinic):
    rows = HEADER + "".join(f"{row},ada,note,1,\n" for row in range(20_000))
    seen, alive = 0, []
    for batch in clinic(rows, piece=4096).batches("VISITS"):
        assert sum(reference() is not None for reference in alive) <= 1
        alive.append(weakref.ref(batch))
        seen += batch.num_rows
        assert batch.nbytes < 20_000
    assert seen == 20_000
    assert len(alive) > 50


def test_progress_runs_to_the_end_of_the_file(clinic):
    told = []
    folder = clinic(HEADER + "1,ada,,,\n" * 20_000, piece=1024, progress=lambda *said: told.append(said))
    list(folder.batches("VISITS"))
    fractions = [fraction for what, fraction in told if what == "reading VISITS.csv"]
    assert fractions == sorted(fractions)
    assert fractions[0] < 0.5
    assert fractions[-1] == 1


def test_a_selection_reads_a_column_as_another_type():
    layout = Layout("Clinic", {"CODES": raw_file("CODES", "ROW_ID:int CODE TEXT WEIGHT:real")})
    columns = selection(layout, {"CODES": "WEIGHT CODE:int"}).files["CODES"].columns
    assert list(columns.items()) == [("WEIGHT", "real"), ("CODE", "integer")]


def test_a_required_column_that_is_empty(clinic):
    with pytest.raises(DataError, match=r"VISITS.csv, line 4: PERSON is empty"):
        clinic(HEADER + '1,a,"two\nlines",,\n2,,,,\n', required=["PERSON"]).table("VISITS")


@pytest.mark.parametrize("weight", ["-inf", "inf"])
def test_a_number_that_is_none(clinic, weight):
    with pytest.raises(DataError, match=r"line 3: WEIGHT is not a finite number"):
        clinic(HEADER + f"1,a,,1,\n2,a,,{weight},\n").table("VISITS")
