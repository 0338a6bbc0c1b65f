"""Packages with a planted bug: what must hold of every one, and what submissions earn."""

import json
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from medgym_core import BoxSpec, DataError, Submission, TurnSubmission, VerifierError, gold_of, plugins
from medgym_core.env.grading import run_program
from medgym_plugin_biocoder import repair
from medgym_plugin_biocoder.problems.categories import CATEGORIES
from medgym_plugin_biocoder.repair.calls import hidden
from medgym_plugin_biocoder.repair.contract import function_of, planted
from medgym_plugin_biocoder.repair.projects import NOVEL, PROJECTS
from medgym_plugin_biocoder.repair.verifier import RepairVerifier
from medgym_prove.skeleton import skeleton
from medgym_prove.soundness import measure
from medgym_sandbox.process import Process

SALT = "a salt of the tests"
ATTACKS = Path(__file__).parents[1] / "attacks"
TASKS = [(split, index) for split in repair.SPLITS for index in range(repair.SIZES[split])]
TRAIN, TEST, OOD = repair.SPLITS
every_task = pytest.mark.parametrize(("split", "index"), TASKS, ids=[f"{s}-{i}" for s, i in TASKS])


@pytest.mark.slow
def test_calls_are_the_same_from_several_threads():
    asked = [(project, bug, SALT) for project, bug in repair.chosen(TRAIN)[:4]]
    with ThreadPoolExecutor(4) as threads:
        together = list(threads.map(lambda one: hidden(*one), asked))
    assert together == [hidden(*one) for one in asked]


def test_splits_are_large_enough_and_share_no_package():
    assert repair.SIZES[TRAIN] >= 24
    assert repair.SIZES[TEST] >= 12
    assert repair.SIZES[OOD] >= 12
    names = [project.name for projects in PROJECTS.values() for project in projects]
    assert len(names) == len(set(names)) == 12
    assert {project.name for project in PROJECTS[OOD]} == set(NOVEL)


@pytest.mark.parametrize(
    "project", [each for some in PROJECTS.values() for each in some], ids=lambda p: p.name
)
def test_a_package_is_of_real_size_and_stands_alone(project):
    files = project.files()
    assert len(files) >= 4
    assert sum(text.count("\n") for text in files.values()) >= 90
    assert "medgym" not in "".join(files.values())
    assert project.category in {category.name for category in CATEGORIES}
    assert set(project.draws) == set(project.edges) == set(project.package.__all__)
    assert len({bug.name for bug in project.bugs}) == len(project.bugs) >= 4


@every_task
def test_two_programs_agree_and_hidden_calls_show_the_bug(split, index):
    project, bug = repair.chosen(split)[index]
    runs = hidden(project, bug, SALT)
    assert sum(len(run.calls) for run in runs) >= 50
    assert bug.call[0] in project.package.__all__
    json.dumps(bug.call)


@every_task
def test_a_symptom_names_no_file_no_line_and_no_function(split, index):
    project, bug = repair.chosen(split)[index]
    named = {function_of(project, bug)[0], *project.files()}
    assert not [name for name in named if "_" in name and name in bug.symptom]
    assert not re.search(r"\.py|\bline \d", bug.symptom)
    assert len(bug.symptom) >= 100


def test_a_bug_that_hidden_calls_do_not_show_is_refused():
    project, bug = repair.chosen(TRAIN)[0]
    same = replace(bug, wrong=bug.right)
    with pytest.raises(DataError, match="changes 0 of"):
        hidden(project, same, SALT)


def test_a_package_that_disagrees_with_its_second_program_is_refused():
    project, bug = repair.chosen(TRAIN)[0]
    other = repair.chosen(TRAIN)[1][0]
    with pytest.raises(DataError, match="two programs disagree"):
        hidden(replace(project, second=other.second), bug, SALT)


@every_task
def test_the_reference_is_of_dependent_steps_and_hands_in_last(split, index):
    calls = repair.reference(split, index)
    assert len(calls) == repair.HORIZON
    assert [bool(call.arguments.get("submit")) for call in calls] == [False] * 4 + [True]


