"""Published rows of both languages, and a published study, as their publishers ship them."""

import csv
import shutil
from pathlib import Path

import pytest

from medgym_core import DataError
from medgym_plugin_biodsbench import schema, study
from medgym_plugin_biodsbench.published import row
from medgym_raw import unpacked

DATA = next(
    (place for up in Path(__file__).parents if (place := up / "shared" / "data" / "biodsbench").is_dir()),
    Path("shared/data/biodsbench"),
)
ROWS = ("python_tasks_sample.jsonl", "R_tasks_sample.jsonl")
pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason=f"there is no published data at {DATA}")


def tables(folder):
    """Invented tables of the study that the rows ask about, of which two of three questions' tests hold."""
    folder.mkdir(parents=True)
    patients = [("PATIENT_ID", "IPI"), *((f"P{n}", n % 6 if n < 761 else "") for n in range(1001))]
    sums = ["ACTB", 31.421999999999997, *[0] * 1000]
    genes = [
        ["Hugo_Symbol", *(f"P{n}" for n in range(1001))],
        sums,
        *([f"G{g}", *[g] * 1001] for g in range(139)),
    ]
    for name, rows in (("data_clinical_patient", patients), ("data_log2_cna", genes)):
        with (folder / f"{name}.csv").open("w", newline="") as stream:
            csv.writer(stream).writerows(rows)


def test_rows_are_read_and_their_languages_recognised():
    found = row.find(DATA)
    rows = row.read(found.paths)
    assert [one.is_r for one in rows] == [True, True, False, False, False]
    assert {one.names for one in rows if not one.is_r} == {("28985567", "dlbcl_duke_2017")}
    assert all("available_table_paths.json" in line for line in found.remarks)


def test_the_published_study_is_read(tmp_path):
    with unpacked(DATA, tmp_path) as folder:
        (found,) = study.find(folder).items()
    assert found[0] == "acbc_mskcc_2015"
    study.convert(found[1], tmp_path / found[0])
    assert "data_mutations.csv" in schema.describe(study.load(tmp_path / found[0]))


def test_rows_without_their_study_are_named_with_where_to_put_it(tmp_path, built_of):
    for name in ROWS:
        shutil.copyfile(DATA / name, tmp_path / name)
    with pytest.raises(DataError, match="28985567 or dlbcl_duke_2017") as caught:
        built_of(tmp_path)
    assert len(str(caught.value)) < 400


@pytest.mark.slow
def test_rows_load_and_their_tests_run(tmp_path, built_of):
    for name in ROWS:
        shutil.copyfile(DATA / name, tmp_path / name)
    tables(tmp_path / "dlbcl_duke_2017")
    text = built_of(tmp_path)
    assert text.startswith("published rows: 2 became tasks")
    assert text.count("its code is R, which no box runs") == 2
    assert "28985567_0" in text or "python_tasks_sample.jsonl:1: the reference fails" in text
