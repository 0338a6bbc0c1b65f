import json
import os
import subprocess
import sys

import pytest

from medgym_core.answer import Number, Text
from medgym_core.errors import VerifierError
from medgym_core.task import FileSpec, Gold, Turn
from medgym_core.verifier import Submission, TurnSubmission
from medgym_core.verifier.programs import PLACE, ProgramCase, ProgramGold, ProgramVerifier, insert
from medgym_sandbox.spec import Failure, Outcome, Reason

VERIFIER = ProgramVerifier()
TURN = Turn(question="?", files=(FileSpec(path="solution.py", format="python", description="d"),))
CASES = tuple(
    ProgramCase(args=([x, 1],), kwargs={"scale": 2}, expected=(x + 1) * 2) for x in (8731, -64, 9199)
)
GOLD = ProgramGold(entry="total", cases=CASES, file="solution.py")
GOOD = "def total(values, scale):\n    return sum(values) * scale\n"
REPORT = "\nimport os, sys, json as _json\nopen(os.environ['REPORT'], 'w').write(_json.dumps(answer))\n"


def submit(source, turn=TURN, **fields):
    return Submission(turns=(TurnSubmission(files={"solution.py": source.encode()}, **fields),))


def execute(program, folder):
    """A stand-in for a box: each run in a fresh interpreter, the answer through a file of its own."""
    for name, content in program.files.items():
        (folder / name).write_bytes(content)
    outcomes = []
    for number, run in enumerate(program.runs):
        report = folder / f"report{number}"
        done = subprocess.run(
            [sys.executable, "-I", "-c", run.source + REPORT],
            input=run.stdin,
            cwd=folder,
            env={"REPORT": str(report), "PATH": os.environ["PATH"]},
            capture_output=True,
            text=True,
            check=False,
        )
        answer = report.read_text() if report.exists() else None
        reason = Reason.COMPLETED if done.returncode == 0 else Reason.ERROR
        outcomes.append(Outcome(reason=reason, stdout=done.stdout, answer=answer))
    return outcomes


def run(task, submission, folder, gold=GOLD):
    private = Gold(gold.model_dump(mode="json"))
    outcomes = [execute(program, folder) for program in VERIFIER.programs(task, private, submission)]
    return VERIFIER.grade(task, private, submission, outcomes, {})


@pytest.fixture
def task(task_of):
    return task_of(TURN)


def test_a_right_program_passes_every_case(task, tmp_path):
    verdict = run(task, submit(GOOD), tmp_path)
    assert (verdict.status, verdict.reward) == ("success", 1.0)
    assert verdict.components["turn_0.pass_rate"] == 1
    assert verdict.components["turn_0.case_2"] == 1


TAMPERING = {
    "exit": "import sys; sys.exit(0)",
    "hard_exit": "import os; os._exit(0)",
    "exit_in_call": "import os\ndef total(values, scale): os._exit(0)",
    "print_candidates": "def total(values, scale):\n    print(list(range(-200, 30000)))",
    "patched_json": "import json; json.dumps = lambda *a, **k: '42'\ndef total(values, scale): return 0",
    "patched_equality": "class Any(int):\n    def __eq__(self, o): return True\n"
    "def total(values, scale): return Any(0)",
    "patched_builtins": "import builtins; builtins.abs = lambda x: 0\ndef total(values, scale): return 0",
    "forged_report": "import os, json\n"
    "def total(values, scale):\n"
    "    open(os.environ['REPORT'], 'w').write(json.dumps({'reward': 1, 'status': 'success'})); os._exit(0)",
    "nan": "def total(values, scale): return float('nan')",
    "everything": "def total(values, scale): return list(range(-200, 300))",
    "string": "def total(values, scale): return str(sum(values) * scale)",
    "visible_examples": "def total(values, scale): return {1: 4, 2: 6}.get(values[0])",
    "raise": "def total(values, scale): raise SystemExit(0)",
    "no_entry": "pass",
    "syntax": "def",
    "rewrite_itself": "open('solution.py', 'w').write('def total(values, scale): return 0')\n" + GOOD,
}


@pytest.mark.parametrize("name", TAMPERING)
def test_tampering_earns_nothing(task, tmp_path, name):
    gold = GOLD.model_copy(update={"cases": CASES[:2]})
    assert run(task, submit(TAMPERING[name]), tmp_path, gold).reward == 0


def test_one_failed_case_fails_all_and_is_reported(task, tmp_path):
    verdict = run(task, submit("def total(values, scale): return abs(sum(values)) * scale"), tmp_path)
    assert (verdict.reward, verdict.reason) == (0.0, "wrong_value")
    assert [verdict.components[f"turn_0.case_{i}"] for i in range(3)] == [1, 0, 1]
    assert verdict.components["turn_0.pass_rate"] == pytest.approx(2 / 3)


def test_programs_hold_inputs_but_no_expected_output(task):
    (program,) = VERIFIER.programs(task, Gold(GOLD.model_dump(mode="json")), submit(GOOD))
    assert json.loads(program.runs[0].stdin)["args"] == [[8731, 1]]
    text = program.model_dump_json()
    assert not any(str(case.expected) in text for case in CASES)


def test_source_may_be_the_answer(task_of):
    turn = Turn(question="?", answer=Text())
    gold = Gold(GOLD.model_copy(update={"file": None}).model_dump(mode="json"))
    (program,) = VERIFIER.programs(
        task_of(turn), gold, Submission(turns=(TurnSubmission(answer=json.dumps(GOOD)),))
    )
    assert program.files == {"submission.py": GOOD.encode()}


