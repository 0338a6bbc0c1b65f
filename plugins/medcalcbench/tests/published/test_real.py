"""The one-shot rows of the verified release, where they are there: all are read and all are right."""

from pathlib import Path

import pytest

from medgym_plugin_medcalcbench.published.check import check

REAL = next(
    (
        folder / "shared" / "data" / "medcalc-verified"
        for folder in Path(__file__).resolve().parents
        if (folder / "shared" / "data" / "medcalc-verified").is_dir()
    ),
    None,
)


@pytest.mark.skipif(REAL is None, reason="shared/data/medcalc-verified is not beside the project")
def test_all_one_shot_rows_are_read_and_right():
    found = check(REAL / "one_shot_data.csv", lambda what, fraction: None)
    assert found.summary == "55 rows: 55 agree, 0 disagree, 0 left out"
