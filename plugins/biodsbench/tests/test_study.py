import csv

import pytest

from medgym_core import DataError
from medgym_plugin_biodsbench import study


def first_line(text):
    return next(at for at, line in enumerate(text.split("\n")) if not line.startswith("#"))


def replaced(line, value):
    """An edit that replaces a line, counted from the header."""

    def edit(text):
        lines = text.split("\n")
        lines[first_line(text) + line] = value(lines[first_line(text) + line])
        return "\n".join(lines)

    return edit


def test_metadata_lines_and_separators_do_not_matter(raw, tmp_path):
    folder = next(raw.glob("panel_*"))
    copy = tmp_path / "copy"
    copy.mkdir()
    for path in folder.glob("data_*"):
        rows = [row for _, row in study.lines(path)]
        with (copy / f"{path.stem}.csv").open("w", newline="") as out:
            csv.writer(out).writerows(rows)
    (copy / "meta_study.txt").write_bytes((folder / "meta_study.txt").read_bytes())
    assert (folder / "data_clinical_patient.txt").read_text().startswith("#Patient Id\t")
    assert study.convert(folder, tmp_path / "a") == study.convert(copy, tmp_path / "b")
    for path in (tmp_path / "a").iterdir():
        assert path.read_bytes() == (tmp_path / "b" / path.name).read_bytes()


def test_cells_stay_as_they_stood(raw, converted):
    folder = raw / converted["panel"].name
    for path in folder.glob("data_*"):
        converted_rows = list(csv.reader((converted["panel"] / f"{path.stem}.csv").read_text().splitlines()))
        assert converted_rows == [row for _, row in study.lines(path)]


def test_a_loaded_cell_has_no_blanks_and_may_be_missing(converted):
    rows = study.load(converted["panel"]).tables["patient"]
    assert {row["SMOKING_STATUS"] for row in rows} == {"Never", "Former", "Current", None}
    assert None in {row["STAGE"] for row in rows}
    assert "[Not Available]" not in {row["STAGE"] for row in rows}


@pytest.mark.parametrize(
    ("cell", "value"), [("2", 2.0), (" 2.5 ", 2.5), ("2-3", None), (None, None), ("nan", None), ("inf", None)]
)
def test_a_number_is_a_finite_number(cell, value):
    assert study.number(cell) == value


PATIENT, SAMPLE = "data_clinical_patient.txt", "data_clinical_sample.txt"
BROKEN = [
    (PATIENT, replaced(0, lambda line: line.replace("PATIENT_ID", "PAT")), "no column PATIENT_ID"),
    (PATIENT, replaced(3, lambda line: line + "\tmore"), r"line 8: .* cells under"),
    (PATIENT, replaced(2, lambda line: "\t" + line.partition("\t")[2]), "line 7: PATIENT_ID is empty"),
    (SAMPLE, replaced(2, lambda line: line + "\n" + line), "is that of line 7 too"),
    ("data_sv.txt", lambda text: text.partition("\n")[0], "has no row"),
    (
        "data_cna.txt",
        replaced(0, lambda line: line + "\tHugo_Symbol"),
        "line 2: .* cells under|names a column twice",
    ),
    ("meta_study.txt", lambda text: "name: nothing\n", "names no cancer_study_identifier"),
]


@pytest.mark.parametrize(("file", "edit", "message"), BROKEN)
def test_a_broken_file_is_refused_with_its_place(changed, tmp_path, file, edit, message):
    folder = changed(file, edit)
    with pytest.raises(DataError, match=message):
        [study.convert(found, tmp_path / "out") for found in study.find(folder).values()]


def test_a_file_that_is_no_text_is_refused(changed, tmp_path):
    folder = changed("data_cna.txt", lambda text: text)
    (folder / "data_cna.txt").write_bytes(b"Hugo_Symbol\t\xff\n")
    with pytest.raises(DataError, match="is no UTF-8"):
        study.convert(folder, tmp_path / "out")


def test_a_study_without_patients_is_refused(changed, tmp_path):
    folder = changed("data_cna.txt", lambda text: text)
    (folder / "data_clinical_patient.txt").unlink()
    with pytest.raises(DataError, match="holds no data_clinical_patient"):
        study.convert(folder, tmp_path / "out")


def test_a_study_is_found_once(changed, tmp_path, raw):
    changed("data_cna.txt", lambda text: text)
    assert len(study.find(tmp_path)) == 1
    (tmp_path / "again").symlink_to(tmp_path / "changed")
    other = tmp_path / "other"
    other.mkdir()
    for path in (tmp_path / "changed").iterdir():
        (other / path.name).write_bytes(path.read_bytes())
    with pytest.raises(DataError, match="both hold the study"):
        study.find(tmp_path)


def test_without_a_meta_file_the_folder_names_the_study(tmp_path):
    folder = tmp_path / "some-study 2"
    folder.mkdir()
    assert study.identifier(folder) == "some_study_2"
