import pytest

from medgym_core import DataError
from medgym_core.source import silent
from medgym_ehr.mimic3.ehrsql.columns import READ
from medgym_ehr.raw.reading import RawFolder

HEADER = "ROW_ID,PERSON,NOTE,WEIGHT,SEEN\n"


def _said(layout, folder):
    with pytest.raises(DataError) as caught:
        RawFolder(layout, folder, silent)
    return str(caught.value)


def test_all_missing_files_are_named_before_anything_is_read(layout, tmp_path):
    said = _said(layout, tmp_path)
    assert "lacks VISITS.csv(.gz), WARDS.csv(.gz); get the files of Clinic v2 from https" in said


def test_no_folder(layout, tmp_path):
    assert "nowhere is not a folder" in _said(layout, tmp_path / "nowhere")


def test_files_that_lie_deeper_are_found(clinic, layout, tmp_path):
    (tmp_path / "v2").mkdir()
    clinic(HEADER).paths["VISITS"].rename(tmp_path / "v2" / "visits.csv")
    assert RawFolder(layout, tmp_path, silent).paths["VISITS"] == tmp_path / "v2" / "visits.csv"


def test_another_dataset_that_lies_beside_is_no_twin(clinic, layout, tmp_path):
    for folder, header in (("v2", HEADER), ("iv", "row_id,person,note,weight,seen,anchor_age\n")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "visits.csv").write_text(header)
    (tmp_path / "WARDS.csv").write_text("ROW_ID,NAME\n")
    assert RawFolder(layout, tmp_path, silent).paths["VISITS"] == tmp_path / "v2" / "visits.csv"


def test_what_may_lack_is_empty_and_is_told(clinic, layout):
    folder = clinic("ROW_ID,PERSON,WEIGHT,SEEN\n1,ada,,\n", may_lack=("NOTE", "WARDS"))
    (row,) = folder.table("VISITS").to_pylist()
    assert (row["PERSON"], row["NOTE"]) == ("ada", None)
    folder.paths["WARDS"].unlink()
    again = RawFolder(layout, folder.paths["VISITS"].parent, silent, may_lack=("NOTE", "WARDS"))
    assert again.table("WARDS").num_rows == 0
    assert again.remarks == [
        "WARDS is not there; nothing is asked of it",
        "VISITS has no NOTE; it is read as empty",
    ]


@pytest.mark.parametrize("twin", ["VISITS.csv.gz", "visits.csv"])
def test_a_file_that_is_there_twice(clinic, twin, tmp_path):
    (tmp_path / twin).write_text("")
    with pytest.raises(DataError, match=r"holds both VISITS\.csv and|and visits\.csv; keep one"):
        clinic("")


def test_all_missing_columns_are_named(clinic):
    with pytest.raises(
        DataError, match=r"line 1: the header lacks PERSON, SEEN; it may be of another version"
    ):
        clinic("ROW_ID,NOTE,WEIGHT\n")


def test_a_column_that_is_there_twice(clinic):
    with pytest.raises(DataError, match="the header names WEIGHT twice"):
        clinic("ROW_ID,PERSON,NOTE,WEIGHT,SEEN,weight\n")


def test_another_dataset_by_its_header(clinic):
    with pytest.raises(
        DataError, match=r"lacks ROW_ID.*this looks like MIMIC-IV; get the files of Clinic v2"
    ):
        clinic("person,note,weight,seen,anchor_age\n")


def test_another_dataset_by_its_folders(tmp_path):
    for name in ("hosp", "icu"):
        (tmp_path / name).mkdir()
    assert "this looks like MIMIC-IV; get the files of MIMIC-III v1.4" in _said(READ, tmp_path)


def test_another_dataset_by_one_of_its_files(tmp_path):
    (tmp_path / "patients.csv").write_text("subject_id,gender,anchor_age\n")
    assert "this looks like MIMIC-IV" in _said(READ, tmp_path)
    (tmp_path / "patients.csv").write_text("ROW_ID,SUBJECT_ID,GENDER,ICUSTAY_ID\n")
    assert "looks like" not in _said(READ, tmp_path)


def test_a_damaged_file_does_not_hide_that_others_are_missing(layout, tmp_path):
    (tmp_path / "VISITS.csv.gz").write_text("not gzip")
    assert "lacks WARDS.csv(.gz); get the files" in _said(layout, tmp_path)
