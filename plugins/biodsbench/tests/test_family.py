import tomllib
from collections import Counter
from pathlib import Path

import pytest

from medgym_core import DataError, Source, Tier, ensure_build, gold_of, plugins
from medgym_core.env.prompt import task_text
from medgym_plugin_biodsbench import asking, loader, oracle
from medgym_plugin_biodsbench.templates import TEMPLATES
from medgym_plugin_biodsbench.templates.held_out import NOVEL, NOVEL_STUDIES
from medgym_prove.skeleton import program
from medgym_prove.soundness import measure

PROJECT = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text())
ATTACKS = sorted((Path(__file__).parents[1] / "attacks").glob("*.py"))
COUNTED = ("train", "test")


@pytest.fixture(scope="session")
def tasks(family, build):
    return [
        family.task(build, split, index) for split in COUNTED for index in range(family.size(build, split))
    ]


def test_the_project_says_who_the_family_is(family):
    assert PROJECT["project"]["version"] == family.version
    assert plugins.family("biodsbench").name == family.name


def test_there_are_50_and_49_tasks_and_more_that_are_not_counted(family, build):
    sizes = {split: family.size(build, split) for split in family.splits}
    assert sizes == {split: declared.size for split, declared in family.splits.items()}
    assert [(split, sizes[split]) for split in family.splits if family.splits[split].counted] == [
        ("train", 50),
        ("test", 49),
    ]
    assert sizes["more-train"] == sizes["more-test"] == 500


def test_both_splits_have_every_category_and_every_template_that_is_not_held_out(tasks):
    for split in COUNTED:
        found = Counter(task.category for task in tasks if task.split == split)
        assert len(found) == 12
        assert max(found.values()) <= 6
        asked = {task.metadata["template"] for task in tasks if task.split == split}
        assert asked == TEMPLATES.keys() - NOVEL


def test_each_template_that_is_held_out_is_asked_six_times_of_studies_that_are_not_trained_on(family, build):
    tasks = [family.task(build, "ood", index) for index in range(family.size(build, "ood"))]
    assert Counter(task.metadata["template"] for task in tasks) == dict.fromkeys(NOVEL, 6)
    assert {task.category for task in tasks} == {template.category for template in TEMPLATES.values()}
    novel = set(family.subjects(build, "ood")) - set(family.subjects(build, "test"))
    assert {name.split("/")[-1].partition("_")[0] for name in novel} == NOVEL_STUDIES.keys()
    assert not novel & set(family.subjects(build, "train"))
    answers = [asking.answer(asking.read(build, "ood", task.index)) for task in tasks]
    assert len(set(answers)) == len(answers)
    assert family.splits["ood"].novel == "requirement"


def test_what_only_a_novel_kind_of_study_measures_is_asked_of_it_alone(family, build):
    kinds = {key: kind for kind, keys in NOVEL_STUDIES.items() for key in keys}
    for index in range(family.size(build, "ood")):
        found = asking.read(build, "ood", index)
        if found.template in kinds:
            assert found.study.partition("_")[0] == kinds[found.template]


@pytest.mark.parametrize("split", ["train", "test", "more-train", "more-test"])
def test_no_other_split_asks_about_a_novel_kind_of_study(family, build, split):
    asked = {family.task(build, split, index).metadata["study"] for index in range(20)}
    assert not {name.partition("_")[0] for name in asked} & NOVEL_STUDIES.keys()


@pytest.mark.parametrize("split", ["train", "test", "more-train", "more-test"])
def test_no_other_split_draws_a_template_that_is_held_out(split):
    assert {template.key for template in asking.order(split)} == TEMPLATES.keys() - NOVEL


def test_no_program_of_a_held_out_template_has_the_skeleton_of_another(build):
    found = {split: {} for split in ("train", "ood")}
    for split, outlines in found.items():
        for index in range(asking.stored(build, split)):
            asked = asking.read(build, split, index)
            outlines.setdefault(asked.template, program(oracle.program(asked)))
    assert len({*found["ood"].values()}) == len(NOVEL)
    assert not {*found["ood"].values()} & {*found["train"].values()}


def test_a_study_without_the_tables_is_asked_fewer_questions_of_ood(family, raw, tmp_path):
    folder = next(path for path in sorted(raw.glob("panel_*")) if asking.half_of(path.name) == "test")
    built = ensure_build(family, Source.user(folder, Tier.OPEN), tmp_path)
    tasks = [family.task(built, "ood", index) for index in range(family.size(built, "ood"))]
    assert 15 <= len(tasks) <= 6 * len(NOVEL)
    assert "time_to_state" not in {task.metadata["template"] for task in tasks}


