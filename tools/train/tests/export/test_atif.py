import json
from pathlib import Path

import jsonschema
import pytest

from medgym_train.export import atif

from .steps import said, sampled, step, submitted

SCHEMA = json.loads(Path(atif.__file__).with_name("atif.schema.json").read_text())
CHECK = jsonschema.Draft202012Validator(SCHEMA)


@pytest.fixture
def trajectory(played, rows_of):
    asked = sampled([1, 2], [3], [-0.5]) | {"reasoning": "Well."}
    steps = (
        said("Hm."),
        step("look", "seen", text="I look.", **asked),
        step("b", continues=True),
        submitted(),
    )
    (row,) = rows_of("atif", played(*steps))
    return row


def test_it_fits_the_schema(trajectory) -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert [error.message for error in CHECK.iter_errors(trajectory)] == []
    assert [one["step_id"] for one in trajectory["steps"]] == [1, 2, 3, 4, 5]
    assert [one["source"] for one in trajectory["steps"]] == ["system", "user", "agent", "agent", "agent"]


def test_a_reply_of_a_model_has_what_it_cost_and_thought(trajectory) -> None:
    asked = trajectory["steps"][3]
    assert (asked["message"], asked["reasoning_content"], asked["llm_call_count"]) == ("I look.", "Well.", 1)
    assert asked["metrics"]["completion_token_ids"] == [3]
    assert [call["function_name"] for call in asked["tool_calls"]] == ["code_execution"] * 2
    results = asked["observation"]["results"]
    assert [one["source_call_id"] for one in results] == [
        call["tool_call_id"] for call in asked["tool_calls"]
    ]
    assert trajectory["final_metrics"]["total_cost_usd"] == 0.25


def test_words_are_answered_without_a_call(trajectory) -> None:
    assert trajectory["steps"][2]["observation"] == {"results": [{"content": "No action found."}]}
    assert trajectory["steps"][2]["llm_call_count"] == 0


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("schema_version",), "ATIF-v1.8"),
        (("steps", 0, "metrics"), {}),
        (("steps", 2, "metrics"), {}),
        (("steps", 3, "source"), "tool"),
        (("steps", 3, "observation"), {}),
        (("steps", 3, "tool_calls", 0, "arguments"), "text"),
        (("further",), 1),
    ],
)
def test_the_schema_refuses(trajectory, place, value) -> None:
    *path, last = place
    target = trajectory
    for part in path:
        target = target[part]
    target[last] = value
    assert list(CHECK.iter_errors(trajectory))