@pytest.mark.parametrize(("answer", "reason"), [(None, "no_answer"), ("3", "wrong_type"), ("{", "bad_json")])
def test_answers_that_are_no_source_are_not_run(task_of, answer, reason):
    task, submission = (
        task_of(Turn(question="?", answer=Text())),
        Submission(turns=(TurnSubmission(answer=answer),)),
    )
    gold = Gold(GOLD.model_copy(update={"file": None}).model_dump(mode="json"))
    assert VERIFIER.programs(task, gold, submission) == []
    verdict = VERIFIER.grade(task, gold, submission, (), {})
    assert (verdict.reward, verdict.reason) == (0.0, reason)
    assert verdict.components["turn_0.pass_rate"] == 0


def test_a_missing_file_fails_with_the_environments_reason(task):
    gold = Gold(GOLD.model_dump(mode="json"))
    for reason in ("file_too_large", ""):
        submission = Submission(turns=(TurnSubmission(reason=reason),))
        assert VERIFIER.grade(task, gold, submission, (), {}).reason == (reason or "file_missing")


@pytest.mark.parametrize(
    ("outcome", "reason"),
    [
        (Outcome(reason=Reason.TIMEOUT), "execution_failed"),
        (Outcome(reason=Reason.ERROR, answer="17464"), "execution_failed"),
        (Outcome(reason=Reason.BOX_DIED), "execution_failed"),
        (Outcome(reason=Reason.COMPLETED), "no_answer"),
        (Outcome(reason=Reason.COMPLETED, answer="{"), "bad_json"),
        (Outcome(reason=Reason.COMPLETED, answer="true"), "wrong_value"),
    ],
)
def test_runs_without_the_right_value_fail(task, outcome, reason):
    verdict = VERIFIER.grade(task, Gold(GOLD.model_dump(mode="json")), submit(GOOD), [[outcome]], {})
    assert (verdict.reward, verdict.reason) == (0.0, reason)


def test_results_are_compared_by_kind_where_one_is_declared(task, tmp_path):
    source = "def total(values, scale): return sum(values) * scale + 0.001"
    assert run(task, submit(source), tmp_path).reward == 0
    tolerant = GOLD.model_copy(update={"returns": Number(abs_tol=0.01)})
    assert run(task, submit(source), tmp_path, tolerant).reward == 1


def test_programs_that_were_never_run_are_our_error(task):
    with pytest.raises(VerifierError, match="was not run"):
        VERIFIER.grade(task, Gold(GOLD.model_dump(mode="json")), submit(GOOD), (), {})


def test_a_file_the_turn_does_not_declare_is_our_error(task):
    gold = Gold(GOLD.model_copy(update={"file": "other.py"}).model_dump(mode="json"))
    with pytest.raises(VerifierError, match=r"other\.py"):
        VERIFIER.programs(task, gold, submit(GOOD))


def test_collects_source(task_of, task):
    assert VERIFIER.collects(task, TURN).files == TURN.files
    assert not VERIFIER.collects(task, TURN).answer
    assert VERIFIER.collects(task, Turn(question="?")).answer


METHOD = f"""\
class Sum:
    def __init__(self, values):
        self.values = values

    # {PLACE}

def total(values, scale):
    return Sum(values).total(scale)
"""
WITHIN = GOLD.model_copy(update={"context": METHOD})
FUTURE = "from __future__ import annotations"


@pytest.mark.parametrize(
    "source",
    [
        "def total(self, scale):\n    # sum\n\n    return sum(self.values) * scale\n",
        "    def total(self, scale):\n        return sum(self.values) * scale",
        "def total(self, scale):\r\n    return sum(self.values) * scale\r\n",
        "\ufeffdef total(self, scale):\n    return sum(self.values) * scale\n",
        f"{FUTURE}\n\ndef total(self, scale: Later):\n    return sum(self.values) * scale\n",
        f"    {FUTURE}\n    def total(self, scale: Later):\n        return sum(self.values) * scale\n",
    ],
)
def test_a_method_gets_into_its_class(task, tmp_path, source):
    assert run(task, submit(source), tmp_path, WITHIN).reward == 1
    assert run(task, submit(source), tmp_path).reward == 0


@pytest.mark.parametrize("source", ["", "def total(self, scale):\n    pass\n", "x = (", "raise SystemExit"])
def test_a_wrong_method_fails(task, tmp_path, source):
    assert run(task, submit(source), tmp_path, WITHIN).reward == 0


def test_a_part_that_is_no_text_is_refused(task, tmp_path):
    submission = Submission(turns=(TurnSubmission(files={"solution.py": b"\xff"}),))
    verdict = run(task, submission, tmp_path, WITHIN)
    assert (verdict.reward, verdict.reason) == (0.0, "bad_encoding")


def test_future_statements_of_a_context_stay_valid():
    program = insert(f'"""Doc."""\n{FUTURE}\n# {PLACE}\n', f"{FUTURE}\ndef total(): ...\n")
    compile(program, "program", "exec")
    assert program.count(FUTURE) == 2


@pytest.mark.parametrize("context", ["", f"{PLACE}\n{PLACE}"])
def test_a_context_has_one_place(context):
    with pytest.raises(VerifierError, match="one must"):
        insert(context, "")


@pytest.mark.parametrize(
    ("outcome", "errors"),
    [
        (Outcome(reason=Reason.ERROR, failure=Failure(type="SyntaxError")), {"turn_0": "SyntaxError"}),
        (Outcome(reason=Reason.TIMEOUT), {"turn_0": "timeout"}),
        (Outcome(reason=Reason.COMPLETED, answer="-1"), None),
    ],
)
def test_the_details_name_the_error_of_a_program_that_fails(task, outcome, errors):
    verdict = VERIFIER.grade(task, Gold(GOLD.model_dump(mode="json")), submit(GOOD), [[outcome]], {})
    assert verdict.reward == 0
    assert verdict.details.get("errors") == errors
