import re
import tomllib
from pathlib import Path

import pytest
from pyarrow import parquet

from medgym_core import DataError, Source, ensure_build, gold_of, plugins
from medgym_core.soundness import measure
from medgym_plugin_ehrshot.target import ASKED, LABELLED, SHOTS, SPLITS, TARGETS

PROJECT = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text())


@pytest.fixture(scope="module")
def tasks(family, build):
    return [
        family.task(build, split, index)
        for split in family.splits
        for index in range(family.size(build, split))
    ]


def ids(path):
    return parquet.read_table(path, columns=["row_id"])["row_id"].to_pylist()


def test_the_project_says_who_the_family_is(family):
    assert PROJECT["project"]["version"] == family.version
    assert plugins.family("ehrshot").name == family.name


def test_fifteen_and_fifteen_tasks_are_counted(family):
    counted = {name: split.size for name, split in family.splits.items() if split.counted}
    assert counted == {"train": 15, "test": 15}
    assert family.splits["few-test"].size == 15 * len(SHOTS) == 165


def test_nearly_all_targets_are_graded_and_never_twice(family, build):
    for split in family.splits:
        found = [
            tuple(family.task(build, split, index).metadata.values())
            for index in range(family.size(build, split))
        ]
        assert len(found) == len(set(found)) > 0.5 * family.splits[split].size
    assert family.size(build, "test") >= 13


def test_a_task_that_is_not_there_is_refused(family, build):
    for split in family.splits:
        with pytest.raises(DataError, match="there is no task"):
            family.task(build, split, family.size(build, split))


def test_subjects_of_training_and_test_are_others(family, build):
    train, test = (set(family.subjects(build, split)) for split in ("train", "test"))
    assert not train & test
    assert len(train) > 1.5 * len(test) > 300
    assert all(one.startswith("ehrshot/patient/9") for one in train | test)


def test_labels_that_are_graded_are_in_no_box(family, build, tasks):
    for task in tasks:
        held = set()
        for mount in task.mounts:
            paths = [build.public / mount, *(build.public / mount).rglob("*.parquet")]
            for path in paths:
                if path.is_file() and path.suffix == ".parquet" and path.name != "rows.parquet":
                    held |= set(ids(path))
        graded = {row[0] for row in gold_of(family, build, task).turns[0]["rows"]}
        assert graded
        assert held
        assert not held & graded


def test_gold_asks_for_exactly_the_rows_that_are_shown(family, build, tasks):
    for task in tasks:
        kind, _ = SPLITS[task.split]
        shown = ids(build.public / task.metadata["target"] / ASKED[kind] / "rows.parquet")
        assert sorted(row[0] for row in gold_of(family, build, task).turns[0]["rows"]) == sorted(shown)


def test_a_row_is_a_patient_and_a_time_and_the_other_way_round(build):
    for name in TARGETS:
        tables = [
            parquet.read_table(path).to_pylist()
            for path in sorted(build.private.glob(f"{name}/*-rows.parquet"))
        ]
        rows = [row["row_id"] for table in tables for row in table]
        pairs = [(row["patient"], row["time"]) for table in tables for row in table]
        assert len(rows) == len(set(rows))
        if name.startswith("new_"):
            assert len(pairs) == len(set(pairs))


def test_files_and_folders_of_a_task_are_those_that_it_tells(tasks):
    for task in tasks:
        for path in re.findall(r"data/([\w/-]+\.parquet)", task.context + task.turns[0].question):
            assert path in task.mounts or path.rpartition("/")[0] in task.mounts


def test_few_shot_boxes_hold_few_labels(build, tasks):
    for task in tasks:
        shots, kind = task.metadata["shots"], SPLITS[task.split][0]
        if shots != "all" and task.metadata["target"] != "chexpert":
            held = [mount for mount in task.mounts if mount.endswith(f"-{shots}.parquet")]
            assert len(held) == len(LABELLED[kind])
            assert all(len(ids(build.public / mount)) <= 2 * shots for mount in held)


def test_a_small_build_leaves_out_what_it_cannot_grade(family, small):
    assert 0 < family.size(small, "test") < 15
    assert "too few rows to grade" in family.report(small)


def test_a_build_of_too_few_patients_is_refused(family, tmp_path):
    with pytest.raises(DataError, match=r"too few|no \w+ patient"):
        ensure_build(family, Source.synthetic(scale=6), tmp_path)


def test_the_reference_earns_all_and_others_no_more_than_chance(family, build):
    players = ("reference", "nop", "attack:constants")
    for split in ("test", "few-train"):
        found = measure(family, build, plugins.sandbox("process"), split, per_stratum=1, agents=players)
        assert found.sound, found
        assert [score.reward for score in found.scores] == [1.0, 0.0, 0.0]
