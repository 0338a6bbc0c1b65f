import numpy as np
import pyarrow as pa
import pytest

from medgym_ehr.raw.layout import Layout, raw_file
from medgym_ehr.synthetic.files import RawWriter, Rows, optional

LAYOUT = Layout("a hospital", {"A": raw_file("A", "ROW_ID:int WHEN:time HOW HOW_MUCH:real ID:int")})
COUNTED = {"A": "ROW_ID"}


def written(folder, *parts, layout=LAYOUT, counted=COUNTED):
    with RawWriter(folder, layout, counted) as writer:
        for part in parts:
            writer.append("A", part)
    return (folder / "A.csv").read_text().splitlines()


def rows(**columns):
    return Rows(np.arange(len(next(iter(columns.values())))), columns)


def test_texts_are_quoted_and_times_and_numbers_are_bare(tmp_path):
    times = np.array(["2150-01-02T03:04:00"], dtype="datetime64[s]")
    part = rows(WHEN=times, HOW=np.array(["a, b"], object), HOW_MUCH=np.array([2.5]), ID=np.array([7]))
    assert written(tmp_path, part)[1] == '1,2150-01-02 03:04:00,"a, b",2.5,7'


def test_nulls_are_empty(tmp_path):
    part = rows(
        WHEN=np.array(["NaT"], dtype="datetime64[s]"),
        HOW=np.array([None], object),
        HOW_MUCH=np.array([np.nan]),
        ID=optional(np.array([7]), np.array([False])),
    )
    assert written(tmp_path, part)[1] == "1,,,,"


def test_columns_left_out_are_empty(tmp_path):
    assert written(tmp_path, rows(ID=np.array([7])))[1] == "1,,,,7"


def test_the_header_stands_without_rows(tmp_path):
    assert written(tmp_path) == ['"ROW_ID","WHEN","HOW","HOW_MUCH","ID"']


def test_rows_are_numbered_through(tmp_path):
    lines = written(tmp_path, rows(ID=np.array([7, 8])), rows(ID=np.array([9])))
    assert lines[1:] == ["1,,,,7", "2,,,,8", "3,,,,9"]


def test_what_is_not_counted_is_given(tmp_path):
    part = rows(ROW_ID=np.array([12]), ID=np.array([7]))
    assert written(tmp_path, part, counted={})[1] == "12,,,,7"


def test_times_of_day(tmp_path):
    layout = Layout("a hospital", {"A": raw_file("A", "BEGINS:clock")})
    part = rows(BEGINS=pa.array([3661, None], pa.int32()))
    assert written(tmp_path, part, layout=layout, counted={})[1:] == ["01:01:01", ""]


def test_an_unknown_column_is_refused(tmp_path):
    with pytest.raises(ValueError, match="A has no column WHO"):
        written(tmp_path, rows(WHO=np.array([1])))


def test_rows_of_the_first_patients():
    cut = Rows(np.array([0, 0, 2, 3]), {"ID": np.arange(4)}).of_first(3)
    assert cut.columns["ID"].tolist() == [0, 1, 2]
    assert cut.patient.tolist() == [0, 0, 2]
