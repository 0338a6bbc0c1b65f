"""Defects of an earlier public implementation of these tasks, each shown to be absent."""

import re

import h5py
import numpy as np
import pytest
from pyarrow import parquet

from medgym_core import gold_of
from medgym_core.verifier.contract import Submission, TurnSubmission
from medgym_core.verifier.predictions import PredictionVerifier
from medgym_plugin_mimic_extract import extract, oracle
from medgym_plugin_mimic_extract.imputation import impute, statistics
from medgym_plugin_mimic_extract.target import CLASSES, TARGETS


@pytest.fixture(scope="session")
def tasks(family, build):
    return [
        family.task(build, split, index)
        for split in family.splits
        for index in range(family.size(build, split))
    ]


def graded(family, build, task, text):
    given = Submission(turns=(TurnSubmission(files={"predictions.csv": text.encode()}),))
    return PredictionVerifier().grade(task, gold_of(family, build, task), given, (), {})


def right(family, build, task):
    """A file in which the true class has the highest score."""
    rows = gold_of(family, build, task).turns[0]["rows"]
    columns = TARGETS[task.metadata["target"]].columns
    one = len(columns) == 1
    lines = (
        [row, label] if one else [row, *(int(label == number) for number in range(4))] for row, label in rows
    )
    return [["row_id", *columns], *lines]


def text(lines):
    return "\n".join(",".join(map(str, line)) for line in lines) + "\n"


def test_the_file_that_the_question_names_is_the_file_that_is_graded(tasks):
    """M1."""
    for task in tasks:
        (turn,) = task.turns
        assert [spec.path for spec in turn.files] == ["predictions.csv"]
        named = "predictions.csv" if task.split == "reworded" else "Write predictions.csv with"
        assert named in turn.question


def test_right_predictions_of_interventions_are_graded_and_earn_everything(family, build, tasks):
    """M2."""
    for task in tasks:
        verdict = graded(family, build, task, text(right(family, build, task)))
        assert (verdict.reward, verdict.status) == (1.0, "success")


@pytest.mark.parametrize(
    "given", ["", "nonsense", "row_id\n", "\x00\xff", "row_id,probability\nr1,0.5,0.5\n"]
)
def test_a_malformed_file_fails(family, build, tasks, given):
    """M3."""
    for task in tasks:
        verdict = graded(family, build, task, given)
        assert (verdict.reward, verdict.status) == (0.0, "fail")


def test_one_right_row_is_not_a_right_file(family, build, tasks):
    """M4."""
    for task in tasks:
        lines = right(family, build, task)[:2]
        assert graded(family, build, task, text(lines)).reason == "missing_rows"


def test_no_path_of_graded_labels_is_stated_or_mounted(build, tasks):
    """M5."""
    for task in tasks:
        text = task.model_dump_json()
        assert "private" not in text
        for path in re.findall(r"[\w-]+/[\w-]+-asked", text):
            assert not (build.public / path / "labels.parquet").exists()


def test_windows_and_classes_of_interventions_are_stated_as_they_are_graded(tasks):
    """M6: classes are numbered from 0, onset first, and the gap and the deciding hours are stated."""
    for task in (task for task in tasks if task.category == "intervention"):
        numbered = [int(re.search(rf"(\d) {name}, ", task.context)[1]) for name in CLASSES]
        assert numbered == [0, 1, 2, 3]
        for phrase in ("hours 0 to 5", "hours 6 to 11", "hours 12 to 15"):
            assert phrase in task.context
        assert "died" not in task.context + task.turns[0].question


def test_windows_are_matched_by_their_ids_whatever_their_order(family, build, tasks):
    """M7."""
    for task in tasks:
        head, *lines = right(family, build, task)
        assert graded(family, build, task, text([head, *sorted(lines, reverse=True)])).reward == 1.0


def test_the_most_frequent_class_for_everybody_earns_nothing(family, build, tasks):
    """M8: and no accuracy is reported."""
    for task in tasks:
        head, *lines = right(family, build, task)
        most = [0] if len(head) == 2 else [0, 1, 0, 0]
        verdict = graded(family, build, task, text([head, *([line[0], *most] for line in lines)]))
        assert verdict.reward == 0.0
        assert not any("accuracy" in name for name in verdict.components)