def test_no_two_questions_of_a_split_are_the_same(tasks):
    for split in COUNTED:
        asked = [(task.metadata["study"], task.turns[0].question) for task in tasks if task.split == split]
        assert len(asked) == len(set(asked))


def test_splits_share_no_study_whatever_the_seeds(family, build, tmp_path):
    loader.synthesise(tmp_path, 7, 60, lambda *_: None)
    train, test = (set(family.subjects(build, split)) for split in COUNTED)
    assert len(train) == len(test) == 5
    assert not train & test
    for path in tmp_path.iterdir():
        name = f"biodsbench/study/{path.name}"
        assert name not in train | test
    assert Counter(asking.half_of(path.name) for path in tmp_path.iterdir()) == {"train": 5, "test": 8}


def test_a_task_mounts_its_study_alone(build, tasks):
    for task in tasks:
        assert task.mounts == (f"studies/{task.metadata['study']}",)
        assert all(source.path.startswith(task.mounts[0]) for source in task.info)


def test_a_prompt_gives_tables_rules_and_outputs_and_stays_short(tasks):
    for task in tasks:
        text = task_text(task, task.limits)
        assert len(text) < 11_000
        assert "data_clinical_patient.csv" in text
        assert "A cell is missing if" in text
        assert all(f"- {name}: " in text for name in task.turns[0].answer.fields)


def test_a_task_that_is_not_there_is_refused(family, build):
    for split in ("train", "test", "reworded", "ood", "more-train", "more-test"):
        with pytest.raises(DataError, match="there is no task"):
            family.task(build, split, family.size(build, split))


def test_more_tasks_are_addressed_each_by_itself(family, build):
    task = family.task(build, "more-test", 321)
    assert task == family.task(build, "more-test", 321)
    assert task.metadata["study"] in asking.schemas(build, "test")
    assert set(gold_of(family, build, task).turns[0]) == set(task.turns[0].answer.fields)


def test_a_users_studies_are_asked_about_in_the_split_of_their_names(family, raw, tmp_path):
    folder = next(path for path in sorted(raw.glob("trial_*")) if asking.half_of(path.name) == "test")
    built = ensure_build(family, Source.user(folder, Tier.OPEN), tmp_path)
    assert {split: family.size(built, split) for split in COUNTED} == {"train": 0, "test": 49}
    templates = {family.task(built, "test", index).metadata["template"] for index in range(49)}
    assert family.size(built, "reworded") == 8 * len(templates)
    assert family.task(built, "test", 48).metadata["study"] == folder.name
    assert folder.name in family.report(built)


def test_a_folder_without_studies_is_refused(family, tmp_path):
    (tmp_path / "empty").mkdir()
    with pytest.raises(DataError, match="holds no study"):
        ensure_build(family, Source.user(tmp_path / "empty"), tmp_path / "home")


def test_no_answer_fits_two_tasks(family, build, tasks):
    golds = [
        (task.turns[0].answer.model_dump_json(), str(gold_of(family, build, task).turns[0])) for task in tasks
    ]
    assert len(golds) == len(set(golds))


def test_the_reference_earns_all_and_others_nothing(family, build):
    players = ("reference", "nop", "attack:constants")
    found = measure(family, build, plugins.sandbox("process"), "test", per_stratum=1, agents=players)
    assert found.sound, found
    assert [score.reward for score in found.scores] == [1.0, 0.0, 0.0]


@pytest.mark.slow
def test_of_ood_the_reference_earns_all_and_others_nothing(family, build):
    players = ("reference", "nop", "attack:constants", "attack:neighbour_replay")
    found = measure(family, build, plugins.sandbox("process"), "ood", per_stratum=1, agents=players)
    assert found.sound, found
    assert [score.reward for score in found.scores] == [1.0, 0.0, 0.0, 0.0]


@pytest.mark.slow
def test_of_reworded_the_reference_earns_all_and_others_nothing(family, build):
    players = ("reference", "nop", "attack:constants", "attack:neighbour_replay")
    found = measure(
        family, build, plugins.sandbox("process"), "reworded", per_stratum=2, agents=players, own=ATTACKS
    )
    assert found.sound, found
    assert [score.reward for score in found.scores] == [1.0, 0.0, 0.0, 0.0, 0.0]


@pytest.mark.slow
@pytest.mark.parametrize("split", ["train", "test"])
def test_no_question_of_a_counted_split_is_asked_twice(build, split):
    counted = [asking.read(build, split, index) for index in range(asking.stored(build, split))]
    more = [asking.drawn(build, f"more-{split}", index) for index in range(100)]
    answers = [asking.answer(found) for found in counted]
    assert len(set(answers)) == len(answers)
    assert not {*answers} & {asking.answer(found) for found in more}
