"""How code is described in Markdown: tables of fields and members, docstrings."""

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType

from pydantic import BaseModel
from pydantic_core import PydanticUndefined


def table(header: str, rows: Iterable[Iterable[str]]) -> str:
    """A Markdown table; ``header`` holds the column names, separated by bars."""
    names = header.split("|")
    lines = [names, ["---"] * len(names), *map(list, rows)]
    return "".join(f"| {' | '.join(' '.join(cell.split()) for cell in line)} |\n" for line in lines)


def folded(title: str, text: str) -> str:
    """Text below a title that opens it."""
    return f"<details>\n<summary>{title}</summary>\n\n{text.strip()}\n\n</details>"


def plain(text: str | None) -> str:
    """A docstring as Markdown: its first paragraph, roles and double backticks made single ones."""
    return single((text or "").strip().split("\n\n")[0]).replace("|", "\\|")


def single(text: str) -> str:
    """A docstring without roles, code in single backticks."""
    for role in (":class:", ":func:", ":meth:", ":data:"):
        text = text.replace(role, "")
    return text.replace("``", "`")


def fields(model: type[BaseModel]) -> str:
    """A row for each field of a model: name, default, meaning."""
    return table("field|default|meaning", _fields(model))


def _fields(model: type[BaseModel]) -> Iterator[list[str]]:
    for name, field in model.model_fields.items():
        default = "" if field.is_required() else "computed"
        if field.default is not PydanticUndefined:
            default = f"`{_shown(field.default)}`"
        yield [f"`{name}`", default, plain(field.description)]


def described(model: type[BaseModel]) -> str:
    """A row for each field of a model that only the core fills in: name, meaning."""
    rows = ([f"`{name}`", plain(field.description)] for name, field in model.model_fields.items())
    return table("field|meaning", rows)


def models(*shown: type[BaseModel]) -> str:
    """A section for each model, with a row for each of its fields."""
    parts = (f"### {model.__name__}\n\n{described(model)}" for model in shown)
    return "\n" + "\n".join(parts) + "\n"


def _shown(value: object) -> object:
    """A default as it is written: a model by its own text, all others as Python writes them."""
    return f"{type(value).__name__}()" if isinstance(value, BaseModel) else repr(value)


def members(module: ModuleType, name: str) -> list[tuple[str, str]]:
    """The members of an enumeration with the texts below them, which Python itself does not keep."""
    tree = ast.parse(Path(str(module.__file__)).read_text())
    body = next(node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == name).body
    found = []
    for node, text in texts(body):
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(targets[0], ast.Name):
            found.append((targets[0].id, plain(text)))
    return found


def texts(body: list[ast.stmt]) -> Iterator[tuple[ast.stmt, str]]:
    """Every statement with the text below it, which may be none."""
    for node, below in zip(body, [*body[1:], None], strict=True):
        value = below.value if isinstance(below, ast.Expr) else None
        yield node, str(value.value) if isinstance(value, ast.Constant) else ""
