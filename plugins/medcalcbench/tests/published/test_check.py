import pytest

from medgym_core import DataError
from medgym_plugin_medcalcbench.calculators import CALCULATORS
from medgym_plugin_medcalcbench.published.check import check, judge
from medgym_plugin_medcalcbench.published.row import Row

from . import release
from .legacy import LEGACY


def silent(what, fraction):
    pass


def judged(number, entities, truth):
    found = Row("test_data.csv:2", number, "A note.", "A question?", repr(entities), truth, "1", False)
    return judge(found, "published-test")


@pytest.mark.parametrize("legacy", LEGACY, ids=lambda legacy: CALCULATORS[legacy.number].key)
def test_a_wrong_label_of_the_first_release_is_found(legacy):
    wrong, right = (judged(legacy.number, legacy.entities, truth) for truth in (legacy.wrong, legacy.right))
    assert wrong.fault.startswith(f"published {legacy.wrong}, computed ")
    assert right.fault == ""


def test_every_calculator_with_a_wrong_label_says_so():
    unlike = {9, 24, 25, 31, 49}
    assert {legacy.number for legacy in LEGACY} | {20, 31, 49} == {
        number for number, calculator in CALCULATORS.items() if calculator.erratum
    }
    assert not {legacy.number for legacy in LEGACY} & unlike


def test_a_row_that_cannot_be_read_is_told_from_one_that_disagrees():
    assert judged(39, {"Sodium": [140, "mg/dL"], "Chloride": [104, "mEq/L"]}, "12").answer is None
    assert (
        "lacks chloride" in judged(39, {"Sodium": [140, "mEq/L"], "Bicarbonate": [24, "mEq/L"]}, "12").fault
    )
    assert (
        "no Python literal"
        in judge(Row("x:1", 39, "n", "q", "__import__('os').getcwd()", "12", "1", False), "test").fault
    )
    ratio = {"Sodium": [140, "mEq/L"], "Chloride": [104, "mEq/L"], "Bicarbonate": [24, "mEq/L"]}
    assert judged(64, ratio, "0").answer is None
    assert judged(39, ratio, "nan").answer is None


def test_a_generated_note_that_does_not_state_what_gold_takes_is_no_task():
    """As it was: gold takes the measured index of the note for the one that is aimed at."""
    entities = {"Body Mass Index (BMI)": [24.0, "kg/m^2"], "height": [170.0, "cm"]}
    note = "O/E\n- height 170 cm\n- {} 24.0 kg/m²\n"
    row = Row("x:1", 61, "", "A question?", repr(entities), "69.36", "1", True)
    assert judge(row._replace(note=note.format("target BMI")), "test").fault == ""
    found = judge(row._replace(note=note.format("BMI")), "test")
    assert found.fault == "the note does not state, by its name, the target body mass index of 24 kg/m²"
    assert judge(row._replace(note=note.format("BMI"), generated=False), "published-test").fault == ""


def test_the_report_counts_rows_by_calculator_and_names_every_disagreement(tmp_path):
    right = list(release.rows())
    wrong = [release.row(legacy.number, legacy.entities, legacy.wrong) for legacy in LEGACY]
    unread = release.row(39, {"Sodium": [140, "mg/dL"]}, "12")
    found = check(release.write_csv(tmp_path / "test_data.csv", [*right, *wrong, unread]), silent)
    assert found.summary == f"{56 + len(LEGACY)} rows: 55 agree, {len(LEGACY)} disagree, 1 left out"
    table = {int(str(line[0]).split()[0]): line[1:5] for line in found.rows}
    assert table[2] == (1, 1, 0, 0)
    assert table[28] == (2, 1, 1, 0)
    assert table[39] == (2, 1, 0, 1)
    assert len(found.remarks) == len(LEGACY) + 1
    assert "test_data.csv:57 ckd_epi: disagree: published 93.911, computed 101.3" in found.remarks[0]
    assert found.rows[1][-1].startswith("Every release takes kappa = 0.7")


@pytest.mark.parametrize("seed", range(3))
def test_right_rows_of_every_layout_agree(tmp_path, seed):
    right = list(release.rows(seed))
    paths = (
        release.write_csv(tmp_path / "v1.0.csv", right),
        release.write_csv(tmp_path / "verified.csv", map(release.renamed, right)),
        release.write_jsonl(tmp_path / "v1.2.jsonl", right),
        release.write_jsonl(tmp_path / "test_tasks.jsonl", right, release.REDISTRIBUTED),
    )
    for path in paths:
        assert check(path, silent).summary == "55 rows: 55 agree, 0 disagree, 0 left out"


def test_a_folder_without_a_release_is_refused(tmp_path):
    with pytest.raises(DataError, match=r"holds no \.csv or \.jsonl file"):
        check(tmp_path, silent)
