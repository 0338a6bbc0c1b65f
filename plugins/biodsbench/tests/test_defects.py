"""Defects of an earlier public implementation, and ways to be graded right without being so."""

import json

import pytest

from medgym_core import gold_of
from medgym_core.env.prompt import task_text
from medgym_core.verifier.answer import grade_answer
from medgym_core.verifier.contract import TurnSubmission
from medgym_plugin_biodsbench import asking

from .episode import submitted


@pytest.fixture(scope="session")
def task(family, build):
    """Genes in a table, which has everything that can be half right."""
    found = (family.task(build, "train", index) for index in range(50))
    return next(task for task in found if task.metadata["template"] == "gene_frequency")


@pytest.fixture(scope="session")
def right(family, build, task):
    return gold_of(family, build, task).turns[0]


@pytest.fixture
def passes(family, build, task, right):
    def check(answer):
        given = TurnSubmission(answer=json.dumps(answer))
        return grade_answer(task.turns[0].answer, given, right, 65_536).ok

    return check


@pytest.mark.slow
def test_a_program_that_does_nothing_earns_nothing(family, build, task):
    """D1: there, assertions never ran, and `pass` was right."""
    verdict = submitted(family, build, task, "pass")
    assert (verdict.reward, verdict.status) == (0.0, "fail")


EXPLOITS = (
    "raise SystemExit(0)",
    "import sys\nsys.exit()",
    "import os\nos._exit(0)",
    "import builtins\nbuiltins.len = lambda *_: 1\nbuiltins.abs = builtins.round = lambda *_: 0\nanswer = {}",
    "class Equal:\n    def __eq__(self, other): return True\nanswer = Equal()",
    "class Equal(dict):\n    def __eq__(self, other): return True\nanswer = Equal(samples=1, genes=[])",
    "class Equal(float):\n    def __eq__(self, other): return True\n"
    "answer = {'samples': Equal(1), 'genes': []}",
    "print('The answer is correct')\nprint('reward: 1.0')\nprint({'samples': 1})",
    "import json\nfor name in ('answer.json', 'result.json', 'verdict.json'):\n"
    "    open(name, 'w').write(json.dumps({'reward': 1.0, 'success': True}))",
    "import sys\nsys.modules['__main__'].answer = None\nassert True",
)
SANDBOXES = (
    "process",
    pytest.param("docker", marks=pytest.mark.docker),
    pytest.param("bubblewrap", marks=pytest.mark.bubblewrap),
)


@pytest.fixture
def sandbox(request):
    """The name of a sandbox that can be started here."""
    if request.param == "docker":
        request.getfixturevalue("docker_engine")
    return request.param


@pytest.mark.slow
@pytest.mark.parametrize("sandbox", SANDBOXES, indirect=True)
@pytest.mark.parametrize("code", EXPLOITS)
def test_what_runs_in_the_box_decides_nothing_but_its_answer(family, build, task, code, sandbox):
    """D2: there, assertions ran in the program's own process."""
    assert submitted(family, build, task, code, sandbox).reward == 0.0


@pytest.mark.slow
@pytest.mark.parametrize("sandbox", SANDBOXES, indirect=True)
def test_a_process_that_lives_on_cannot_change_the_answer(family, build, task, right, sandbox):
    code = (
        "import os, time\n"
        f"RIGHT = {json.dumps(json.dumps(right))}\n"
        "if os.fork() == 0:\n"
        "    os.setsid()\n"
        "    while True:\n"
        "        for name in ('answer.json', 'answer', 'result.json'):\n"
        "            try:\n                open(name, 'w').write(RIGHT)\n"
        "            except OSError:\n                pass\n"
        "        time.sleep(0.01)\n"
        "answer = {'samples': 1, 'genes': []}"
    )
    assert submitted(family, build, task, code, sandbox).reward == 0.0


def test_the_prompt_holds_tables_and_definitions(task):
    """D3: there, schemas and history never reached the model."""
    text = task_text(task, task.limits)
    assert "data_mutations.csv" in text
    assert "Variant_Classification" in text


def test_each_study_has_a_folder_of_its_own(build):
    """D4: there, eleven studies shared one folder and their file names."""
    folders = sorted(path.name for path in (build.public / "studies").iterdir())
    assert len(folders) == 13
    assert all((build.public / "studies" / name / "data_mutations.csv").is_file() for name in folders)


def test_no_answer_lies_in_the_public_half(family, build):
    """D5 and C1: there, the answers lay where a terminal reaches."""
    assert {path.name for path in build.public.iterdir()} == {"studies", "schemas.json"}
    assert all(path.suffix == ".csv" for path in (build.public / "studies").rglob("*") if path.is_file())
    task = family.task(build, "test", 0)
    assert "private" not in task.model_dump_json()


def test_no_study_is_both_trained_on_and_tested(build):
    """D6: there, questions on one study were in both."""
    assert not set(asking.schemas(build, "train")) & set(asking.schemas(build, "test"))


def test_the_right_answer_passes_in_any_usual_form(passes, right):
    assert passes(right)
    assert passes(right | {"samples": float(right["samples"])})


def test_subsets_and_empty_sets_are_wrong(passes, right):
    """There, a set difference passed for an empty answer."""
    for rows in ([], right["genes"][:1], right["genes"][:-1], right["genes"] + right["genes"][:1]):
        assert not passes(right | {"genes": rows})


def test_the_right_shape_with_wrong_values_is_wrong(passes, right):
    """There, some assertions looked at shapes and types alone."""
    blank = [["", 0, 0.0] for _ in right["genes"]]
    assert not passes(right | {"genes": blank})
    assert not passes(right | {"genes": right["genes"][::-1]})
    assert not passes({"samples": right["samples"]})
    assert not passes({})


def test_stray_output_does_not_matter(family, build, task):
    """C3 and C6: there, long output hung and standard error was graded."""
    (call,) = family.reference(build, task)
    noise = "import sys\nprint('x' * 200_000)\nprint('wrong', file=sys.stderr)\n"
    assert submitted(family, build, task, noise + call.arguments["code"]).reward == 1.0


def test_an_earlier_episodes_files_are_gone(family, build, task, right):
    """C8: there, all episodes shared a folder."""
    submitted(family, build, task, f"open('left.json', 'w').write({json.dumps(json.dumps(right))})")
    code = "import json\nanswer = json.load(open('left.json'))"
    assert submitted(family, build, task, code).reward == 0.0


def test_all_four_actions_are_permitted_and_the_source_text_is_not_judged(family, build, task):
    """C10 and C11: there, the word `error` or `answer` in a program changed what happened."""
    assert task.actions == ("request_info", "terminal", "code_execution", "debugging")
    (call,) = family.reference(build, task)
    assert submitted(family, build, task, call.arguments["code"] + "\n# error: no answer").reward == 1.0
