"""Defects of an earlier public implementation of these tasks and of its harness, each shown to be absent."""

import re

import numpy as np
import pytest
from pyarrow import parquet

from medgym_core import gold_of
from medgym_core.verifier.contract import Submission, TurnSubmission
from medgym_core.verifier.predictions import PredictionVerifier
from medgym_plugin_ehrshot import wording
from medgym_plugin_ehrshot.target import ALL, ASKED, TARGETS


@pytest.fixture(scope="module")
def tasks(family, build):
    splits = ("train", "test", "site")
    return [
        family.task(build, split, index) for split in splits for index in range(family.size(build, split))
    ]


def graded(family, build, task, text):
    files = {} if text is None else {"predictions.csv": text.encode()}
    given = Submission(turns=(TurnSubmission(files=files),))
    return PredictionVerifier().grade(task, gold_of(family, build, task), given, (), {})


def right(family, build, task):
    """A file that states the labels."""
    gold = gold_of(family, build, task).turns[0]
    return [["row_id", *(target["name"] for target in gold["targets"])], *gold["rows"]]


def text(lines):
    return "\n".join(",".join(map(str, line)) for line in lines) + "\n"


def test_one_right_row_is_not_a_right_file(family, build, tasks):
    """E1."""
    for task in tasks:
        assert graded(family, build, task, text(right(family, build, task)[:2])).reason == "missing_rows"


