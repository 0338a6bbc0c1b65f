"""From files to a build: the user's path and the built-in one are the same code."""

import gzip
import shutil

import pytest

from medgym_core import DataError, Source, ensure_build
from medgym_ehr.hospital import loader
from medgym_ehr.mimic3.synthetic import synthesise
from medgym_plugin_mimic.loader import HOSPITAL


def contents(build):
    """Every file of both halves, gold aside."""
    halves = (build.public, build.private)
    return {f"{half.name}/{file.name}": file.read_bytes() for half in halves for file in half.glob("*.*")}


@pytest.fixture
def copied(raw, tmp_path):
    """A copy of the raw files that a test may spoil."""
    return shutil.copytree(raw, tmp_path / "raw")


def test_a_users_folder_builds_what_the_built_in_source_builds(family, users, raw, tmp_path):
    built_in = ensure_build(family, Source.synthetic(scale=40), tmp_path)
    assert contents(users(raw)) == contents(built_in)
    assert {"public/mimic.sqlite", "public/tables.txt", "private/questions.sqlite"} <= contents(
        built_in
    ).keys()


def test_gzipped_files_build_the_same(users, raw, copied):
    for file in list(copied.iterdir()):
        (copied / f"{file.name}.gz").write_bytes(gzip.compress(file.read_bytes()))
        file.unlink()
    assert contents(users(copied)) == contents(users(raw))


def test_another_seed_builds_another_hospital(family, build, tmp_path):
    other = ensure_build(family, Source.synthetic(seed=1, scale=40), tmp_path)
    assert family.task(other, "test", 3).turns[0].question != family.task(build, "test", 3).turns[0].question


@pytest.mark.parametrize(
    ("name", "spoil", "said"),
    [
        ("LABEVENTS.csv", lambda data: None, r"LABEVENTS.*physionet"),
        ("ICUSTAYS.csv", lambda data: data.replace(b"INTIME", b"CAME", 1), r"ICUSTAYS\.csv.*INTIME"),
        ("PATIENTS.csv", lambda data: data.replace(b'"M"', b"M,M", 1), r"PATIENTS\.csv, line \d+"),
        ("ADMISSIONS.csv", lambda data: b"", r"ADMISSIONS\.csv.*empty"),
    ],
)
def test_bad_files_are_named_with_the_mend_and_leave_nothing(family, copied, tmp_path, name, spoil, said):
    spoilt = spoil((copied / name).read_bytes())
    (copied / name).unlink()
    if spoilt is not None:
        (copied / name).write_bytes(spoilt)
    with pytest.raises(DataError, match=said):
        ensure_build(family, Source.user(copied), tmp_path / "home")
    assert list((tmp_path / "home" / "builds").iterdir()) == []


def test_a_truncated_gzip_is_told(family, copied, tmp_path):
    plain = copied / "CHARTEVENTS.csv"
    (copied / "CHARTEVENTS.csv.gz").write_bytes(gzip.compress(plain.read_bytes())[:-2000])
    plain.unlink()
    with pytest.raises(DataError, match=r"CHARTEVENTS\.csv\.gz.*(truncated|cut|incomplete)"):
        ensure_build(family, Source.user(copied), tmp_path / "home")


def test_a_smaller_hospital_is_asked_fewer_questions(family, build):
    patients = loader.read_report(build).rows["PATIENTS"]
    expected = round(HOSPITAL.sizes["test"] * patients / HOSPITAL.full)
    assert 0.9 * expected <= family.size(build, "test") <= expected


def test_synthetic_files_depend_on_the_seed_alone(tmp_path):
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        synthesise(tmp_path / name, 5, 10, lambda *_: None)
    one, two = ({f.name: f.read_bytes() for f in (tmp_path / n).iterdir()} for n in ("one", "two"))
    assert one == two
    assert len(one) == 16
