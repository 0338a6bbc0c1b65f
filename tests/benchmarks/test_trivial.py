"""Outputs that solve nothing, in the forms in which they are left and submitted."""

import json

import pytest

from benchmarks.published_rules.output import Output
from benchmarks.trivial import PRINTED, trials
from medgym_core import Boolean, Choice, FileSpec, Gold, Integer, Record, SetOf, Table, Task, Text, Turn
from medgym_core.answer import Column


def task(answer=None, verifier="answer", files=(), family="toy"):
    turn = Turn(question="?", answer=answer, files=files)
    return Task(family=family, split="test", index=0, category="c", turns=(turn,), verifier=verifier)


def submitted(kind, name):
    """The answers that a printed output is submitted as."""
    trial = dict(trials(task(kind), Gold(0), []))[name]
    return [one.turns[0].answer and json.loads(one.turns[0].answer) for one in trial.submissions]


@pytest.mark.parametrize(
    ("kind", "name", "last"),
    [
        (Integer(), "10", 10),
        (Integer(), "True", 1),
        (Boolean(), "0", False),
        (Boolean(), "True, then False", True),
        (Text(), "10", "10"),
        (SetOf(items=Integer()), "1", [1]),
        (SetOf(items=Choice(options=("a", "b"))), "True", []),
        (Table(columns=(Column(name="n", kind=Integer()),)), "0", [[0]]),
        (Record(fields={"n": Integer(), "b": Boolean()}), "1", {"n": 1, "b": True}),
    ],
)
def test_what_is_printed_is_submitted_in_the_form_that_is_asked_for(kind, name, last):
    assert submitted(kind, name)[-1] == last


def test_what_is_larger_than_an_answer_may_be_is_submitted_as_it_is():
    assert submitted(SetOf(items=Integer()), "0 to 99999") == [[*range(100_000)]]


@pytest.mark.parametrize("name", ["nothing", "a traceback", "a timeout message"])
def test_failures_and_silence_submit_nothing(name):
    assert submitted(Integer(), name) == [None]


def test_the_string_of_guesses_is_one_object():
    (output,) = PRINTED["one string of guesses"]
    assert json.loads(output.text)["POST"] == []
    assert "39.9" in output.text


def program(returns):
    file = FileSpec(path="submission.py", format="python", description="a function")
    cases = [{"args": [5], "expected": 25}, {"args": [7], "expected": returns}]
    made = trials(task(None, "programs", (file,)), Gold({"entry": "f", "cases": cases}), [])
    return dict(made)


def test_a_program_leaves_what_one_call_prints():
    found = program(None)
    assert found["pass"].outputs == (Output("None\n"),)
    assert found["return the argument"].outputs == (Output("7\n"),)
    assert found["pass"].submissions[0].turns[0].files == {
        "submission.py": b"def f(*args, **kwargs):\n    pass\n"
    }


def predictions():
    file = FileSpec(path="predictions.csv", format="csv", description="a table")
    target = {"metric": "auroc", "columns": ["p"], "calibration": {"chance": 0.5, "baseline": 0.8}}
    gold = Gold({"keys": ["row_id"], "targets": [target], "rows": [["r1", 0], ["r2", 1]]})
    return dict(trials(task(None, "predictions", (file,), "ehrshot"), gold, ["8", "9"]))


def test_a_file_has_the_columns_of_either_side():
    trial = predictions()["0.5 in every row"]
    assert trial.outputs[0].file == "patient_id,prediction\n8,0.5\n9,0.5\n"
    assert trial.submissions[0].turns[0].files["predictions.csv"] == b"row_id,p\nr1,0.5\nr2,0.5\n"


def test_one_row_is_one_row_on_either_side():
    trial = predictions()["one row of 0"]
    assert trial.outputs[0].file == "patient_id,prediction\n8,0\n"
    assert trial.submissions[0].turns[0].files["predictions.csv"] == b"row_id,p\nr1,0\n"
