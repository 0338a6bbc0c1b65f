"""From files to a build: the user's path and the built-in one are the same code."""

import gzip

import pytest

from medgym_core import DataError, Source, ensure_build
from medgym_ehr.hospital import loader
from medgym_ehr.mimic3.synthetic import synthesise
from medgym_ehr.testing.hospital.loader_laws import *  # noqa: F403
from medgym_ehr.testing.hospital.loader_laws import contents
from medgym_plugin_mimic.loader import HOSPITAL


@pytest.mark.slow
def test_a_build_has_these_files(users, raw):
    assert {"public/mimic.sqlite", "public/tables.txt", "private/questions.sqlite"} <= contents(
        users(raw)
    ).keys()


@pytest.mark.parametrize(
    ("name", "spoil", "said"),
    [
        ("LABEVENTS.csv", lambda data: None, r"LABEVENTS.*physionet"),
        ("ICUSTAYS.csv", lambda data: data.replace(b"INTIME", b"CAME", 1), r"ICUSTAYS\.csv.*INTIME"),
        ("PATIENTS.csv", lambda data: data.replace(b'"M"', b"M,M", 1), r"PATIENTS\.csv, line \d+"),
        ("ADMISSIONS.csv", lambda data: b"", r"ADMISSIONS\.csv.*empty"),
    ],
)
def test_bad_files_are_named_with_the_fix_and_leave_nothing(refuses, name, spoil, said):
    refuses(name, spoil, said)


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
