"""The same actions on a real box: what its worker says of a failure is what the grounding reads."""

import pytest

from medgym_core.action import perform
from medgym_core.task import ActionCall
from medgym_sandbox.process import Process
from medgym_sandbox.spec import BoxEnvironment, BoxSpec

PYTHON = [
    (
        "d = {'heart_rate': 1}\nd['hart_rate']",
        ["where: line 2", "keys of d: heart_rate", "mean 'heart_rate'"],
    ),
    ("vitals = 1\nvitls", ["where: line 2: vitls", "mean 'vitals'"]),
    ("x = (1 +* 2)", ["where: line 1: x = (1 +* 2)\n                         ^", "at '*'"]),
    ("import math\nmath.sqroot(2)", ["attributes of math: sqrt", "mean 'sqrt'"]),
    ("import numpi", ["packages: numpy==2.1.0", "no network"]),
    ("open('data/ehr.sqlit')", ["mean 'data/ehr.sqlite'"]),
    ("1 + 'a'", ["+ does not work between int and str"]),
    ("def f(n):\n    return 1 / n\nf(0)", ["where: line 2: return 1 / n", "divisor is zero"]),
    ("[][0]", ["beyond the end"]),
    ("input()", ["Do not call input()"]),
    ("answer = object()", ["`answer` cannot be taken"]),
]
SQL = [
    ("SELECT gendr FROM patients", ["columns of patients: gender", "mean 'gender'"]),
    ("SELECT * FROM patient", ["tables: patients, notes", "mean 'patients'"]),
    ("SELECT *\nFORM patients", ["where: line 2: FORM patients"]),
    ("DELETE FROM patients", ["read-only"]),
    ("SELECT gender FROM patients ORDER BY 1 LIMIT 1", ["gender\nF\n(1 row)"]),
]


@pytest.fixture
def context(make_context, build, tmp_path):
    made = make_context()
    recipe = tmp_path / "box"
    recipe.mkdir()
    (recipe / "requirements.txt").write_text("")
    mounts = {"ehr.sqlite": build.public / "ehr.sqlite"}
    spec = BoxSpec(environment=BoxEnvironment(recipe=recipe), mounts=mounts, home=tmp_path)
    with Process().start(spec) as box:
        made.box = box
        yield made


def test_failures_in_a_real_box_are_grounded(actions, context):
    for language, cases in (("python", PYTHON), ("sql", SQL)):
        for code, parts in cases:
            call = ActionCall(name="code_execution", arguments={"code": code, "language": language})
            text = perform(call, actions, context).text
            assert [part for part in parts if part not in text] == [], text


def test_debugging_in_a_real_box_shows_the_failing_frame(actions, context):
    code = "def f(n):\n    return 1 / n\nf(0)"
    text = perform(ActionCall(name="debugging", arguments={"code": code}), actions, context).text
    assert "traceback:\nline 3, in <module>: f(0)\nline 2, in f: return 1 / n" in text
    assert text.endswith("variables where it failed:\n  n: int: 0")


def test_a_shell_command_in_a_real_box_is_grounded(actions, context):
    call = ActionCall(name="terminal", arguments={"command": "no-such-command-here"})
    assert "the command is not installed" in perform(call, actions, context).text
