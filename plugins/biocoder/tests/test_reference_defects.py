"""Defects of the reference implementation on BioCoder, each shown to be absent from generated tasks.

What MedAgentGym's harness (C) and its BioCoder task (B) did is said in the docstrings. The same for published
tasks is in ``published/test_reference_defects.py``.
"""

import ast
import re
import sys
import time
from itertools import pairwise

import pytest

from medgym_core import ActionCall, gold_of
from medgym_core.env.loop import Env
from medgym_plugin_biocoder.cell import Cell, cell_at
from medgym_plugin_biocoder.family import BioCoder
from medgym_plugin_biocoder.hidden import hidden
from medgym_plugin_biocoder.oracle import unsound
from medgym_plugin_biocoder.problems import PROBLEMS
from medgym_plugin_biocoder.source import graded_context, submission
from medgym_sandbox.process import Process

SALT = "a salt of the tests"


@pytest.fixture
def env(family, build):
    """An environment on the test task at an index, closed at the end."""
    opened = []

    def start(index=0):
        opened.append(Env(family, build, family.task(build, "test", index), Process().start))
        opened[-1].prompt = opened[-1].reset()
        return opened[-1]

    yield start
    for one in opened:
        one.close()


def code(source, submit=False):
    return ActionCall(name="code_execution", arguments={"code": source, "submit": submit})


def writing(text, after=""):
    return code(f"from pathlib import Path\nPath('submission.py').write_text({text!r})\n{after}", submit=True)


def right(index=0):
    cell = cell_at("test", index)
    return submission(cell.problem, cell.parameters, cell.variant)


# The harness


def test_c1_nothing_in_the_box_holds_cases_or_reference(env, family, build):
    """Oracle, task files and reference lay in the container where agent code ran."""
    one = env()
    gold = gold_of(family, build, one.task).turns[0]
    look = "echo mine > kept; find . -type f -exec cat {} +"
    files = one.step(ActionCall(name="terminal", arguments={"command": look}))
    assert "mine" in files.observation.text
    assert not any(repr(case["args"])[1:-1] in files.observation.text for case in gold["cases"])
    imported = one.step(code("import medgym_plugin_biocoder"))
    assert imported.observation.error == "ModuleNotFoundError"


def test_c2_an_end_without_reward_is_no_success(env):
    """Success was that the episode had ended."""
    one = env()
    assert one.step(writing("def unrelated():\n    pass\n")).done
    assert (one.verdict.status, one.verdict.reward) == ("fail", 0.0)


def test_c3_a_flood_of_output_does_not_stop_a_submission(env):
    """More than 64 KiB of output hung until the time limit."""
    begun, one = time.monotonic(), env()
    one.step(writing(right(), "print('x' * 10**6)"))
    assert one.verdict.reward == 1.0
    assert time.monotonic() - begun < one.limits.action_s


def test_c4_what_a_timeout_leaves_behind_is_killed(env):
    """Only the shell was killed; a child lived on and wrote its file."""
    one = env()
    writer = "import os, time\nif os.fork() == 0:\n    time.sleep(0.5)\n    open('late', 'w')\n"
    one.step(code(writer))
    seen = one.step(code("import os, time\ntime.sleep(1)\nprint(os.path.exists('late'))"))
    assert "False" in seen.observation.text


def test_c5_an_execution_does_not_take_a_second_for_nothing(env):
    """A poll each second made every execution take one."""
    one = env()
    one.step(code("print(1)"))
    begun = [time.monotonic()]
    for number in range(5):
        one.step(code(f"print({number})"))
        begun.append(time.monotonic())
    assert min(after - before for before, after in pairwise(begun)) < 1


def test_c6_and_b3_standard_error_is_not_graded(env):
    """Both streams were joined and compared as text, so that a warning made a right program wrong."""
    index = next(i for i in range(157) if cell_at("test", i).variant == "function")
    one = env(index)
    one.step(writing("import sys\nprint('warning', file=sys.stderr)\n" + right(index)))
    assert one.verdict.reward == 1.0


def test_c7_the_prompt_shows_context_and_rules(family, build):
    """Agents saw the description alone, without the globals and helpers that it relies on."""
    for index in range(family.size(build, "test")):
        cell, question = cell_at("test", index), family.task(build, "test", index).turns[0].question
        context = graded_context(cell.problem, cell.parameters, cell.variant)
        given = re.findall(r"^def (\w+)|^class (\w+)|^([A-Z_]+) =", context or "", re.M)
        assert all("".join(names) in question for names in given)


def test_c8_a_file_of_another_episode_is_not_there(env):
    """Episodes shared one folder that was never cleared."""
    first = env()
    first.step(writing(right()))
    assert first.verdict.reward == 1.0
    second = env()
    second.step(code("answer = 1", submit=True))
    assert (second.verdict.reward, second.verdict.reason) == (0.0, "file_missing")


