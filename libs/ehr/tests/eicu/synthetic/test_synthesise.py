import tracemalloc

import pytest

from medgym_core import DataError
from medgym_core.source import silent
from medgym_ehr.eicu import synthetic
from medgym_ehr.eicu.layout import LAYOUT
from medgym_ehr.eicu.synthetic import PEOPLE, parts, synthesise
from medgym_ehr.eicu.synthetic.rendering import render


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


@pytest.fixture(scope="module")
def few(tmp_path_factory):
    """The files of 20 patients of seed 3."""
    return made(tmp_path_factory.mktemp("few"), 3, 20)


@pytest.mark.slow
def test_same_seed_writes_the_same_bytes_over_old_files(tmp_path, few):
    (tmp_path / "patient.csv").write_text("old")
    assert made(tmp_path, 3, 20) == few


@pytest.mark.slow
@pytest.mark.parametrize("seed", [4, -3, 2**70])
def test_any_other_seed_writes_other_people(tmp_path, few, seed):
    other = made(tmp_path, seed, 20)
    assert not [name for name in few if few[name] == other[name]]


FIRST, SECOND = PEOPLE.values()


@pytest.mark.slow
@pytest.mark.parametrize("patients", [1, FIRST, FIRST + SECOND + 44])
def test_fewer_patients_are_the_beginning_of_more_in_any_batches(tmp_path, source, monkeypatch, patients):
    monkeypatch.setattr(synthetic, "BLOCKS", 1)
    more = contents(source)
    for name, few in made(tmp_path, 7, patients).items():
        assert more[name].startswith(few)
        assert len(few) < len(more[name])


@pytest.mark.slow
def test_progress_hears_of_every_part(tmp_path):
    heard = []
    synthesise(tmp_path, 0, FIRST + 1, lambda what, fraction: heard.append(fraction))
    assert heard == pytest.approx([0, FIRST / (FIRST + 1), 1])


@pytest.mark.parametrize("patients", [0, -1])
def test_refuses_to_write_nobody(tmp_path, patients):
    with pytest.raises(DataError, match="one or more"):
        synthesise(tmp_path, 0, patients, silent)
    assert not list(tmp_path.iterdir())


@pytest.fixture(scope="module")
def two():
    """A part of each profile."""
    return list(parts(0, FIRST + 1))


def test_parts_are_of_one_profile_in_turn(two):
    assert [(part.records.site, len(part.people.key)) for part in two] == [*PEOPLE.items()]


def test_a_part_holds_its_people_only_in_their_order(two):
    for rows in render(two[0]).values():
        assert rows.patient.min() >= 0
        assert rows.patient.max() < FIRST
        assert (rows.patient[1:] >= rows.patient[:-1]).all()


def test_memory_does_not_grow_with_the_patients(tmp_path, monkeypatch, two):
    """Of the rendering; the simulation's own is the patient model's concern."""
    simulated = {part.records.site: part.records for part in two}
    monkeypatch.setattr(synthetic, "admit", lambda seed, first, size, site: simulated[site.name])
    monkeypatch.setattr(synthetic, "BLOCKS", 1)
    made(tmp_path, 0, 1)  # what is kept for good is kept now
    peaks = []
    for blocks in (1, 3):
        tracemalloc.start()
        synthesise(tmp_path, 0, (FIRST + SECOND) * blocks, silent)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 1.5 * peaks[0]
