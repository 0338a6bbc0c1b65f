import hashlib
import tomllib
from pathlib import Path

import pytest
from pyarrow import parquet

from medgym_core import DataError, Source, ensure_build, gold_of, plugins
from medgym_plugin_mimic_extract.extract import open_extract
from medgym_plugin_mimic_extract.role import role_of
from medgym_plugin_mimic_extract.target import HELD_OUT, SPLITS, TARGETS
from medgym_prove.skeleton import skeleton
from medgym_prove.soundness import measure

PROJECT = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text())


@pytest.fixture(scope="module")
def stays(family, tmp_path_factory):
    """Number of each long stay of the build to its patient's role, and what rows say of it."""
    raw = tmp_path_factory.mktemp("raw")
    family.synthesise(raw, 0, None, lambda *_: None)
    with open_extract(raw) as extract:
        return {
            stay.icustay: (role_of(stay.subject), (stay.age, stay.ethnicity, stay.hour))
            for stay in extract.stays
            if stay.length > 31
        }


def tasks(family, build):
    return [
        family.task(build, split, index)
        for split in family.splits
        for index in range(family.size(build, split))
    ]


def ids(build, folder):
    return set(parquet.read_table(build.public / folder / "rows.parquet")["row_id"].to_pylist())


def test_the_project_says_who_the_family_is(family):
    assert PROJECT["project"]["version"] == family.version
    assert plugins.family("mimic-extract").name == family.name


def test_every_target_is_asked_for_in_training_and_in_test(family, build):
    sizes = {split: family.size(build, split) for split in family.splits}
    assert sizes == {
        "train": 3,
        "test": 3,
        "more-train": 3,
        "more-test": 1,
        "reworded": 24,
        "ood": 3,
        "site": 4,
    }  # more-test asks neither los_7 nor vaso, which two facts or chance would earn here
    for kind in ("train", "test"):
        asked = [
            name
            for split, (wanted, names) in SPLITS.items()
            if wanted == kind and split != "ood"
            for name in names
        ]
        assert sorted(asked) == sorted(set(TARGETS) - set(HELD_OUT))


def test_what_ood_asks_nobody_else_asks_and_is_labelled_nowhere(family, build):
    for split in family.splits:
        asked = {
            family.task(build, split, index).metadata["target"] for index in range(family.size(build, split))
        }
        assert asked == set(HELD_OUT) if split == "ood" else asked.isdisjoint(HELD_OUT)
    held = {mount for task in tasks(family, build) for mount in task.mounts if task.split == "ood"}
    assert not [path for mount in held for path in (build.public / mount).rglob("labels*")]


def test_boxes_of_ood_show_the_first_day_alone_of_those_who_are_asked_about(family, build):
    for target in HELD_OUT:
        for name in ("measured", "imputed"):
            table = parquet.read_table(build.public / target / "test-asked" / f"{name}.parquet")
            assert set(table["hour"].to_pylist()) == set(range(24))


def test_references_of_ood_hold_the_definition_of_their_own_target_alone(family, build):
    for index in range(family.size(build, "ood")):
        task = family.task(build, "ood", index)
        (call,) = family.reference(build, task)
        given = {name for name in HELD_OUT if f"def {name}(" in call.arguments["code"]}
        assert given == {task.metadata["target"]}
    for split in ("train", "more-train"):
        for index in range(family.size(build, split)):
            (call,) = family.reference(build, family.task(build, split, index))
            assert not any(f"def {name}(" in call.arguments["code"] for name in (*HELD_OUT, "whole_stays"))


def test_ood_passes_as_novel(family, build):
    """B09, and what it stands on."""
    solved = {
        split: {
            skeleton(family.reference(build, family.task(build, split, index)))
            for index in range(family.size(build, split))
        }
        for split in family.splits
    }
    assert len(solved["ood"]) == len(HELD_OUT)
    assert not solved["ood"] & (solved["train"] | solved["more-train"])


def test_a_split_has_one_target_of_each_category(family):
    for split, (_, names) in SPLITS.items():
        if split != "ood":
            assert [TARGETS[name].category for name in names[:3]] == [
                "mortality",
                "length of stay",
                "intervention",
            ]


def test_three_tasks_are_counted(family):
    assert sum(split.size for split in family.splits.values() if split.counted) == 3


def test_a_task_that_is_not_there_is_refused(family, build):
    for split in family.splits:
        size = family.size(build, split)
        with pytest.raises(DataError, match=f"there is no task {size}"):
            family.task(build, split, size)


