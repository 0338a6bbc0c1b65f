"""Another hospital system: its own people and hospitals, written as those of the first are."""

import csv

import pytest

from medgym_core import DataError
from medgym_core.source import silent
from medgym_ehr.eicu.layout import LAYOUT
from medgym_ehr.eicu.synthetic import APART, ELSEWHERE, HOME, synthesise, synthesise_elsewhere

APART_BY = ("uniquepid", "patienthealthsystemstayid", "patientunitstayid", "hospitalid")


@pytest.fixture(scope="module")
def there(tmp_path_factory):
    """The files of 60 patients of the other system."""
    out = tmp_path_factory.mktemp("there")
    synthesise_elsewhere(out, 3, 60, silent)
    return out


def stays(folder):
    with (folder / "patient.csv").open() as stream:
        return list(csv.DictReader(stream))


@pytest.mark.slow
def test_it_has_every_file(there):
    assert {path.stem for path in there.iterdir()} == set(LAYOUT.files)


@pytest.mark.slow
def test_no_patient_visit_stay_or_hospital_is_in_both(tmp_path, there):
    synthesise(tmp_path, 3, 60, silent)
    for column in APART_BY:
        here, other = ({row[column] for row in stays(folder)} for folder in (tmp_path, there))
        assert here
        assert not here & other


def test_its_people_and_identifiers_begin_where_no_build_of_the_first_ends():
    assert ELSEWHERE.first >= HOME.first + len(HOME.people) * APART
    assert ELSEWHERE.part * min(HOME.people.values()) > 100_000
    assert not ELSEWHERE.people.keys() & HOME.people.keys()


@pytest.mark.slow
def test_the_same_seed_writes_the_same_bytes_and_another_other_people(tmp_path, there):
    for name, seed in (("same", 3), ("other", 4)):
        synthesise_elsewhere(tmp_path / name, seed, 60, silent)
    written = (there / "patient.csv").read_bytes()
    assert (tmp_path / "same" / "patient.csv").read_bytes() == written
    assert (tmp_path / "other" / "patient.csv").read_bytes() != written


def test_refuses_to_write_nobody(tmp_path):
    with pytest.raises(DataError, match="one or more"):
        synthesise_elsewhere(tmp_path, 0, 0, silent)
