"""What must hold of the family `biocoder`."""

import json
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from medgym_core import DataError, Source, ensure_build, gold_of, plugins
from medgym_plugin_biocoder import loader
from medgym_plugin_biocoder.cell import cell_at
from medgym_plugin_biocoder.problems.categories import CATEGORIES
from medgym_plugin_biocoder.problems.held_out import HELD_OUT
from medgym_prove.soundness import measure

PROJECT = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text())["project"]
GENERATED = ("train", "test")


def test_the_project_says_who_the_family_is(family):
    assert PROJECT["version"] == family.version
    assert set(PROJECT["entry-points"]["medgym"]) == {family.name}


def test_declares_the_sizes_of_the_benchmark(family):
    assert {split: family.splits[split].size for split in GENERATED} == {"train": 981, "test": 157}
    assert [split for split, declared in family.splits.items() if declared.counted] == list(GENERATED)
    assert [split for split, declared in family.splits.items() if declared.novel == "requirement"] == [
        "ood",
        "repair-ood",
    ]
    assert family.splits["ood"].size == 96
    assert family.splits["reworded"].size == 200


@pytest.mark.parametrize("split", GENERATED)
def test_every_task_of_the_benchmark_is_a_cell_of_its_own(split):
    cells = [cell_at(split, index) for index in range(loader.SIZES[split])]
    assert len({(cell.key, cell.variant) for cell in cells}) == len(cells)
    shares = Counter(cell.problem.category for cell in cells)
    assert set(shares) == {category.name for category in CATEGORIES}
    assert max(shares.values()) - min(shares.values()) <= 1
    assert {cell.variant for cell in cells} == {"function", "method", "helper"}


def test_no_parameter_cell_is_in_both_splits_and_some_are_beyond_training():
    train, test = ({cell_at(split, i).key for i in range(loader.SIZES[split])} for split in GENERATED)
    assert not train & test
    tested = [cell_at("test", index) for index in range(loader.SIZES["test"])]
    assert sum(cell.parameters in cell.problem.beyond for cell in tested) >= 16


def test_subjects_are_the_cells_of_the_tasks(family, build):
    train, test, novel = (set(family.subjects(build, split)) for split in (*GENERATED, "ood"))
    assert train
    assert test
    assert len(novel) >= len(HELD_OUT)
    assert not train & test
    assert not novel & (train | test)
    assert all(subject.startswith("biocoder/cell/") for subject in train | test | novel)


def test_the_build_has_as_many_tasks_as_asked_for(family, build):
    assert sum(family.size(build, split) for split in GENERATED) == build.source.scale
    assert family.size(build, "ood") == len(HELD_OUT)
    assert family.size(build, "published-test") == 0


@pytest.mark.parametrize("split", [*GENERATED, "reworded", "ood", "published-test"])
def test_a_task_that_is_not_there_is_refused(family, build, split):
    with pytest.raises(DataError, match=r"no task"):
        family.task(build, split, family.size(build, split))


@pytest.mark.parametrize("split", ["test", "ood"])
def test_a_task_states_signature_rules_and_examples(family, build, split):
    for index in range(family.size(build, split)):
        task = family.task(build, split, index)
        question = task.turns[0].question
        cell = cell_at(split, index)
        assert f"def {cell.problem.entry}(" in question
        assert question.count(">>> ") == 2
        assert question.count("\n- ") >= 5
        assert ("Context:" in question) == (cell.variant != "function")
        assert 500 <= len(question) <= 10_000
        assert task == family.task(build, split, index)


def test_hidden_cases_are_many_and_not_in_the_question(family, build):
    for index in range(8):
        task = family.task(build, "test", index)
        cases = gold_of(family, build, task).turns[0]["cases"]
        shown = [line for line in task.turns[0].question.splitlines() if line.startswith(">>> ")]
        assert len(cases) >= 20
        assert not any(f"({', '.join(map(repr, case['args']))})" in line for case in cases for line in shown)


def test_a_build_depends_on_the_seed_alone(family, build, tmp_path):
    def contents(made):
        task = family.task(made, "test", 0)
        halves = [
            path.read_bytes() for half in (made.public, made.private) for path in sorted(half.glob("*.json"))
        ]
        return halves, task, gold_of(family, made, task)

    again = ensure_build(family, Source.synthetic(scale=build.source.scale), tmp_path)
    other = ensure_build(family, Source.synthetic(seed=1, scale=16), tmp_path)
    assert contents(again) == contents(build)
    assert contents(other)[1] != contents(build)[1]
    assert contents(other)[2] != contents(build)[2]


def test_the_public_half_holds_no_salt(build):
    salt = loader.salt(build)
    assert all(salt.encode() not in path.read_bytes() for path in build.public.rglob("*") if path.is_file())


@pytest.mark.parametrize(
    "text", ["", "{}", '{"salt": "short", "tasks": {"train": 1}}', '{"salt": 5, "tasks": []}']
)
def test_a_broken_raw_file_is_refused_with_its_path(tmp_path, text):
    (tmp_path / loader.FILE).write_text(text)
    with pytest.raises(DataError, match=loader.FILE):
        loader.read(tmp_path / loader.FILE)


def test_a_missing_raw_file_is_named(tmp_path):
    with pytest.raises(DataError, match="there is no"):
        loader.read(tmp_path / loader.FILE)


def test_more_tasks_than_cells_are_refused(family, tmp_path):
    raw = json.dumps({"salt": "s" * 32, "tasks": {"train": 0, "test": 100_000}})
    (tmp_path / loader.FILE).write_text(raw)
    with pytest.raises(DataError, match="has no task"):
        cell_at("test", 99_999)


@pytest.mark.slow
@pytest.mark.parametrize("split", [*GENERATED, "reworded", "ood"])
def test_the_reference_earns_all_and_others_nothing(family, build, split):
    players = ("reference", "nop", "attack:constants")
    found = measure(family, build, plugins.sandbox("process"), split, per_stratum=1, agents=players)
    assert found.sound, found
    rewards = {score.agent: score.reward for score in found.scores}
    assert rewards == {"reference": 1.0, "nop": 0.0, "attack:constants": 0.0}
