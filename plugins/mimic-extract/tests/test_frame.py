"""Frames as pandas itself stores them, read without it."""

import pickle

import h5py
import numpy as np
import pandas as pd
import pytest

from medgym_core import DataError
from medgym_plugin_mimic_extract.frame import Frame

IDS = ["subject_id", "hadm_id", "icustay_id"]
pytestmark = pytest.mark.filterwarnings("ignore::pandas.errors.PerformanceWarning")


def stored(tmp_path, frame, **options):
    frame.to_hdf(tmp_path / "frame.h5", key="frame", **options)
    return Frame(h5py.File(tmp_path / "frame.h5"), "frame")


def hourly(values, names):
    rows = pd.MultiIndex.from_tuples([(3, 5, 7, 0), (3, 5, 7, 1), (4, 6, 8, 0)], names=[*IDS, "hours_in"])
    return pd.DataFrame(values, index=rows, columns=names)


def people(**columns):
    rows = pd.MultiIndex.from_tuples([(3, 5, 7), (4, 6, 8)], names=IDS)
    return pd.DataFrame(columns, index=rows)


def test_a_fixed_frame_with_two_levels_of_columns(tmp_path):
    names = pd.MultiIndex.from_tuples([("ph", "mean"), ("heart rate", "mean")], names=["LEVEL2", "Function"])
    frame = stored(tmp_path, hourly([[7.4, np.nan], [7.3, 80], [7.2, 90]], names))
    found = frame.numbers([("heart rate", "mean"), ("ph", "mean")], 1, 3)
    assert found.tolist() == [[80, 7.3], [90, 7.2]]
    assert frame.index["icustay_id"].tolist() == [7, 7, 8]
    assert frame.index["hours_in"].tolist() == [0, 1, 0]
    assert frame.rows() == 3


def test_a_fixed_frame_of_several_blocks(tmp_path):
    frame = stored(tmp_path, hourly([[1, 0.5, 2]] * 3, ["vent", "dose", "vaso"]).astype({"vent": "int8"}))
    assert frame.numbers([("vaso",), ("vent",), ("dose",)], 0, 1).tolist() == [[2, 1, 0.5]]


@pytest.mark.parametrize("stay", ["category", object])
def test_a_table_of_texts_numbers_and_times(tmp_path, stay):
    times = pd.to_datetime(["2130-01-01 05:06:07", None]).astype("datetime64[ns]")
    frame = stored(
        tmp_path,
        people(
            gender=pd.Series(["M", None], dtype=stay).to_numpy(), intime=times, age=[40.0, 300.0], icu=[0, 1]
        ).astype({"gender": stay}),
        format="table",
    )
    assert frame.texts("gender") == ["M", None]
    assert frame.hours_of_day("intime").tolist() == [5, -1]
    assert frame.numbers([("icu",), ("age",)], 0, 2).tolist() == [[0, 40], [1, 300]]
    assert frame.index["subject_id"].tolist() == [3, 4]


def test_pickled_texts_are_refused(tmp_path):
    frame = stored(tmp_path, people(gender=np.array(["M", "F"], dtype=object)).astype(object))
    with pytest.raises(DataError, match="pickled objects"):
        frame.texts("gender")
    with pytest.raises(DataError, match=r"pickled objects.*format='table'"):
        frame.numbers([("gender",)], 0, 2)


def test_a_pickle_in_an_attribute_is_not_run(tmp_path):
    class Harmful:
        def __reduce__(self):
            return (pytest.fail, ("a pickle was run",))

    people(age=[1.0, 2.0]).to_hdf(tmp_path / "frame.h5", key="frame", format="table")
    with h5py.File(tmp_path / "frame.h5", "r+") as file:
        file["frame/table"].attrs["values_block_0_kind"] = np.bytes_(pickle.dumps(Harmful(), 0))
        with pytest.raises(DataError, match="could run code"):
            Frame(file, "frame")


def test_what_is_not_there_is_named(tmp_path):
    frame = stored(tmp_path, people(age=[1.0, 2.0]), format="table")
    for read in (lambda: frame.texts("gender"), lambda: frame.numbers([("los",)], 0, 2)):
        with pytest.raises(DataError, match="has no column"):
            read()
    with pytest.raises(DataError, match="holds no times"):
        frame.hours_of_day("age")
    with (
        h5py.File(tmp_path / "frame.h5") as file,
        pytest.raises(DataError, match="no frame 'other', only frame"),
    ):
        Frame(file, "other")


def test_a_series_is_no_frame(tmp_path):
    pd.Series([1.0]).to_hdf(tmp_path / "frame.h5", key="frame")
    with h5py.File(tmp_path / "frame.h5") as file, pytest.raises(DataError, match="pandas_type 'series'"):
        Frame(file, "frame")
