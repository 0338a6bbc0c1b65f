"""The grading of findings: what is right, what counts, and what cannot be read."""

import json

import pytest

from medgym_core import Gold, Status, Submission, TurnSubmission, VerifierError
from medgym_plugin_ehrcon.audit.verifier import FindingsVerifier

RIGHT = [
    {"line": 3, "character": 1, "columns": ["time"]},
    {"line": 3, "character": 9, "columns": ["value", "unit"]},
]
GOLD = {"answer": RIGHT, "open": [[4, 1], [3, 9]]}
ELSEWHERE = {"line": 9, "character": 9, "columns": ["item"]}
OPEN = {"line": 4, "character": 1, "columns": ["item"]}


@pytest.fixture
def grade(family, build):
    task = family.task(build, "audit-train", 0)

    def graded(answer, gold=GOLD):
        text = answer if isinstance(answer, str) else json.dumps(answer)
        given = Submission(turns=(TurnSubmission(answer=text),))
        return FindingsVerifier().grade(task, Gold(gold), given, (), {})

    return graded


def one(**changes):
    return {**RIGHT[0], **changes}


@pytest.mark.parametrize(
    "answer",
    [
        RIGHT,
        RIGHT[::-1],
        [RIGHT[0], {**RIGHT[1], "columns": [" Unit", "VALUE"]}],
        [one(line=3.0), RIGHT[1]],
        [*RIGHT, OPEN],
        [*RIGHT, {**ELSEWHERE, "columns": []}],
    ],
)
def test_all_and_nothing_else_is_a_success(grade, answer):
    verdict = grade(answer)
    assert (verdict.status, verdict.reward) == (Status.SUCCESS, 1.0)


@pytest.mark.parametrize(
    ("answer", "f1"),
    [
        ([], 0),
        (RIGHT[:1], 2 / 3),
        ([*RIGHT, ELSEWHERE], 4 / 5),
        ([*RIGHT, RIGHT[0]], 2 / 5),
        ([one(columns=["value"]), RIGHT[1]], 1 / 2),
        ([one(), one(columns=["value"]), RIGHT[1]], 2 / 5),
        ([one(columns=["time", "time"]), RIGHT[1]], 1 / 2),
        ([one(character=2), RIGHT[1]], 1 / 2),
        ([OPEN], 0),
    ],
)
def test_what_is_wrong_costs(grade, answer, f1):
    verdict = grade(answer)
    assert verdict.status is Status.FAIL
    assert verdict.components["turn_0"] == pytest.approx(f1)
    assert verdict.reward == pytest.approx(max(0, 2 * f1 - 1))


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("[", "bad_json"),
        ("[" * 100_000, "too_large"),
        ("[" * 30_000, "bad_json"),
        ('[{"line": 3, "line": 3, "character": 1, "columns": []}]', "bad_json"),
        ({"line": 3}, "wrong_type"),
        ([3], "wrong_type"),
        ([one(line="3")], "wrong_type"),
        ([one(line=True)], "wrong_type"),
        ([one(line=3.5)], "wrong_type"),
        ([one(line=10**12)], "wrong_type"),
        ("[1e999]", "wrong_type"),
        ([one(columns="time")], "wrong_type"),
        ([one(columns=["times"])], "wrong_type"),
        ([one(text="K 4.1")], "wrong_type"),
        ([{"line": 3, "character": 1}], "wrong_type"),
        (None, "wrong_type"),
    ],
)
def test_what_cannot_be_read_earns_nothing(grade, answer, reason):
    verdict = grade(answer)
    assert (verdict.status, verdict.reward, verdict.reason) == (Status.FAIL, 0, reason)


def test_nothing_submitted_earns_nothing(family, build):
    task = family.task(build, "audit-train", 0)
    verdict = FindingsVerifier().grade(task, Gold(GOLD), Submission(turns=()), (), {})
    assert (verdict.reward, verdict.reason) == (0, "no_answer")


def test_bad_gold_is_our_fault(grade):
    with pytest.raises(VerifierError, match=r"holds no findings; fix TaskFamily\.gold"):
        grade(RIGHT, {"answer": 3})
