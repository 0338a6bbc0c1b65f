"""Folders that hold question files alone."""

import pytest

from medgym_core import DataError
from medgym_ehr.published import MIMIC_IV_DEMO, find_database, holds, require_data

from .shared import EHRSQL_2024

NEEDED = r"question files of EHRSQL.* put the authors' database into it as mimic_iv\.sqlite"


def test_question_files_alone_are_told_what_else_is_needed(tmp_path):
    (tmp_path / "data.json").write_text("[]")
    with pytest.raises(DataError, match=NEEDED):
        require_data(MIMIC_IV_DEMO.title, MIMIC_IV_DEMO.database, tmp_path)


@pytest.mark.parametrize("name", ["PATIENTS.csv", "patients.csv.gz"])
def test_raw_files_beside_them_are_enough(tmp_path, name):
    (tmp_path / name).touch()
    require_data(MIMIC_IV_DEMO.title, MIMIC_IV_DEMO.database, tmp_path)


@pytest.mark.skipif(not EHRSQL_2024.is_dir(), reason=f"EHRSQL-2024 is not in {EHRSQL_2024}")
def test_the_published_folder_of_ehrsql_2024_is_recognised():
    assert holds(MIMIC_IV_DEMO, EHRSQL_2024)
    assert find_database(MIMIC_IV_DEMO, EHRSQL_2024) is None
    with pytest.raises(DataError, match=NEEDED):
        require_data(MIMIC_IV_DEMO.title, MIMIC_IV_DEMO.database, EHRSQL_2024)
