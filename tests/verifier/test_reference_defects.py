"""Verdicts that published graders of these tasks got wrong, and that ours must get right."""

import pytest

from medgym_core.answer import Boolean, Integer, ListOf, Number, SetOf, Text
from medgym_core.task import FileSpec, Gold, Turn
from medgym_core.verifier import Submission, TurnSubmission
from medgym_core.verifier.answer import AnswerVerifier
from medgym_core.verifier.calibration import Calibration
from medgym_core.verifier.predictions import PredictionGold, PredictionTarget, PredictionVerifier
from medgym_core.verifier.programs import ProgramCase, ProgramGold, ProgramVerifier
from medgym_sandbox.spec import Outcome, Reason

CALCULATOR = Number(rel_tol=0.05)


def reward(task_of, kind, gold, answer):
    task = task_of(Turn(question="?", answer=kind))
    submission = Submission(turns=(TurnSubmission(answer=answer),))
    return AnswerVerifier().grade(task, Gold(gold), submission, (), {}).reward


@pytest.mark.parametrize(
    "answer", ["0", "1", "1000000000", "1e9", "-7", "Infinity", "1e999", "NaN", "39.8", "44.2"]
)
def test_a_tolerance_has_two_bounds(task_of, answer):
    """The bounds were joined by "or", so every number passed."""
    assert reward(task_of, CALCULATOR, 42, answer) == 0


@pytest.mark.parametrize(
    ("answer", "right"), [("-5.0", 1), ("-5", 1), ("-4.8", 1), ("5", 0), ("-500", 0), ("0", 0)]
)
def test_negative_truths_are_reachable(task_of, answer, right):
    """Bounds of a negative truth were swapped: the right answer failed."""
    assert reward(task_of, CALCULATOR, -5, answer) == right


@pytest.mark.parametrize(
    ("kind", "gold", "answer"),
    [
        (Integer(), 7, '"0123456789"'),
        (Integer(), 7, "123456789"),
        (Integer(), 7, "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]"),
        (Text(), "7", '"0123456789"'),
        (Text(), "sepsis", '"sepsis, pneumonia, asthma"'),
        (Text(), "sepsis", '""'),
        (Boolean(), False, "2"),
        (Boolean(), False, '"0"'),
        (Boolean(), False, '"False"'),
        (Integer(nullable=True), None, "0"),
        (Integer(), 0, "null"),
    ],
)
def test_containing_the_truth_is_not_being_it(task_of, kind, gold, answer):
    """Answers passed when the truth's text occurred anywhere in the output."""
    assert reward(task_of, kind, gold, answer) == 0


@pytest.mark.parametrize("answer", ["[1, 2, 3, 4]", "[1, 2]", "[1, 1, 2, 3]", "[3, 2, 1]", "[]"])
def test_lists_have_an_order_and_a_length(task_of, answer):
    """Lists passed in any order and with anything added."""
    assert reward(task_of, ListOf(items=Integer()), [1, 2, 3], answer) == 0
    in_any_order = reward(task_of, SetOf(items=Integer()), [1, 2, 3], answer)
    assert in_any_order == (answer == "[3, 2, 1]")


@pytest.mark.parametrize(
    "outcome", [Outcome(reason=Reason.COMPLETED, exit_code=0), Outcome(reason=Reason.COMPLETED, stdout="3")]
)
def test_leaving_without_error_is_not_an_answer(task_of, outcome):
    """Exit status 0 was the reward, so sys.exit(0) passed."""
    turn = Turn(question="?", files=(FileSpec(path="s.py", format="python", description="d"),))
    gold = ProgramGold(entry="f", file="s.py", cases=(ProgramCase(args=(1,), expected=3),))
    submission = Submission(turns=(TurnSubmission(files={"s.py": b"import sys; sys.exit(0)"}),))
    private = Gold(gold.model_dump(mode="json"))
    assert ProgramVerifier().grade(task_of(turn), private, submission, [[outcome]], {}).reward == 0


@pytest.mark.parametrize(
    "rows", ["0,1", "0,1\n0,1", "0,0\n1,0\n2,0\n3,0", "0,1\n1,1\n2,1\n3,1", "0,0\n1,0\n2,0"]
)
def test_predictions_are_counted_over_all_patients(task_of, rows):
    """Accuracy was divided by the patients predicted, and constants scored the prevalence."""
    turn = Turn(question="?", files=(FileSpec(path="p.csv", format="csv", description="d"),))
    target = PredictionTarget(
        metric="accuracy", columns=("label",), calibration=Calibration(chance=0.75, baseline=0.9)
    )
    gold = PredictionGold(keys=("id",), targets=(target,), rows=((0, 1), (1, 0), (2, 0), (3, 0)))
    submission = Submission(turns=(TurnSubmission(files={"p.csv": f"id,label\n{rows}\n".encode()}),))
    private = Gold(gold.model_dump(mode="json"))
    assert PredictionVerifier().grade(task_of(turn), private, submission, (), {}).reward == 0