def test_c9_what_went_wrong_is_said(env):
    """The reason of a failed check was not shown to the agent."""
    seen = env().step(code("from submission import trim_reads"))
    assert "submission" in seen.observation.text
    assert not seen.observation.ok


def test_c10_words_in_the_source_decide_nothing(env):
    """Code that held the word error was refused, and print(answer) was added where a comment said answer."""
    one = env()
    seen = one.step(code("# the answer to every error\nvalue = 'error'"))
    assert seen.observation.ok
    assert "error" not in seen.observation.text


def test_c11_the_prompt_names_the_actions_that_are_permitted(env):
    """The prompt promised three actions, forbade the one it told to begin with, and asked for a variable."""
    one = env()
    assert set(one.actions) == set(one.task.actions)
    assert all(f"- {name}(" in one.system for name in one.task.actions)
    assert "submission.py" in one.prompt


# The task


def test_b1_every_task_has_many_inputs(family, build):
    """Fuzzing had been taken out: one fixed input for each task."""
    for index in range(8):
        cases = gold_of(family, build, family.task(build, "test", index)).turns[0]["cases"]
        assert len({repr(case["args"]) for case in cases}) == len(cases) >= 20


def test_b2_a_method_gets_the_indentation_of_its_class(env):
    """Methods were put at the top of the module, so that 33 references failed."""
    index = next(i for i in range(157) if cell_at("test", i).variant == "method")
    one = env(index)
    one.step(writing(right(index)))
    assert one.verdict.reward == 1.0


def test_b4_references_import_nothing_but_what_is_pinned():
    """Packages that references import were not installed, or in another version."""
    pins = (BioCoder.environment.recipe / "requirements.txt").read_text()
    pinned = {line.partition("==")[0] for line in pins.splitlines() if "==" in line}
    assert imported_packages() <= pinned | sys.stdlib_module_names


def test_b5_every_reference_runs_on_every_case(build):
    """The text of a reference's error was taken for the answer: an empty body passed."""
    for name, problem in PROBLEMS.items():
        found = hidden(Cell(problem, problem.cells[-1], "function"), SALT)
        assert any(case.expected for case in found.values()), name


def test_b6_no_context_defines_what_is_asked_for():
    """Contexts held a second definition, which won: an empty submission passed."""
    for problem in PROBLEMS.values():
        for variant in ("method", "helper") if problem.helper else ("method",):
            tree = ast.parse(graded_context(problem, problem.cells[0], variant))
            top = [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
            assert top.count(problem.entry) == (variant == "method")
            inner = [node for node in tree.body if isinstance(node, ast.ClassDef) for node in node.body]
            assert problem.entry not in [getattr(node, "name", "") for node in inner]


@pytest.mark.parametrize("body", ["pass", "return None", "return True", "return []", "return 0"])
def test_b6_empty_and_constant_bodies_fail(env, body):
    """An empty body passed 14 tasks, one that does nothing 12."""
    one = env()
    name = cell_at("test", 0).problem.entry
    one.step(writing(f"def {name}(*given):\n    {body}\n"))
    assert one.verdict.reward == 0.0
    assert one.verdict.components["turn_0.pass_rate"] <= 0.5


def test_b7_no_result_is_guessed(build):
    """Eight references printed a single True or False."""
    for index in range(16):
        cell = cell_at("test", index)
        assert unsound(cell, hidden(cell, SALT)) == ""


def test_b8_an_execution_that_fails_is_no_submission(env):
    """Whether the execution had failed was not looked at."""
    one = env()
    one.step(writing(right(), "raise RuntimeError"))
    assert one.verdict.reward == 0.0


def test_b9_the_agents_code_runs_in_no_process_of_the_grader(env):
    """It ran before the driver in the same process, and could print and leave."""
    one = env()
    forged = "import os\nprint('[]')\nos._exit(0)\n"
    one.step(writing(forged))
    assert one.verdict.reward == 0.0


@pytest.mark.parametrize("name", PROBLEMS)
def test_b10_references_give_the_same_twice(name):
    """Two references printed something else each time."""
    cell = Cell(PROBLEMS[name], PROBLEMS[name].cells[0], "function")
    assert hidden(cell, SALT) == hidden(cell, SALT)


def imported_packages():
    """Top-level packages that references import."""
    found = set()
    for problem in PROBLEMS.values():
        for node in ast.walk(ast.parse(submission(problem, problem.cells[0], "function"))):
            if isinstance(node, ast.Import):
                found |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                found.add(node.module.partition(".")[0])
    return found