def test_patients_keep_their_role_in_every_build_and_family(family, build):
    train, test = (set(family.subjects(build, split)) for split in ("train", "test"))
    assert len(train) > 2 * len(test) > 100
    assert not train & test
    assert all(role_of(int(one.rpartition("/")[2])) == "test" for one in test)
    assert all(one.startswith("mimic-iii/patient/") for one in train | test)


def test_labels_that_are_graded_are_in_no_box(family, build):
    for task in tasks(family, build):
        held = set()
        for mount in task.mounts:
            for path in sorted((build.public / mount).rglob("labels.parquet")):
                held |= set(parquet.read_table(path)["row_id"].to_pylist())
        graded = {row[0] for row in gold_of(family, build, task).turns[0]["rows"]}
        assert graded
        assert not held & graded


def test_boxes_of_training_tasks_hold_no_labelled_row_of_a_graded_patient(family, build):
    for task in tasks(family, build):
        validation_known = any(mount.endswith("/validation") for mount in task.mounts)
        assert validation_known == (family.task_sets[task.split].kind != "train")


def test_gold_asks_for_the_rows_that_are_shown(family, build):
    for task in tasks(family, build):
        (asked,) = [mount for mount in task.mounts if mount.endswith("-asked")]
        assert {row[0] for row in gold_of(family, build, task).turns[0]["rows"]} == ids(build, asked)


def test_a_small_build_leaves_out_what_it_cannot_grade(family, small):
    sizes = {split: family.size(small, split) for split in family.splits}
    assert sizes.pop("reworded") == 8 * sizes["test"]
    assert 0 < sum(sizes.values()) < 12
    assert "is left out" in family.report(small)


@pytest.mark.slow
def test_a_build_of_too_few_stays_is_refused(family, tmp_path):
    with pytest.raises(DataError, match=r"too few|no validation patient"):
        ensure_build(family, Source.synthetic(scale=20), tmp_path)


@pytest.mark.slow
def test_a_users_own_copy_builds_as_the_synthetic_source(family, small, tmp_path):
    from_seed = ensure_build(family, Source.synthetic(scale=1_600), tmp_path)
    for half in ("public", "private"):
        first, second = (sorted((one.root / half).rglob("*.parquet")) for one in (small, from_seed))
        assert [path.read_bytes() for path in first] == [path.read_bytes() for path in second]


def unkeyed(*about):
    """What anyone can compute of a number: plain hashes of it in every form that ids ever had, or might."""
    for text in {str(about[-1]), "/".join(map(str, about)), repr(about), *map(str, about)}:
        for digest in (hashlib.md5, hashlib.sha1, hashlib.sha256, hashlib.blake2b):
            yield digest(text.encode()).hexdigest()[:10]


@pytest.mark.slow
def test_trying_every_stay_and_hour_finds_no_row(build, stays):
    for path in sorted(build.public.glob("*/*/rows.parquet")):
        dataset, part = path.parts[-3:-1]
        shown = {row[1:11] for row in parquet.read_table(path)["row_id"].to_pylist()}
        assert len(shown) > 50
        for stay in stays:
            for start in range(1 if dataset == "stays" else 12):
                assert not shown & {*unkeyed(dataset, part, stay, start)}


def test_rows_lie_in_no_order_that_can_be_computed(build, stays):
    """Outcomes separate stays that lie where a plain hash of their numbers would put them."""
    rows = parquet.read_table(build.public / "stays" / "train" / "rows.parquet")
    here = list(zip(*(rows[name].to_pylist() for name in ("age", "ethnicity", "hour_of_day")), strict=True))
    ranked = sorted(stays, key=lambda one: hashlib.sha256(f"order/{one}".encode()).digest()[7::-1])
    chosen = [stays[one] for one in ranked if stays[one][0] == "train"]
    there = [about for _, about in chosen]
    assert sorted(here) == sorted(there)
    assert sum(one == other for one, other in zip(here, there, strict=True)) < 0.1 * len(here)


@pytest.mark.slow
def test_the_reference_earns_all_and_others_no_more_than_chance(family, build):
    players = ("reference", "nop", "attack:constants")
    for split in ("test", "ood", "site"):
        found = measure(family, build, plugins.sandbox("process"), split, per_stratum=3, agents=players)
        assert found.sound, found
        assert [score.reward for score in found.scores] == [1.0, 0.0, 0.0]