def test_columns_are_described_as_they_are(build, tasks):
    """M9: hours count from the admission to intensive care, ages are grouped as stated."""
    context = " ".join(tasks[0].context.split())
    assert "from the admission to intensive care (not to hospital)" in context
    assert "vital signs, ventilator settings and laboratory values" in context
    rows = parquet.read_table(build.public / "vent" / "train" / "rows.parquet")
    assert set(rows["hour_of_day"].to_pylist()) == set(range(24))
    assert set(rows["age"].to_pylist()) == {name for _, name in extract.AGES}
    assert [extract._age(years) for years in (30.9, 31, 50.9, 51, 70.9, 71, 300)] == [
        *["under 31", "31 to 50", "31 to 50", "51 to 70", "51 to 70", "over 70", "over 70"]
    ]


def test_numbers_and_headers_may_be_written_in_any_usual_form(family, build, tasks):
    """M10."""
    for task in tasks:
        lines = [[f" {cell}" for cell in line] for line in right(family, build, task)]
        assert graded(family, build, task, text(lines)).reward == 1.0
        floats = [[line[0], *(f"{cell:.1f}" for cell in line[1:])] for line in right(family, build, task)[1:]]
        assert graded(family, build, task, text([lines[0], *floats])).reward == 1.0


def test_nothing_in_box_or_build_is_a_pickle(build):
    """M11."""
    files = [path for path in build.root.rglob("*") if path.is_file()]
    assert {path.suffix for path in files} <= {".parquet", ".csv", ".json"}
    assert "pickle" not in oracle.reference(TARGETS["los_3"], "test")[0].arguments["code"]


def test_time_since_measurement_starts_anew_with_each_stay():
    """A measurement of the stay before does not count."""
    known = statistics([np.array([[1.0], [2.0], [3.0]])])
    without = np.full((3, 1), np.nan)
    assert impute(without, known, np.array([0]), 3).since.ravel().tolist() == [100, 100, 100]


def test_statistics_come_from_training_patients_alone(raw, small):
    """Spread of held-out patients is not 1, that of training patients is."""
    from medgym_plugin_mimic_extract.role import role_of

    with extract.open_extract(raw) as opened:
        hours = [opened.hours(stay).means for stay in opened.stays if role_of(stay.subject) == "train"]
    every = np.concatenate(hours)[:, 38]
    table = parquet.read_table(small.public / "stays" / "test-asked" / "measured.parquet")
    imputed = parquet.read_table(small.public / "stays" / "test-asked" / "imputed.parquet")
    name = table.column_names[2 + 38]
    raw_values = table[name].to_numpy()
    expected = (raw_values - np.nanmean(every)) / np.nanstd(every)
    known = ~np.isnan(raw_values)
    assert np.allclose(imputed[name].to_numpy()[known], expected[known], atol=1e-4)


def test_no_two_asked_rows_are_of_one_stay(build):
    """A later window would show the hours that decide an earlier one's class."""
    for dataset in ("stays", "vent", "vaso"):
        for part in ("validation-asked", "test-asked"):
            table = parquet.read_table(build.public / dataset / part / "measured.parquet")
            values = np.column_stack([table[name].to_numpy() for name in table.column_names[3:]])
            rich = np.isfinite(values).sum(axis=1) > 6
            hours = [line.tobytes() for line in values[rich]]
            assert len(hours) == len(set(hours)) > 50


def test_rows_are_not_in_the_order_of_patients_or_outcomes(build):
    for path in sorted(build.private.glob("*/*.parquet")):
        table = parquet.read_table(path)
        for name in table.column_names[1:]:
            labels = table[name].to_numpy().astype(float)
            correlation = np.corrcoef(labels, np.arange(len(labels)))[0, 1]
            assert abs(correlation) < 4.5 / np.sqrt(len(labels))


def test_an_episode_that_leaves_no_file_fails(family, build, tasks):
    """Whatever lies elsewhere from another episode."""
    for task in tasks:
        verdict = PredictionVerifier().grade(
            task, gold_of(family, build, task), Submission(turns=(TurnSubmission(),)), (), {}
        )
        assert (verdict.reward, verdict.reason) == (0.0, "file_missing")


def test_the_published_file_needs_no_unpickling_to_be_read(few, monkeypatch):
    import pickle

    monkeypatch.setattr(pickle, "loads", lambda *_: pytest.fail("a pickle was run"))
    monkeypatch.setattr(pickle, "Unpickler", lambda *_: pytest.fail("a pickle was run"))
    with extract.open_extract(few) as opened, h5py.File(few / extract.FILE) as file:
        assert b"(lp0" in bytes(file["patients"].attrs["levels"])
        assert opened.stays