def test_every_patient_counts_and_once(family, build, tasks):
    """E2: a patient has one row, and being right on the rows of half of them is not being right."""
    for task in tasks:
        name, part = task.metadata["target"], ASKED[family.task_sets[task.split].kind]
        head, *lines = right(family, build, task)
        assert graded(family, build, task, text([head, *lines])).reward == 1.0
        keys = parquet.read_table(build.private / name / f"{part}-rows.parquet").to_pylist()
        assert len({row["patient"] for row in keys}) == len(keys) == len(lines)
        half = {line[0] for line in lines[: len(lines) // 2]}
        some = [line if line[0] in half else [line[0], *(0.5 for _ in line[1:])] for line in lines]
        found = graded(family, build, task, text([head, *some])).components
        assert min(value for key, value in found.items() if key.endswith(".auroc")) < 1.0


def test_no_path_of_graded_labels_is_stated_or_mounted(family, build, tasks):
    """E3 and C1."""
    for task in tasks:
        text_of_task, role = task.model_dump_json(), ASKED[family.task_sets[task.split].kind]
        assert "private" not in text_of_task
        assert f"labels/{role}" not in text_of_task
        assert not (build.public / task.metadata["target"] / "labels" / "test.parquet").exists()


@pytest.mark.parametrize("constant", [0, 0.5, 1])
def test_a_constant_earns_nothing_however_rare_the_label(family, build, tasks, constant):
    """E4."""
    for task in tasks:
        head, *lines = right(family, build, task)
        file = text([head, *([line[0], *(constant for _ in line[1:])] for line in lines)])
        verdict = graded(family, build, task, file)
        assert (verdict.reward, verdict.status) == (0.0, "fail")
        assert not any("accuracy" in name for name in verdict.components)


def test_headers_and_numbers_may_be_written_in_any_usual_form(family, build, tasks):
    """E5 and E6."""
    for task in tasks:
        head, *lines = right(family, build, task)
        spaced = [[f" {cell}" for cell in line] for line in (head, *lines)]
        assert graded(family, build, task, text(spaced)).reward == 1.0
        floats = [[line[0], *(f"{cell:.1f}" for cell in line[1:])] for line in lines]
        assert graded(family, build, task, text([head, *floats])).reward == 1.0


@pytest.mark.parametrize("given", ["", "nonsense", "row_id\n", "\x00", "row_id,probability\nr1,0.5,0.5\n"])
def test_a_malformed_file_fails(family, build, tasks, given):
    """E5 and C2: nothing malformed counts as solved."""
    for task in tasks:
        verdict = graded(family, build, task, given)
        assert (verdict.reward, verdict.status) == (0.0, "fail")


def test_an_episode_that_leaves_no_file_fails(family, build, tasks):
    """E7 and C8: whatever lies elsewhere from another episode, and whatever is printed (C6)."""
    for task in tasks:
        verdict = graded(family, build, task, None)
        assert (verdict.reward, verdict.reason) == (0.0, "file_missing")


def test_severities_and_findings_are_graded_by_the_area_under_the_curve(family, build, tasks):
    """E8."""
    for task in tasks:
        gold = gold_of(family, build, task).turns[0]
        assert {target["metric"] for target in gold["targets"]} == {"auroc"}
        assert all(set(target["report"]) == {"auprc", "brier"} for target in gold["targets"])
        assert {label for row in gold["rows"] for label in row[1:]} == {0, 1}
    assert TARGETS["lab_anemia"].graded(3) == (1,)
    assert TARGETS["chexpert"].graded(8192 + 1) == (1, *[0] * 12, 1)


def test_rows_show_neither_patient_nor_time(family, build, tasks):
    """E9: a row id stands for a patient at one time; it shows neither, nor do files by their order."""
    for task in tasks:
        name, role = task.metadata["target"], ASKED[family.task_sets[task.split].kind]
        keys = parquet.read_table(build.private / name / f"{role}-rows.parquet").to_pandas()
        assert keys.row_id.str.fullmatch(r"r[0-9a-f]{15}").all()
        assert keys.row_id.nunique() == len(keys)
        for order in (keys.patient, keys.time):
            correlation = np.corrcoef(order.rank(), np.arange(len(keys)))[0, 1]
            assert abs(correlation) < 4.5 / np.sqrt(len(keys))


def test_what_chance_reaches_earns_nothing(family, build, tasks):
    """E10: random predictions, often."""
    draw = np.random.default_rng(0)
    rewards = []
    for task in tasks:
        head, *lines = right(family, build, task)
        for _ in range(3):
            guesses = draw.random((len(lines), len(head) - 1)).round(4).tolist()
            file = text([head, *([line[0], *guess] for line, guess in zip(lines, guesses, strict=True))])
            rewards.append(graded(family, build, task, file).reward)
    assert sum(rewards) / len(rewards) < 0.01


def test_training_is_graded_on_other_patients_than_test(family, build):
    """E11."""
    for name in TARGETS:
        people = {
            role: set(
                parquet.read_table(build.private / name / f"{role}-rows.parquet")["patient"].to_pylist()
            )
            for role in ("train", "validation", "test")
        }
        assert not people["test"] & (people["train"] | people["validation"])
        assert not people["train"] & people["validation"]


def test_all_that_grading_relies_on_is_stated(tasks):
    """C7 and C11: file, columns, metric and definition of the label; nothing contradicts them."""
    for task in tasks:
        (turn,) = task.turns
        assert [spec.path for spec in turn.files] == ["predictions.csv"]
        columns = re.search(r"row_id, ([a-z_]+(?:, [a-z_]+)*)", turn.question)[1].split(", ")
        assert all(column in turn.files[0].description for column in columns)
        named = (
            "(?i)auroc|roc curv|receiver operating"
            if task.split == "reworded"
            else "area under the ROC curve"
        )
        assert re.search(named, turn.question)
        assert "prediction time is" in task.context
        assert "answer" not in turn.question


def test_boundaries_are_stated_as_they_are_graded():
    """The earlier description was wrong at the boundaries of glucose and sodium, and on readmission."""
    contexts = {name: wording.context(target, "test", ALL, ()) for name, target in TARGETS.items()}
    assert "0 above 3.9, 1 up to 3.9, 2 below 3.5, 3 below 3 mmol/L" in contexts["lab_hypoglycemia"]
    assert "0 above 135, 1 up to 135, 2 below 130, 3 below 125 mmol/L" in contexts["lab_hyponatremia"]
    assert "23:59 on the day of discharge" in contexts["guo_readmission"]


def test_nothing_in_box_or_build_is_a_pickle(family, build):
    files = [path for path in build.root.rglob("*") if path.is_file()]
    assert {path.suffix for path in files} <= {".parquet", ".csv", ".json", ".sqlite"}
    assert "pickle" not in family.reference(build, family.task(build, "test", 0))[0].arguments["code"]
