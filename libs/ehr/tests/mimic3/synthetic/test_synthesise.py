import tracemalloc

import pytest

from medgym_core import DataError
from medgym_core.source import silent
from medgym_ehr.mimic3 import synthetic
from medgym_ehr.mimic3.layout import LAYOUT
from medgym_ehr.mimic3.synthetic import synthesise
from medgym_ehr.mimic3.synthetic.part import PEOPLE
from medgym_patient import simulate

DICTIONARIES = {"D_ICD_DIAGNOSES", "D_ICD_PROCEDURES", "D_LABITEMS", "D_ITEMS"}


def contents(folder):
    return {path.stem: path.read_bytes() for path in folder.iterdir()}


def made(out, seed, patients):
    synthesise(out, seed, patients, silent)
    return contents(out)


def test_writes_every_file_of_the_layout_and_no_other(source):
    assert {path.name for path in source.iterdir()} == {f"{name}.csv" for name in LAYOUT.files}


def test_headers_are_the_layouts(source):
    for name, file in LAYOUT.files.items():
        with (source / f"{name}.csv").open() as stream:
            assert stream.readline() == ",".join(f'"{column}"' for column in file.columns) + "\n"


@pytest.fixture(scope="module")
def few(tmp_path_factory):
    """The files of 20 patients of seed 3."""
    return made(tmp_path_factory.mktemp("few"), 3, 20)


@pytest.mark.slow
def test_same_seed_writes_the_same_bytes_over_old_files(tmp_path, few):
    (tmp_path / "PATIENTS.csv").write_text("old")
    assert made(tmp_path, 3, 20) == few


@pytest.mark.slow
@pytest.mark.parametrize("seed", [4, -3, 2**70])
def test_any_other_seed_writes_other_people(tmp_path, few, seed):
    other = made(tmp_path, seed, 20)
    assert {name for name in few if few[name] == other[name]} == DICTIONARIES


@pytest.mark.slow
@pytest.mark.parametrize("patients", [1, PEOPLE + 44])
def test_fewer_patients_are_the_beginning_of_more_in_any_batches(tmp_path, source, monkeypatch, patients):
    monkeypatch.setattr(synthetic, "BATCH", 200)
    more = contents(source)
    for name, few in made(tmp_path, 7, patients).items():
        assert more[name].startswith(few)
        assert name in DICTIONARIES or len(few) < len(more[name])


@pytest.mark.slow
def test_progress_hears_of_every_part(tmp_path):
    heard = []
    synthesise(tmp_path, 0, PEOPLE + 1, lambda what, fraction: heard.append(fraction))
    assert heard == pytest.approx([0, PEOPLE / (PEOPLE + 1), 1])


@pytest.mark.parametrize("patients", [0, -1])
def test_refuses_to_write_nobody(tmp_path, patients):
    with pytest.raises(DataError, match="one or more"):
        synthesise(tmp_path, 0, patients, silent)
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_memory_does_not_grow_with_the_patients(tmp_path, monkeypatch):
    """Of the rendering; the simulation's own is the patient model's concern."""
    (simulated,) = simulate(0, 48, synthetic.SITE)
    monkeypatch.setattr(synthetic, "simulate", lambda seed, people, site, batch: [simulated] * (people // 48))
    synthesise(tmp_path, 0, 48, silent)  # what is kept for good is kept now
    peaks = []
    for batches in (1, 3):
        tracemalloc.start()
        synthesise(tmp_path, 0, batches * 48, silent)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 1.5 * peaks[0]
