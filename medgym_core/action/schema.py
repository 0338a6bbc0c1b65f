"""Actions as tools: their schemas, the validation of arguments, and the one way to perform a call."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from pydantic import BaseModel, ConfigDict, JsonValue, ValidationError

from medgym_core.action.contract import Action, ActionContext, Observation
from medgym_core.action.nearest import closest
from medgym_core.task import ActionCall


class StrictArguments(BaseModel):
    """Base of the arguments of an action: frozen, closed to unknown names, numbers accepted as text."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", coerce_numbers_to_str=True, use_attribute_docstrings=True
    )


def lowered(value: object) -> object:
    """For fields that are one of a few words: case and white space around do not matter."""
    return value.strip().lower() if isinstance(value, str) else value


KEPT = (
    *("type", "enum", "items", "prefixItems", "anyOf"),
    *("properties", "required", "additionalProperties", "$ref"),
)
"""What a schema says of an argument beside its description, in this order: as much as trainers derive from a
function, so that a model reads the same tools in an export, in on-policy training and in an evaluation."""


def tool_schemas(actions: Iterable[Action]) -> list[dict[str, JsonValue]]:
    """OpenAI tool schemas of the given actions, by name.

    They are what ``transformers.utils.get_json_schema`` makes of a function with the same arguments, so
    bounds and defaults stand in descriptions; and they stand in the order in which TRL lists the methods of
    an environment.
    """
    return [
        {
            "type": "function",
            "function": {
                "name": action.name,
                "description": action.description,
                "parameters": _parameters(action.Arguments),
            },
        }
        for action in sorted(actions, key=lambda action: action.name)
    ]


@cache
def _parameters(arguments: type[BaseModel]) -> dict[str, JsonValue]:
    """JSON Schema of an action's arguments; made once, since making it takes milliseconds."""
    schema = arguments.model_json_schema()
    parameters: dict[str, JsonValue] = {
        "type": "object",
        "properties": {name: _argument(value) for name, value in schema["properties"].items()},
    }
    if "required" in schema:
        parameters["required"] = schema["required"]
    if "$defs" in schema:
        parameters["$defs"] = {name: _argument(value) for name, value in schema["$defs"].items()}
    return parameters


def perform(call: ActionCall, actions: Mapping[str, Action], context: ActionContext) -> Observation:
    """Check that ``call`` names a permitted action with valid arguments, then do it.

    ``actions`` are those that exist, by name. What the agent did wrong is an observation with error
    ``not_permitted`` or ``malformed``, and nothing is performed.

    Raises:
        SandboxError: if the box is dead for a reason that is not the agent's.
        DataError: if the build cannot be read.
    """
    permitted = [name for name in context.task.actions if name in actions]
    if call.name not in permitted:
        return _refused(call.name, permitted, exists=call.name in actions)
    action = actions[call.name]
    try:
        arguments = action.Arguments.model_validate(dict(call.arguments))
    except ValidationError as error:
        return Observation(text=_mistakes(action, error), ok=False, error="malformed")
    return action.perform(arguments, context)


def _refused(name: str, permitted: list[str], exists: bool) -> Observation:
    listing = ", ".join(permitted) or "none"
    if exists:
        text = f"The action {name!r} is not permitted in this task. Permitted: {listing}."
        return Observation(text=text, ok=False, error="not_permitted")
    meant = closest(name, permitted)
    guess = f" Did you mean {meant!r}?" if meant else ""
    text = f"There is no action called {name[:80]!r}.{guess} Permitted: {listing}."
    return Observation(text=text, ok=False, error="malformed")


def _mistakes(action: Action, error: ValidationError) -> str:
    fields = action.Arguments.model_fields
    lines = [f"The arguments of {action.name!r} are not valid; nothing was done."]
    for mistake in error.errors(include_url=False, include_context=False):
        path = ".".join(str(part) for part in mistake["loc"])[:80]
        if mistake["type"] == "extra_forbidden":
            meant = closest(path, fields)
            lines.append(f"  {path}: unknown argument." + (f" Did you mean {meant!r}?" if meant else ""))
        elif mistake["type"] == "missing":
            lines.append(f"  {path}: is required.")
        else:
            message = mistake["msg"].removeprefix("Value error, ")
            lines.append(f"  {path}: {message}." if path else f"  {message}.")
    wanted = (f"{name} (required)" if field.is_required() else name for name, field in fields.items())
    return "\n".join([*lines, "Arguments: " + ", ".join(wanted) + "."])


def _argument(schema: Any) -> Any:
    """What is kept of a schema and of those in it, without null alternatives, which tell a model nothing."""
    alternatives = schema.get("anyOf", [])
    filled = [alternative for alternative in alternatives if alternative != {"type": "null"}]
    if len(filled) == 1 < len(alternatives):
        schema = {**filled[0], **{key: value for key, value in schema.items() if key != "anyOf"}}
    if "const" in schema:
        schema = {**schema, "enum": [schema["const"]]}
    kept = {key: _kept(key, schema[key]) for key in KEPT if key in schema}
    return {**kept, "description": schema["description"]} if "description" in schema else kept


def _kept(key: str, value: Any) -> Any:
    if key == "properties":  # names of arguments, among which "title" may be one
        return {name: _argument(schema) for name, schema in value.items()}
    if isinstance(value, list) and key != "enum":
        return [_argument(item) if isinstance(item, dict) else item for item in value]
    return _argument(value) if isinstance(value, dict) else value
