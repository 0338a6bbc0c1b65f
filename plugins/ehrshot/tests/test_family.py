import hashlib
import re
import tomllib
from bisect import bisect, bisect_left
from pathlib import Path

import numpy as np
import pytest
from pyarrow import parquet

from medgym_core import DataError, Source, Tier, ensure_build, gold_of, plugins
from medgym_plugin_ehrshot import event
from medgym_plugin_ehrshot.published import read_labels
from medgym_plugin_ehrshot.synthetic import synthesise
from medgym_plugin_ehrshot.target import ASKED, LABELLED, ROLES, TARGETS
from medgym_prove.soundness import measure

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


def test_fifteen_tasks_are_counted(family):
    counted = {name: split.size for name, split in family.splits.items() if split.counted}
    assert counted == {"test": 15}
    assert family.splits["train"].size == 10
    few = family.splits["few-train"].size, family.splits["few-test"].size
    assert few == (29, 26), "what the default build holds of 165"


def test_nearly_all_targets_are_graded_and_never_twice(family, build):
    for split in family.splits:
        found = [
            tuple(family.task(build, split, index).metadata.values())
            for index in range(family.size(build, split))
        ]
        times = 8 if split == "reworded" else 1
        assert len(found) == times * len(set(found)) > 0.1 * family.splits[split].size
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
                if path.suffix == ".parquet" and path.name not in ("rows.parquet", "events.parquet"):
                    held |= set(ids(path))
        graded = {row[0] for row in gold_of(family, build, task).turns[0]["rows"]}
        assert graded
        assert bool(held) == (task.split != "ood")
        assert not held & graded


def test_gold_asks_for_exactly_the_rows_that_are_shown(family, build, tasks):
    for task in tasks:
        kind = family.task_sets[task.split].kind
        shown = ids(build.public / task.metadata["target"] / ASKED[kind] / "rows.parquet")
        assert sorted(row[0] for row in gold_of(family, build, task).turns[0]["rows"]) == sorted(shown)


def keys(build, name, part):
    return parquet.read_table(build.private / name / f"{part}-rows.parquet").to_pylist()


def test_a_row_is_a_patient_and_a_time_and_the_other_way_round(build):
    for name in TARGETS:
        tables = [keys(build, name, role) for role in ROLES]
        rows = [row["row_id"] for table in tables for row in table]
        assert len(rows) == len(set(rows))
        for table in tables if name.startswith("new_") else ():
            pairs = {(row["patient"], row["time"]) for row in table}
            assert len(pairs) == len(table)


def test_a_patient_is_asked_about_once(build):
    """In the files of all targets together: ``test_drawing.py``."""
    for name in TARGETS:
        for part in ASKED.values():
            patients = [row["patient"] for row in keys(build, name, part)]
            assert len(patients) == len(set(patients)) > 0


def test_any_of_the_rows_of_a_patient_may_be_asked_about(raw, small):
    """The one that is drawn is neither the first nor the last, and its id shows nothing of how many are."""
    places, sizes, heights = [], [], []
    for name in TARGETS:
        labels = read_labels(raw, name)
        for row in [*keys(small, name, "validation"), *keys(small, name, "test")]:
            own = sorted(label.time for label in labels[row["patient"]])
            sizes.append(len(own))
            heights.append(int(row["row_id"][1:], 16) / 16**15)
            if len(own) > 1:
                places.append(
                    (bisect(own, row["time"]) + bisect_left(own, row["time"]) - 1) / 2 / (len(own) - 1)
                )
    assert len(places) > 200
    assert abs(np.mean(places) - 0.5) < 0.1, "rows of one time are not independent"
    assert abs(np.corrcoef(sizes, heights)[0, 1]) < 4 / np.sqrt(len(sizes))


def unkeyed(about):
    """What anyone can compute of a number: plain hashes of it in every form that ids ever had, or might."""
    for text in {str(about[-1]), "/".join(map(str, about)), repr(about), *map(str, about)}:
        for digest in (hashlib.md5, hashlib.sha1, hashlib.sha256, hashlib.blake2b):
            yield digest(text.encode()).hexdigest()[:10]


