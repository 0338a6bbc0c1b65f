"""What is known to be wrong with another harness of the published questions, each shown to be absent here."""

import pytest

from medgym_core import Execution
from medgym_plugin_biodsbench import published
from medgym_plugin_biodsbench.published.questions import PublishedQuestions

from . import questions

BACKENDS = (
    "process",
    pytest.param("bubblewrap", marks=pytest.mark.bubblewrap),
    pytest.param("docker", marks=pytest.mark.docker),
)
RESULTS = '{"dead": 0, "oldest": 0}'
FORGED = f"open('outputs.json', 'w').write({RESULTS!r})"
EXPLOITS = {
    "nothing": "pass",
    "exit": "raise SystemExit(0)",
    "sys.exit": "import sys\nsys.exit()",
    "os._exit": "import os\nos._exit(0)",
    "equal to all": (
        "class Equal(int):\n    __eq__ = lambda self, other: True\n    __hash__ = None\n"
        "dead = oldest = Equal(0)\nimport sys; sys.path.insert(0, 'data/published')\n"
        "from export import export\nexport(globals(), {'dead': [], 'oldest': []})"
    ),
    "builtins": (
        "import builtins\nbuiltins.len = builtins.abs = builtins.round = lambda *given: 0\n"
        f"builtins.AssertionError = type('Never', (Exception,), {{}})\n{FORGED}"
    ),
    "printed": f"print({RESULTS!r}, 'assert True', 'The answer is correct')",
    "forged": f"{FORGED}\nfor name in ('reward', 'answer.json'):\n    open(name, 'w').write('1')",
    "daemon": (f"import os\nif os.fork() == 0:\n    os.setsid()\n    while True:\n        {FORGED}\n"),
    "a class of its own": FORGED.replace("0", '{"object": {"__eq__": true, "__class__": "int"}}'),
    "a search for the tests": (
        "import os\nfound = [name for _, _, names in os.walk('.', followlinks=True) for name in names]\n"
        "assert not [name for name in found if 'test' in name or name.endswith('jsonl')]\n" + FORGED
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("backend", BACKENDS, indirect=True)
@pytest.mark.parametrize("code", EXPLOITS.values(), ids=EXPLOITS)
def test_d2_exploits_earn_nothing(backend, tasks, play, code):
    assert play(tasks["0"], code).reward == 0


@pytest.mark.parametrize("backend", BACKENDS, indirect=True)
def test_the_reference_passes_where_exploits_do_not(backend, build, tasks, play):
    (call,) = PublishedQuestions().reference(build, tasks["5"])
    assert play(tasks["5"], call.arguments["code"]).reward == 1


def test_d1_the_assertions_are_evaluated(tasks, grade):
    assert grade(tasks["0"], {"dead": 5, "oldest": 70}).reward == 1
    assert grade(tasks["0"], {"dead": 5, "oldest": 71}).reward == 0
    assert grade(tasks["0"], None).reward == 0


def test_d3_tables_and_history_are_in_the_prompt(tasks):
    task = tasks["7"]
    assert "OS_STATUS (1:DECEASED)" in task.context
    assert "This code ran before" in task.turns[0].question
    assert questions.READ.splitlines()[0] in task.turns[0].question


def test_d4_a_study_has_a_folder_of_its_own(build, tasks):
    studies = build.public / "published" / "studies"
    assert [path.name for path in studies.iterdir()] == ["10000001"]
    assert tasks["0"].mounts == ("published/export.py", "published/studies/10000001")


def test_d5_neither_references_nor_assertions_are_in_the_box(tasks, box):
    with box(tasks["0"]) as one:
        found = one.run(
            Execution(language="shell", source="grep -rl 'assert\\|== .1:DECEASED' data . ; true")
        )
    assert found.stdout == ""


def test_d6_splits_share_no_study(build):
    studies = [f"{number}" for number in range(32_437_664, 32_437_764)]
    by_split = {
        split: {one for one in studies if published.split_of(one) == split} for split in published.SPLITS
    }
    assert all(by_split.values())
    train, test = ({*PublishedQuestions().subjects(build, split)} for split in published.SPLITS)
    assert not train & test


def test_a_subset_does_not_satisfy_a_difference_of_sets(tasks, grade):
    for genes in ([], ["GENEA"], ["GENEA", "GENEB", "GENEC", "GENED"]):
        assert grade(tasks["1"], {"genes": {"list": genes}}).reward == 0
    assert grade(tasks["1"], {"genes": {"list": ["GENEB", "GENEA", "GENEC"]}}).reward == 1


@pytest.mark.parametrize("number", ["2", "3", "4"])
def test_structure_alone_does_not_satisfy_structure_no_op_and_tautology(tasks, grade, number):
    labels = {"names": [None], "labels": ["Hugo_Symbol", "altered"]}
    index = {"names": [None], "labels": [0, 1, 2]}
    empty = {"counts": {"frame": {"columns": labels, "index": index, "rows": [["x", 0]] * 3}}}
    right = {
        "counts": {
            "frame": {"columns": labels, "index": index, "rows": [["GENEA", 2], ["GENEB", 1], ["GENEC", 1]]}
        }
    }
    assert grade(tasks[number], empty).reward == 0
    assert grade(tasks[number], right).reward == 1


def test_a_range_does_not_stand_for_a_value(tasks, grade):
    assert grade(tasks["8"], {"result": {"object": {"p_value": 0.9}}}).reward == 0


def test_c3_a_flood_of_output_neither_hangs_nor_counts(build, tasks, play):
    (call,) = PublishedQuestions().reference(build, tasks["0"])
    assert play(tasks["0"], f"print('x' * 3_000_000)\n{call.arguments['code']}").reward == 1


def test_c7_the_prompt_names_every_result_that_is_graded(build, tasks):
    for task in tasks.values():
        for name in PublishedQuestions().gold(build, task).turns[0]["gold"]:
            assert f"\n- {name}: " in task.turns[0].question
