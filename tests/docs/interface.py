"""What plugins implement and may import, and what actions take, as docs/ tells it."""

import inspect
from itertools import groupby

from pydantic.fields import FieldInfo

import medgym_core
from medgym_core import family, hookspecs, plugins, task
from medgym_core.action.schema import tool_schemas

from .markdown import members, plain, table

HOOKS = tuple(name for name in vars(hookspecs) if name.startswith("medgym_"))


def hooks() -> str:
    """Every hook: signature and meaning."""
    parts = []
    for name in HOOKS:
        hook = getattr(hookspecs, name)
        parts.append(f"### {name}\n\n```python signature\ndef {name}{inspect.signature(hook)}\n```\n")
        parts.append(inspect.cleandoc(hook.__doc__).replace("``", "`") + "\n")
    return "\n" + "\n".join(parts).replace("'", "") + "\n"


def identity() -> str:
    """The class attributes of a family."""
    return table("attribute|meaning", ([f"`{n}`", text] for n, text in members(family, "TaskFamily")))


def methods() -> str:
    """The methods of a family."""
    rows = []
    for name, method in vars(family.TaskFamily).items():
        if inspect.isfunction(method):
            needed = "yes" if getattr(method, "__isabstractmethod__", False) else "no"
            signature = str(inspect.signature(method)).replace("self, ", "").replace("'", "")
            rows.append(
                [
                    f"`{name}{signature.replace('(self)', '()')}`".replace("|", "\\|"),
                    needed,
                    plain(method.__doc__),
                ]
            )
    return table("method|required|meaning", rows)


def public_names() -> str:
    """Everything a plugin may import, by where it lives."""
    rows = (
        [f"`{module}`", ", ".join(f"`{name}`" for name, _ in names)]
        for module, names in groupby(medgym_core._HOME_OF.items(), lambda item: item[1])
    )
    return table("home|names", rows)


def actions() -> str:
    """The arguments of the four actions, as models get them."""
    parts = []
    for tool in tool_schemas(plugins.action(name) for name in task.ACTIONS):
        function = tool["function"]
        fields = plugins.action(function["name"]).Arguments.model_fields
        rows = [
            [f"`{name}`", _json_type(schema), _default(fields[name]), plain(schema["description"])]
            for name, schema in function["parameters"]["properties"].items()
        ]
        header = f"### {function['name']}\n\n{plain(function['description'])}\n\n"
        parts.append(header + table("argument|type|default|meaning", rows))
    return "\n" + "\n".join(parts) + "\n"


def _json_type(schema: dict[str, object]) -> str:
    choices = schema.get("enum")
    return (
        ", ".join(f"`{choice}`" for choice in choices) if isinstance(choices, list) else str(schema["type"])
    )


def _default(field: FieldInfo) -> str:
    return "required" if field.is_required() else "" if field.default is None else f"`{field.default}`"