@pytest.mark.slow
def test_trying_every_patient_and_time_finds_no_row_and_no_patient(build):
    for name in TARGETS:
        for part in ROLES:
            rows = keys(build, name, part)
            shown = {row["row_id"][1:11] for row in rows}
            for row in rows:
                one, at = row["patient"], row["time"]
                forms = [(name, one, at, number) for number in range(3)]
                forms += [(name, part, one, at), (one, at), ("patient", one)]
                assert not any(shown & {*unkeyed(form)} for form in forms)
        table = parquet.read_table(build.public / name / "labels" / "train.parquet")
        shown = {one[1:11] for one in table["patient"].to_pylist()}
        people = {row["patient"] for row in keys(build, name, "train")}
        tried = {hashed for one in people for hashed in unkeyed(("patient", one))}
        assert len(shown) > 50
        assert not shown & tried


@pytest.mark.slow
def test_patients_of_equal_remainder_do_not_lie_together(family, raw, tmp_path, monkeypatch):
    """Files are written bucket by bucket, so that a bucket must reveal nothing of the numbers in it."""
    monkeypatch.setattr(event, "BUCKET_BYTES", 2**17)
    build = ensure_build(family, Source.user(raw, Tier.OPEN), tmp_path)
    order = [row["patient"] for row in keys(build, "guo_los", "test")]
    buckets = 1 + (raw / event.FILE).stat().st_size // 2**17
    rest = np.array(order) % buckets
    assert buckets > 5
    assert (np.diff(rest) == 0).mean() < 3 / buckets


def test_few_shots_tell_nothing_of_rows_that_are_not_drawn(build):
    """In an order that anyone can compute, rows that are left out would have labels too."""
    for name in ("new_lupus", "guo_icu"):
        drawn = set(ids(build.public / name / "few" / "train-16.parquet"))
        every = ids(build.public / name / "labels" / "train.parquet")
        ranked = sorted(every, key=lambda row: hashlib.sha256(f"shots/value/{row}".encode()).hexdigest())
        assert len(drawn & set(ranked[: len(drawn)])) < 0.5 * len(drawn)


def test_files_and_folders_of_a_task_are_those_that_it_tells(tasks):
    for task in tasks:
        for path in re.findall(r"data/([\w/-]+\.parquet)", task.context + task.turns[0].question):
            path = path.replace("TARGET", task.metadata["target"])
            assert path in task.mounts or path.rpartition("/")[0] in task.mounts


def test_few_shot_boxes_hold_one_row_of_each_patient(build, tasks):
    """A later row of a patient shows what followed an earlier one, whose label it so tells."""
    for task in tasks:
        if task.metadata["shots"] not in ("all", "none"):
            name = task.metadata["target"]
            assert f"{name}/train" not in task.mounts
            assert f"{name}/few/train" in task.mounts
    for name in ("guo_icu", "lab_thrombocytopenia", "chexpert"):
        labels = parquet.read_table(build.public / name / "labels" / "train.parquet").to_pylist()
        patient = {row["row_id"]: row["patient"] for row in labels}
        shown = [patient[row] for row in ids(build.public / name / "few" / "train" / "rows.parquet")]
        assert sorted(shown) == sorted({*patient.values()})
        assert len(shown) < len(patient)


def test_few_shot_boxes_hold_few_labels(family, build, tasks):
    for task in tasks:
        shots, kind = task.metadata["shots"], family.task_sets[task.split].kind
        if shots != "all" and task.metadata["target"] != "chexpert":
            held = [mount for mount in task.mounts if mount.endswith(f"-{shots}.parquet")]
            assert len(held) == len(LABELLED[kind])
            assert all(len(ids(build.public / mount)) <= 2 * shots for mount in held)


def test_a_small_build_leaves_out_what_it_cannot_grade(family, small):
    assert 0 < family.size(small, "test") < 15
    assert "not asked, for too few rows to grade" in family.report(small)


def test_a_build_of_too_few_patients_is_refused(family, tmp_path):
    (tmp_path / "copy").mkdir()
    synthesise(tmp_path / "copy", 0, 6, lambda *_: None)
    with pytest.raises(DataError, match=r"too few|no \w+ patient"):
        ensure_build(family, Source.user(tmp_path / "copy", Tier.OPEN), tmp_path / "home")


@pytest.mark.slow
def test_the_reference_earns_all_and_others_no_more_than_chance(family, build):
    players = ("reference", "nop", "attack:constants")
    for split in ("test", "few-train", "ood", "site"):
        found = measure(family, build, plugins.sandbox("process"), split, per_stratum=3, agents=players)
        assert found.sound, found
        assert [score.reward for score in found.scores] == [1.0, 0.0, 0.0]