def test_no_novel_package_is_repaired_as_one_of_training():
    trained = {skeleton(repair.reference(TRAIN, index)) for index in range(repair.SIZES[TRAIN])}
    novel = {skeleton(repair.reference(OOD, index)) for index in range(repair.SIZES[OOD])}
    assert not trained & novel


@pytest.fixture(scope="module")
def start(bare, tmp_path_factory):
    spec = BoxSpec(environment=bare, home=tmp_path_factory.mktemp("boxes"))
    return lambda: Process().start(spec)


@pytest.fixture
def grade(family, build, start):
    def run(split, index, files):
        task = family.task(build, split, index)
        gold, verifier = gold_of(family, build, task), RepairVerifier()
        name = repair.chosen(split)[index][0].name
        sent = {f"{name}/{file}": text.encode() for file, text in files.items()}
        submission = Submission(turns=(TurnSubmission(files=sent),))
        outcomes = [run_program(one, start) for one in verifier.programs(task, gold, submission)]
        return verifier.grade(task, gold, submission, outcomes, {})

    return run


@pytest.mark.parametrize("split", repair.SPLITS)
def test_the_clean_package_earns_all_and_the_broken_one_nothing(grade, split):
    project, bug = repair.chosen(split)[0]
    assert grade(split, 0, project.files()).reward == 1.0
    broken = grade(split, 0, planted(project, bug))
    assert (broken.reward, broken.reason) == (0.0, "wrong_value")
    assert 0 < broken.components["turn_0.pass_rate"] < 1


def test_who_breaks_something_else_earns_nothing(grade):
    project, bug = repair.chosen(TEST)[0]
    second = next(other for other in project.bugs if other.name != bug.name)
    assert grade(TEST, 0, planted(project, second)).reward == 0.0


def test_raising_deleting_and_tampering_earn_nothing(grade):
    files = repair.chosen(TEST)[0][0].files()
    raising = {
        name: re.sub(r"(?m)^(def .*:)$", r"\1\n    raise ValueError", text) for name, text in files.items()
    }
    leaving = files | {"__init__.py": "import os\n\nos._exit(0)\n"}
    forging = files | {"__init__.py": "import json\n\njson.load = lambda stream: {'calls': []}\n"}
    verdicts = [grade(TEST, 0, one) for one in (raising, leaving, forging, {}, {**files, "text.py": ""})]
    assert [verdict.reward for verdict in verdicts] == [0.0] * 5
    assert verdicts[3].reason == "file_missing"


def test_a_package_that_was_not_run_is_no_verdict(family, build):
    task = family.task(build, TEST, 0)
    files = {spec.path: b"" for spec in task.turns[0].files}
    submission = Submission(turns=(TurnSubmission(files=files),))
    with pytest.raises(VerifierError, match="was not run"):
        RepairVerifier().grade(task, gold_of(family, build, task), submission, [], {})


def test_no_box_holds_an_expected_result(family, build):
    task = family.task(build, TEST, 0)
    gold = gold_of(family, build, task)
    submission = Submission(turns=(TurnSubmission(files={spec.path: b"" for spec in task.turns[0].files}),))
    (program,) = RepairVerifier().programs(task, gold, submission)
    assert all(json.loads(run.stdin).keys() == {"package", "calls"} for run in program.runs)
    assert set(program.files.values()) == {b""}


def test_the_agent_finds_the_broken_package_alone(family, build):
    for split in repair.SPLITS:
        project, bug = repair.chosen(split)[0]
        (mount,) = family.task(build, split, 0).mounts
        found = {path.name: path.read_text() for path in (build.public / mount / project.name).iterdir()}
        assert found == planted(project, bug)
        assert bug.name not in mount


@pytest.mark.slow
@pytest.mark.parametrize("backend", ["process", pytest.param("bubblewrap", marks=pytest.mark.bubblewrap)])
@pytest.mark.parametrize("split", repair.SPLITS)
def test_the_reference_earns_all_and_attacks_nothing(family, build, split, backend):
    own = [ATTACKS / f"{name}.py" for name in ("unrepaired", "raising", "hard_coded", "emptied")]
    players = ("reference", "nop", "attack:memory", "attack:neighbour_replay")
    found = measure(family, build, plugins.sandbox(backend), split, agents=players, own=own, most=3)
    assert {score.agent: score.reward for score in found.scores if score.reward} == {"reference": 1.0}, found
