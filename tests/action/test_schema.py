import json
from types import SimpleNamespace
from typing import Annotated, Literal

import pytest
from pydantic import BaseModel, Field

from medgym_core.action import StrictArguments, perform, tool_schemas
from medgym_core.task import ActionCall


def test_schemas_are_of_the_openai_form_without_titles_or_nulls(actions):
    schemas = tool_schemas(actions.values())
    assert [schema["function"]["name"] for schema in schemas] == sorted(actions)
    parameters = {schema["function"]["name"]: schema["function"]["parameters"] for schema in schemas}
    code = parameters["code_execution"]
    assert code["required"] == ["code"]
    assert code["properties"]["language"]["enum"] == ["python", "sql"]
    assert list(code["properties"]["submit"]) == ["type", "description"]
    assert parameters["debugging"]["properties"]["code"]["type"] == "string"
    assert not {'"title"', '"null"', "null"} & set(json.dumps(schemas).replace(",", " ").split())


class Part(BaseModel):
    size: Annotated[int, Field(ge=1)] = 1


class Nested(StrictArguments):
    title: Literal["only"]
    """An argument of this name."""
    rows: list[dict[str, int]] | None = None
    """What is nested."""
    part: Part | None = None
    """What is defined elsewhere."""


def test_a_schema_is_what_trainers_derive_from_a_function():
    action = SimpleNamespace(name="own", description="Does it.", Arguments=Nested)
    assert tool_schemas([action])[0]["function"]["parameters"] == {
        "type": "object",
        "properties": {
            "title": {"type": "string", "enum": ["only"], "description": "An argument of this name."},
            "rows": {
                "type": "array",
                "items": {"type": "object", "additionalProperties": {"type": "integer"}},
                "description": "What is nested.",
            },
            "part": {"$ref": "#/$defs/Part", "description": "What is defined elsewhere."},
        },
        "required": ["title"],
        "$defs": {"Part": {"type": "object", "properties": {"size": {"type": "integer"}}}},
    }


def test_an_action_that_the_task_does_not_permit_is_not_performed(actions, make_context):
    context = make_context(actions=("code_execution",))
    observation = perform(ActionCall(name="terminal", arguments={"command": "ls"}), actions, context)
    assert (observation.ok, observation.error) == (False, "not_permitted")
    assert "Permitted: code_execution." in observation.text
    assert context.box.executions == []


def test_an_unknown_action_names_the_nearest(actions, make_context):
    observation = perform(ActionCall(name="debug"), actions, make_context())
    assert observation.error == "malformed"
    assert "mean 'debugging'" in observation.text


@pytest.mark.parametrize(
    ("name", "arguments", "part"),
    [
        ("code_execution", {}, "code: is required"),
        (
            "code_execution",
            {"code": "1", "langauge": "sql"},
            "langauge: unknown argument. Did you mean 'language'?",
        ),
        ("code_execution", {"code": "1", "language": "r"}, "language: Input should be 'python' or 'sql'"),
        ("terminal", {"command": ["ls"]}, "command: Input should be a valid string"),
        ("request_info", {"operation": "values"}, "'values' needs the argument 'column'"),
        ("request_info", {"operation": "list", "limit": 0}, "limit: Input should be greater"),
    ],
)
def test_mistaken_arguments_are_explained_and_nothing_is_done(actions, make_context, name, arguments, part):
    context = make_context()
    observation = perform(ActionCall(name=name, arguments=arguments), actions, context)
    assert (observation.ok, observation.error) == (False, "malformed")
    assert part in observation.text
    assert context.box.executions == []


def test_harmless_differences_of_type_and_case_are_accepted(actions, make_context):
    context = make_context()
    arguments = {"code": "1", "language": " Python", "submit": "false"}
    assert not perform(ActionCall(name="code_execution", arguments=arguments), actions, context).submitted
    assert context.box.executions[0].language == "python"
