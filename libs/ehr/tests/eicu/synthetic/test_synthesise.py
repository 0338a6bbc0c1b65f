import tracemalloc

import pytest

from medgym_core import DataError
from medgym_core.source import silent
from medgym_ehr.eicu.layout import LAYOUT
from medgym_ehr.eicu.synthetic import synthesise
from medgym_ehr.eicu.synthetic.chunk import PATIENTS, draw_chunk
from medgym_ehr.synthetic.identity import Identifiers


def contents(folder):
    return {path.stem: path.read_bytes() for path in folder.iterdir()}


def made(out, seed, patients):
    synthesise(out, seed, patients, silent)
    return contents(out)


def test_headers_are_the_layouts(source):
    assert {path.stem for path in source.iterdir()} == set(LAYOUT.files)
    for name, file in LAYOUT.files.items():
        with (source / f"{name}.csv").open() as stream:
            assert stream.readline() == ",".join(f'"{column}"' for column in file.columns) + "\n"


def test_same_seed_writes_the_same_bytes(tmp_path):
    assert made(tmp_path / "one", 3, 40) == made(tmp_path / "two", 3, 40)


@pytest.mark.parametrize("seed", [4, -3, 2**70])
def test_any_other_seed_writes_other_people(tmp_path, seed):
    one, two = made(tmp_path / "one", 3, 20), made(tmp_path / "two", seed, 20)
    assert not [name for name in one if one[name] == two[name]]


@pytest.mark.parametrize("patients", [1, 150, PATIENTS, PATIENTS + 44])
def test_fewer_patients_are_the_beginning_of_more(tmp_path, source, patients):
    more = contents(source)
    for name, few in made(tmp_path, 7, patients).items():
        assert more[name].startswith(few)
        assert len(few) < len(more[name])


def test_old_files_are_replaced(tmp_path):
    made(tmp_path, 3, 30)
    assert made(tmp_path, 3, 20) == made(tmp_path / "fresh", 3, 20)


def test_progress_hears_of_every_chunk(tmp_path):
    heard = []
    synthesise(tmp_path, 0, PATIENTS + 1, lambda what, fraction: heard.append(fraction))
    assert heard == pytest.approx([0, PATIENTS / (PATIENTS + 1)])


@pytest.mark.parametrize("patients", [0, -1])
def test_refuses_to_write_nobody(tmp_path, patients):
    with pytest.raises(DataError, match="one or more"):
        synthesise(tmp_path, 0, patients, silent)
    assert not list(tmp_path.iterdir())


def test_a_chunk_holds_its_patients_only_in_their_order():
    for rows in draw_chunk(0, 5, Identifiers(0, 1, 1000, 98_999)).values():
        assert rows.patient.min() >= 0
        assert rows.patient.max() < PATIENTS
        assert (rows.patient[1:] >= rows.patient[:-1]).all()


def test_memory_does_not_grow_with_the_patients(tmp_path):
    made(tmp_path, 0, 1)  # what is kept for good is kept now
    peaks = []
    for chunks in (1, 3):
        tracemalloc.start()
        synthesise(tmp_path, 0, chunks * PATIENTS, silent)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 1.5 * peaks[0]
