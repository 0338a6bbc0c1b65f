"""Pickles of published features run in a box and nowhere else."""

import os
import pickle

import numpy as np
import pytest
from pyarrow import parquet
from scipy import sparse

from medgym_core import DataError, Source, Tier, ensure_build
from medgym_plugin_ehrshot import extra, pickled
from medgym_plugin_ehrshot.extra import Table
from medgym_plugin_ehrshot.published import read_labels
from medgym_plugin_ehrshot.target import TARGETS


def keys(raw):
    labels = (read_labels(raw, target).items() for target in TARGETS)
    return sorted({(patient, one.time) for found in labels for patient, own in found for one in own})


class Hostile:
    """Its pickle tries to reach the host, and then stands for a matrix."""

    def __init__(self, program):
        self.program = program

    def __reduce__(self):
        return exec, (self.program,)


def write(copied, name, value):
    path = copied / pickled.FILES[name]
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(value if isinstance(value, bytes) else pickle.dumps(value, protocol=4))


@pytest.fixture
def matrices(raw, copied):
    """Published features, and the row of each patient and time."""
    patients, seconds = (np.array(column) for column in zip(*keys(raw), strict=True))
    stamps = seconds.astype("datetime64[s]").astype("datetime64[us]").astype(object)
    dense = np.arange(3 * len(patients), dtype=np.float32).reshape(-1, 3)
    counts = sparse.random(len(patients), 40, 0.2, "csr", random_state=0)
    write(copied, "clmbr", {"data_matrix": dense, "patient_ids": patients, "labeling_time": stamps})
    write(copied, "count", (counts, patients, np.zeros(len(patients)), stamps))
    return dense, counts, {key: row for row, key in enumerate(keys(raw))}


@pytest.mark.slow
def test_matrices_lie_beside_the_rows_that_they_describe(family, copied, home, matrices, monkeypatch):
    monkeypatch.setattr(pickled, "SHARD_ROWS", 1_500)
    for name in ("load", "loads", "Unpickler"):
        monkeypatch.setattr(pickle, name, lambda *_, **__: pytest.fail("a pickle was run on the host"))
    build = ensure_build(family, Source.user(copied, Tier.OPEN), home)
    dense, counts, place = matrices
    for target, role in (("guo_los", "test"), ("lab_anemia", "train")):
        keys = parquet.read_table(build.private / target / f"{role}-rows.parquet").to_pylist()
        values, cells, rows = (
            parquet.read_table(build.public / target / role / f"{name}.parquet").to_pylist()
            for name in ("clmbr", "count", "rows")
        )
        for about, value, cell, row in zip(keys, values, cells, rows, strict=True):
            assert about["row_id"] == value["row_id"] == cell["row_id"] == row["row_id"]
            at = place[about["patient"], about["time"]]
            assert value["values"] == dense[at].tolist()
            assert cell["columns"] == sorted(counts[at].indices.tolist())
            assert np.isclose(sum(cell["values"]), counts[at].data.sum())
    assert "clmbr.parquet" in family.task(build, "test", 0).context
    assert "clmbr features were converted in a box" in family.report(build)


@pytest.mark.slow
def test_a_hostile_pickle_does_nothing_to_the_host(family, copied, tmp_path, home):
    home_file, mark = tmp_path / "secret", tmp_path / "mark"
    home_file.write_text("secret")
    program = f"""
import os, socket
for act in (
    lambda: open({str(mark)!r}, "w").write("was here"),
    lambda: os.system("touch {mark}"),
    lambda: os.unlink({str(home_file)!r}),
    lambda: open("data/features.pkl", "wb").write(b""),
    lambda: os.kill({os.getpid()}, 9),
    lambda: socket.create_connection(("127.0.0.1", 1), 0.2),
):
    try:
        act()
    except Exception:
        pass
"""
    write(copied, "clmbr", Hostile(program))
    before = (copied / pickled.FILES["clmbr"]).read_bytes()
    with pytest.raises(DataError, match=r"clmbr_features\.pkl cannot be loaded in a box"):
        ensure_build(family, Source.user(copied, Tier.OPEN), home)
    assert not mark.exists()
    assert home_file.read_text() == "secret"
    assert (copied / pickled.FILES["clmbr"]).read_bytes() == before
    assert not list((home / "builds").glob(".growing*"))


@pytest.mark.parametrize("value", [b"no pickle", {"a": 1}, {"data_matrix": 1, "patient_ids": 1}])
def test_what_holds_no_matrix_is_told(family, small, copied, tmp_path, value):
    write(copied, "count", value)
    path = copied / pickled.FILES["count"]
    with pytest.raises(DataError, match=r"count_features\.pkl"):
        list(pickled.shards(small, path, family.environment, tmp_path, lambda *_: None))


def shape(rows, columns, is_sparse):
    return pickled.Shape(rows, columns, is_sparse)


@pytest.mark.parametrize(
    ("declared", "data"),
    [
        (shape(2, 3, False), b"\0" * 40),
        (shape(2, 3, True), b"\0" * 40),
        (shape(1, 3, True), np.array([1, 1, -1]).tobytes()),
        (shape(1, 3, True), np.array([1, 1, 4]).tobytes() + b"\0" * 99),
        (shape(1, 3, True), np.array([1, 1, 1]).tobytes() + np.array([3], "<u4").tobytes() + b"\0" * 4),
    ],
)
def test_answers_that_do_not_fit_are_refused(declared, data, tmp_path):
    with pytest.raises(DataError, match="holds no matrix"):
        pickled._shard(declared, data, declared.rows, tmp_path / "x.pkl")


def test_rows_that_have_no_features_are_empty(tmp_path):
    shard = pickled._shard(shape(1, 2, False), np.array([7, 60]).tobytes() + b"\0\0\x80?" * 2, 1, tmp_path)
    table = Table(tmp_path, [shard])
    assert table.row(7, 60)[0].tolist() == [1, 1]
    assert table.row(7, 61)[0].tolist() == []
    assert extra.FILES == pickled.FILES
