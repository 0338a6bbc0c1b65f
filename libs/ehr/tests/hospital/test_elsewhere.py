"""Which files of a source are the other hospital's, and what is no other hospital."""

import sqlite3
from contextlib import closing
from types import SimpleNamespace

import pytest

from medgym_core import DataError
from medgym_ehr.hospital import Elsewhere
from medgym_ehr.hospital.elsewhere import FOLDER, parted, require_apart, site_split
from medgym_raw import files

BOTH = Elsewhere(
    synthesise=lambda *_: None,
    patients=300,
    fewest=40,
    full=200,
    size=300,
    apart={"patients": "SELECT id FROM patient"},
)
ONE, TWO = SimpleNamespace(elsewhere=None), SimpleNamespace(elsewhere=BOTH)


def laid(raw, *names):
    for name in names:
        (raw / name).parent.mkdir(parents=True, exist_ok=True)
        (raw / name).write_text(name)


def names(folder):
    return {str(path.relative_to(folder)): path.read_text() for path in files(folder)}


@pytest.fixture
def scratch(tmp_path):
    (tmp_path / "scratch").mkdir()
    return tmp_path / "scratch"


@pytest.mark.parametrize("above", ["", "v2/"])
def test_what_lies_in_the_folder_is_the_other_hospitals_alone(tmp_path, scratch, above):
    raw = tmp_path / "raw"
    laid(raw, "patient.csv", "deep/lab.csv", f"{above}{FOLDER}/lab.csv", f"{above}{FOLDER}/deep/x.csv")
    with parted(TWO, raw, scratch) as (home, other):
        assert names(home) == {"patient.csv": "patient.csv", "deep/lab.csv": "deep/lab.csv"}
        assert other == raw / above / FOLDER
    assert not list(scratch.iterdir())


def test_a_source_without_the_folder_is_left_as_it_is(tmp_path, scratch):
    laid(tmp_path / "raw", "patient.csv")
    with parted(TWO, tmp_path / "raw", scratch) as sources:
        assert sources == (tmp_path / "raw", None)


def test_a_family_that_asks_about_one_hospital_reads_all_as_before(tmp_path, scratch):
    laid(tmp_path / "raw", "patient.csv", f"{FOLDER}/patient.csv")
    with parted(ONE, tmp_path / "raw", scratch) as sources:
        assert sources == (tmp_path / "raw", None)


def test_two_other_hospitals_are_refused(tmp_path, scratch):
    laid(tmp_path / "raw", f"a/{FOLDER}/patient.csv", f"b/{FOLDER}/patient.csv")
    with (
        pytest.raises(DataError, match=f"both a/{FOLDER} and b/{FOLDER}"),
        parted(TWO, tmp_path / "raw", scratch),
    ):
        pass


def database(path, *ids):
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE patient (id)")
        connection.executemany("INSERT INTO patient VALUES (?)", [(one,) for one in ids])
    return path


def test_whoever_is_in_both_is_refused_and_not_named(tmp_path):
    home = database(tmp_path / "home", "031-1", "031-2", "031-3")
    require_apart(TWO, home, database(tmp_path / "there", "041-1"))
    with pytest.raises(DataError, match="no other hospital: 2 patients") as caught:
        require_apart(TWO, home, database(tmp_path / "here", "031-2", "031-3"))
    assert "031-" not in str(caught.value)


def test_the_split_is_extra_and_of_another_site_and_only_where_there_is_one():
    assert site_split(ONE, 0.1) == {}
    (split,) = site_split(TWO, 0.1).values()
    assert (split.size, split.novel, split.evaluation, split.counted) == (300, "site", True, False)


@pytest.mark.parametrize(("scale", "beside"), [(600, 300), (1200, 600), (60, 40), (1, 40)])
def test_the_other_hospital_grows_with_the_scale(scale, beside):
    assert BOTH.patients_beside(scale, 600) == beside
