import json
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medgym_core import Choice, FileSpec, Gold, Integer, Limits, Number, Table, Task, Text, Turn
from medgym_core.answer import Column

TASK = Task(
    family="toy", split="test", index=3, category="sum", turns=(Turn(question="?", answer=Integer()),)
)


def test_a_task_round_trips() -> None:
    assert Task.model_validate_json(TASK.model_dump_json()) == TASK
    assert TASK.id == "toy/test/3"


def test_a_task_has_no_room_for_gold() -> None:
    with pytest.raises(ValueError, match="Extra inputs"):
        Task.model_validate({**TASK.model_dump(), "gold": 42})


def test_gold_reveals_nothing_and_does_not_travel() -> None:
    gold = Gold({"answer": "secret"})
    assert "secret" not in repr(gold)
    with pytest.raises(TypeError, match="never leaves"):
        pickle.dumps(gold)
    with pytest.raises(TypeError):
        json.dumps(gold)


@pytest.mark.parametrize("path", ["/etc/passwd", "../x", "a/../b", ".hidden", "a//b", "", "a b"])
def test_paths_stay_below_the_work_directory(path: str) -> None:
    with pytest.raises(ValueError, match="plain relative path"):
        FileSpec(path=path, format="csv", description="rows")


@given(st.integers(1, 50), st.integers(1, 50))
def test_the_sites_limits_are_never_exceeded(ours: int, theirs: int) -> None:
    clamped = Limits(steps=ours).clamp(Limits(steps=theirs, action_s=5))
    assert (clamped.steps, clamped.action_s) == (min(ours, theirs), 5)


@pytest.mark.parametrize(
    ("kind", "phrase"),
    [
        (Number(unit="mg/dL", rel_tol=0.05), "a number in mg/dL, accepted within 0.05 relative"),
        (Number(minimum=0, maximum=1, abs_tol=0.01), "a number between 0 and 1, accepted within 0.01"),
        (
            Integer(unit="patients", nullable=True),
            "a whole number of patients, exact, or null if there is none",
        ),
        (Choice(options=("yes", "no")), "one of 'yes', 'no'"),
    ],
)
def test_a_kind_says_what_is_accepted(kind: Number | Integer | Choice, phrase: str) -> None:
    assert kind.describe() == phrase


def test_a_table_names_each_column_once() -> None:
    with pytest.raises(ValueError, match="names repeat"):
        Table(columns=(Column(name="a", kind=Text()), Column(name="a", kind=Text())))
