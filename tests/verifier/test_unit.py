"""Numbers that are right in another unit are distinguished from those that are wrong."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medgym_core import Gold, Number, Record, Submission, Task, Text, Turn, TurnSubmission
from medgym_core.verifier.answer import AnswerVerifier
from medgym_core.verifier.unit import unit_slip


@pytest.mark.parametrize(
    ("unit", "gold", "answer", "slip"),
    [
        ("mg/dL", "90", "5", "divided by 18.016"),
        ("mmol/L", "5", "90.08", "times 18.016"),
        ("mg/dL", "1.2", "106.1", "times 88.42"),
        ("hours", "3", "180", "times 60"),
        ("kg", "70", "154.3", "times 2.20462"),
        ("percent", "12.5", "0.125", "divided by 100"),
        ("°C", "37", "98.6", "in Fahrenheit"),
        ("°F", "98.6", "37", "in Celsius"),
        ("mg/dL", "90", "80", ""),
        ("hours", "3", "54.05", ""),  # the factor of glucose is none of time
        ("points", "2", "20", ""),
        (None, "2", "2000", ""),
        ("hours", "0", "0.1", ""),
    ],
)
def test_a_slip_is_named(unit: str | None, gold: str, answer: str, slip: str) -> None:
    assert unit_slip(Number(unit=unit), Decimal(answer), Decimal(gold)) == slip


@given(st.decimals("-1e6", "1e6", places=3), st.decimals("-1e6", "1e6", places=3))
def test_it_is_total_and_never_takes_a_right_answer_for_a_slip(gold: Decimal, answer: Decimal) -> None:
    kind = Number(unit="mg/dL")
    assert isinstance(unit_slip(kind, answer, gold), str)
    assert unit_slip(kind, gold, gold) == ""


def test_a_record_slips_only_if_all_that_is_wrong_does() -> None:
    kind = Record(fields={"dose": Number(unit="mg"), "drug": Text()})
    gold = {"dose": Decimal(5), "drug": "a"}
    assert unit_slip(kind, {"dose": Decimal(5000), "drug": "a"}, gold) == "times 1000"
    assert unit_slip(kind, {"dose": Decimal(5000), "drug": "b"}, gold) == ""
    assert unit_slip(kind, {"dose": Decimal(5000)}, gold) == ""


@pytest.mark.parametrize("answer", [True, "5000", None, [5000], 5 * 10**390])
def test_what_is_no_number_of_this_world_does_not_slip(answer: object) -> None:
    assert unit_slip(Number(unit="mg"), answer, Decimal(5)) == ""


def test_the_verdict_keeps_it_among_the_details_only() -> None:
    turn = Turn(question="?", answer=Number(unit="mg", abs_tol=0.1))
    task = Task(family="toy", split="test", index=0, category="only", turns=(turn,))
    submission = Submission(turns=(TurnSubmission(answer="5000"),))
    verdict = AnswerVerifier().grade(task, Gold(5), submission, (), {})
    assert verdict.details["unit_slips"] == {"turn_0": "times 1000"}
    assert (verdict.reason, verdict.reward) == ("wrong_value", 0)
