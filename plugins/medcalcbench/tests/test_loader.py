import pytest

from medgym_core import DataError
from medgym_plugin_medcalcbench import loader, store
from medgym_plugin_medcalcbench.calculators import BY_KEY

from .published import release
from .published.legacy import LEGACY

WRONG = [release.row(legacy.number, legacy.entities, legacy.wrong) for legacy in LEGACY]


def test_rows_that_disagree_with_their_label_are_no_tasks_and_are_listed(family, users, tmp_path):
    right = list(release.rows())
    built = users(release.write_csv(tmp_path / "test_data.csv", [*WRONG[:2], *right]))
    assert store.size(built, "published-test") == 55
    assert store.entry(built, "published-test", 0).calculator == 2
    report = family.report(built)
    assert report.startswith("57 rows: 55 became tasks, 2 did not\ntest_data.csv:2 ckd_epi: published 93.911")
    assert "published-test: the best constant" in report


def test_a_long_report_is_cut(family, users, tmp_path):
    rows = [*WRONG * 3, *list(release.rows())]
    report = family.report(users(release.write_csv(tmp_path / "test.csv", rows)))
    assert f"and {3 * len(WRONG) - loader.REMARKS} more; `medgym data check` lists all" in report


def test_a_source_without_a_right_row_is_refused_with_the_first_reason(users, tmp_path):
    path = release.write_csv(tmp_path / "test_data.csv", WRONG)
    with pytest.raises(DataError, match=r"none of the 19 rows .*; the first: test_data\.csv:2 ckd_epi: "):
        users(path)


def test_an_empty_file_is_refused(users, tmp_path):
    (tmp_path / "test.jsonl").write_text("")
    with pytest.raises(DataError, match="it holds no row"):
        users(tmp_path / "test.jsonl")


def test_the_public_half_holds_no_entity_and_no_answer(build):
    names = {path.name for path in build.public.iterdir()}
    assert names == {"tasks.sqlite", "calculators.json"}
    assert b"Relevant" not in (build.public / store.TASKS).read_bytes()
    assert set(store.Entry._fields) == {"calculator", "question", "note", "subject", "published"}


def test_documentation_has_formula_definition_and_source():
    text = loader.documentation(BY_KEY["friedewald"])
    assert "HDL - triglycerides / 5" in text
    assert "In force: Triglycerides are divided by 5" in text
    assert "Friedewald WT et al. Clin Chem 1972" in text
