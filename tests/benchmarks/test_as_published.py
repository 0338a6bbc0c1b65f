"""Our gold in the forms of the reference implementation."""

import json
from pathlib import Path

import pytest

from benchmarks.as_published import PUBLISHED, Asked, printed, rounded
from benchmarks.published_rules.medagentbench import Errand
from medgym_core import Build, Gold, Source, Task, Turn

BUILD = Build(
    family="toy", version="1", digest="0" * 64, tier="open", source=Source.synthetic(), root=Path("/")
)


def asked(family, gold, **metadata):
    turns = (Turn(question="?"),)
    task = Task(family=family, split="test", index=0, category="c", turns=turns, metadata=metadata)
    return Asked(BUILD, task, Gold(gold))


@pytest.mark.parametrize(
    ("gold", "values"),
    [
        (12.5, ["12.5"]),
        (True, ["1"]),
        (None, ["None"]),
        ([], ["None"]),
        (["b", "a"], ["b", "a"]),
        ([["2105-01", 3], ["2105-02", 4]], ["2105-01", "3", "2105-02", "4"]),
    ],
)
def test_a_result_is_a_list_of_texts(gold, values):
    assert PUBLISHED["mimic"].gold(asked("mimic", gold)) == values


def test_of_a_mention_the_inconsistency_is_asked():
    assert PUBLISHED["ehrcon"].gold(asked("ehrcon", {"consistent": False, "columns": ["time"]})) is True


def test_an_answer_is_printed_as_python_prints_it():
    assert printed(["a", "b"]) == "a\nb"
    assert printed(0.5) == "0.5"
    assert rounded({"x": [1.234, 2], "y": "t"}) == {"x": [1.23, 2], "y": "t"}


def test_a_missing_result_is_printed_as_minus_one():
    gold = {"answer": {"value": None, "on_record": 3}, "services": {"fhir": {"added": []}}}
    one = asked("medagentbench", gold, template=4)
    errand = PUBLISHED["medagentbench"].gold(one)
    assert errand == Errand(4, None)
    text = PUBLISHED["medagentbench"].right(one, errand)["as printed"].text
    assert json.loads(text) == {"GET": [-1], "POST": []}


def test_a_pressure_is_printed_as_an_order_alone():
    order = {"resourceType": "Observation", "valueString": "118/77 mmHg"}
    gold = {"answer": 1, "services": {"fhir": {"added": [order]}}}
    one = asked("medagentbench", gold, template=3)
    errand = PUBLISHED["medagentbench"].gold(one)
    assert errand.text == "118/77 mmHg"
    text = PUBLISHED["medagentbench"].right(one, errand)["as printed"].text
    assert json.loads(text) == {"GET": [], "POST": ["Observation", order]}


def test_right_predictions_are_refused_as_the_prompt_wants_them():
    gold = {"rows": [["1", 0], ["2", 1]]}
    one = asked("mimic-extract", gold)
    rows = PUBLISHED["mimic-extract"].gold(one)
    right = PUBLISHED["mimic-extract"].right(one, rows)
    scores = {way: PUBLISHED["mimic-extract"].score(rows, output) for way, output in right.items()}
    assert scores == {"as the prompt says": 0.0, "where it is read": 1.0}
