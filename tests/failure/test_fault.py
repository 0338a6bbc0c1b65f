from __future__ import annotations

import pytest

from medgym_core.failure import PAPER, Diagnosis, FailureMode, fault_of, grounds_of
from medgym_core.failure.fault import of_error
from medgym_core.task import ActionCall
from medgym_core.trajectory import Step


def step(error: str, observation: str = "", name: str = "terminal") -> Step:
    return Step(turn=0, call=ActionCall(name=name), observation=observation, ok=not error, error=error)


@pytest.mark.parametrize(
    ("error", "message", "mode"),
    [
        ("TabError", "", FailureMode.COMPILE_ERROR),
        ("duckdb.duckdb.ParserException", "", FailureMode.COMPILE_ERROR),
        ("sqlite3.OperationalError", 'near "SELEC": syntax error', FailureMode.COMPILE_ERROR),
        ("sqlite3.OperationalError", "no such column: syntax", FailureMode.RUNTIME_ERROR),
        ("sqlite3.OperationalError", "unable to open database file", FailureMode.IO_ERROR),
        ("PermissionError", "", FailureMode.IO_ERROR),
        ("urllib.error.URLError", "", FailureMode.IO_ERROR),
        ("timeout", "", FailureMode.RUNTIME_ERROR),
        ("pandas.errors.MergeError", "syntax error", FailureMode.RUNTIME_ERROR),
    ],
)
def test_errors_have_their_mode(error: str, message: str, mode: FailureMode) -> None:
    assert of_error(error, message).mode is mode


@pytest.mark.parametrize(
    ("observation", "expected"),
    [
        (
            'stderr:\n  File "a.py", line 1\n    x = =\nSyntaxError: invalid syntax\nFAILED exit_code: 1',
            Diagnosis(FailureMode.COMPILE_ERROR, "SyntaxError"),
        ),
        (
            'stderr:\nTraceback\n  File "a.py", line 1\nKeyError: 1\nFAILED exit_code: 1',
            Diagnosis(FailureMode.RUNTIME_ERROR, "KeyError"),
        ),
        (
            "stderr:\nValueError: only words\nFAILED exit_code: 1\n  cause: it ended",
            Diagnosis(FailureMode.RUNTIME_ERROR, "exit_code"),
        ),
        (
            "stderr:\nsh: Syntax error\nFAILED exit_code: 2\n  cause: the shell cannot parse the command.",
            Diagnosis(FailureMode.COMPILE_ERROR, "exit_code"),
        ),
    ],
)
def test_a_command_is_judged_by_what_it_ran(observation: str, expected: Diagnosis) -> None:
    assert fault_of(step("exit_code", observation)) == expected


def test_looking_up_what_is_not_there_is_no_fault() -> None:
    assert fault_of(step("not_found", name="request_info")) is None
    assert fault_of(step("malformed", name="request_info")) is not None


def test_a_reply_cut_at_the_token_limit_says_so() -> None:
    fault = fault_of(Step(turn=0, observation="", ok=False, error="malformed", finish_reason="length"))
    assert fault == Diagnosis(FailureMode.MALFORMED_ACTION, "cut at the token limit")


def test_every_mode_but_infrastructure_has_a_category_of_the_paper() -> None:
    assert set(PAPER) == set(FailureMode) - {FailureMode.INFRASTRUCTURE}
    assert len(set(PAPER.values())) == 5


@pytest.mark.parametrize(
    ("error", "observation", "expected"),
    [
        (
            "KeyError",
            "FAILED KeyError: 'b'\nFAILED KeyError: 'a'\n  where: line 3: x['a']\n  cause: none\n\nRecorded.",
            "KeyError: 'a', line 3: x['a']",
        ),
        ("timeout", "FAILED timeout\n  cause: it took too long.\n\nRecorded.", "timeout"),
        ("malformed", "\nNothing was run.\nWrite JSON.", "malformed: Nothing was run."),
        ("no_answer", "stdout:\n1\n\nRecorded.", "it ran to its end and left no `answer` that can be taken"),
    ],
)
def test_grounds_are_the_error_and_its_line(error: str, observation: str, expected: str) -> None:
    assert grounds_of(step(error, observation)) == expected
