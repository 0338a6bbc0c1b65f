"""Program texts made of a reference module: whole, as the method of a class, and beside a given helper.

A context gives away no parameter of its task but those that a given helper needs: whatever depends on one is
part of what is to be written, so that what is right for one cell of parameters is wrong for another.
"""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Iterator
from dataclasses import asdict, fields
from functools import cache
from types import ModuleType
from typing import Any, Literal, NamedTuple

from medgym_core import parse_python
from medgym_plugin_biocoder.problems.contract import Entry, Problem

Variant = Literal["function", "method", "helper"]
"""What is to be written: a module with the function, a method, or the function beside given helpers."""
PLACE = "# <<insert solution here>>"
"""The line of a context in whose place the submission goes."""


class _Parts(NamedTuple):
    """Texts of the statements of a reference module."""

    given: dict[str, str]
    """Imports, constants and helpers, by name."""
    entry: str
    """The function to write, without its docstring, which says what the question says."""
    definition: ast.FunctionDef


def variants(problem: Problem[Any]) -> tuple[Variant, ...]:
    """The variants that a problem has."""
    return ("function", "method", "helper") if problem.helper else ("function", "method")


def whole(problem: Problem[Any], parameters: object) -> str:
    """The reference as a module."""
    return _module([*_given(problem, parameters).values(), _parts(problem.solution).entry])


def submission(problem: Problem[Any], parameters: object, variant: Variant) -> str:
    """The reference as it is submitted: what its context lacks, with the constants of the cell."""
    shown = _in_context(problem, variant)
    written = [text for name, text in _given(problem, parameters).items() if name not in shown]
    if variant == "method":
        return _method(problem, written)
    return _module([*written, _parts(problem.solution).entry])


def shown_context(problem: Problem[Any], parameters: object, variant: Variant) -> str | None:
    """The program around the submission, as the prompt shows it; None where the submission is all."""
    if variant == "function":
        return None
    return _context(problem, _given(problem, parameters), variant)


def graded_context(problem: Problem[Any], parameters: object, variant: Variant) -> str | None:
    """The program around the submission when it is graded: helper tasks have the substitute."""
    if variant != "helper":
        return shown_context(problem, parameters, variant)
    return _context(problem, _substituted(problem, parameters), variant)


def placed(context: str | None, text: str) -> str:
    """A submission in its context, as it is graded."""
    if context is None:
        return text
    line = next(line for line in context.splitlines() if line.endswith(PLACE))
    return context.replace(line, textwrap.indent(text, line.removesuffix(PLACE)))


def graded_reference(problem: Problem[Any], parameters: object, variant: Variant) -> Entry:
    """The function whose results are expected."""
    given = _substituted if variant == "helper" else _given
    text = _module([*given(problem, parameters).values(), _parts(problem.solution).entry])
    return load(text, problem.entry)


def load(text: str, entry: str) -> Entry:
    """A function of a reference; the plugin's own code, never a submission."""
    space: dict[str, Any] = {"__name__": "reference"}
    exec(compile(text, "reference.py", "exec"), space)
    function: Entry = space[entry]
    return function


def signature(problem: Problem[Any], variant: Variant) -> str:
    """The first line of what is to be written."""
    text = _method(problem, []) if variant == "method" else _parts(problem.solution).entry
    definition = parse_python(text).body[0]
    assert isinstance(definition, ast.FunctionDef)
    return f"def {definition.name}({ast.unparse(definition.args)}) -> {ast.unparse(definition.returns)}:"  # type: ignore[arg-type]


@cache
def _parts(module: ModuleType) -> _Parts:
    text = inspect.getsource(module)
    *before, last = parse_python(text).body
    assert isinstance(last, ast.FunctionDef)
    lines = text.splitlines()
    given = {
        name: "\n".join(lines[node.lineno - 1 : node.end_lineno]) for node in before for name in _names(node)
    }
    head, body = last.body[0].lineno - 1, last.body[1].lineno - 1
    entry = "\n".join([*lines[last.lineno - 1 : head], *lines[body : last.end_lineno]])
    return _Parts(given, entry, parse_python(entry).body[0])  # type: ignore[arg-type]


def _names(node: ast.stmt) -> Iterator[str]:
    """What a statement defines; the module's docstring defines nothing and is left out."""
    match node:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            yield name
        case ast.Import() | ast.ImportFrom():
            yield ast.unparse(node)


def _given(problem: Problem[Any], parameters: Any) -> dict[str, str]:
    """What stands before the entry, with the constants of the cell."""
    given = dict(_parts(problem.solution).given)
    for field, value in asdict(parameters).items():
        assert field.upper() in given, f"{problem.name}: the reference has no constant {field.upper()}"
        given[field.upper()] = f"{field.upper()} = {value!r}"
    return given


def _substituted(problem: Problem[Any], parameters: object) -> dict[str, str]:
    assert problem.helper is not None
    given = _given(problem, parameters)
    name = problem.helper.name
    assert name in given, f"{problem.name}: the reference has no helper {name}"
    text = inspect.getsource(problem.helper.substitute).rstrip()
    given[name] = re.sub(r"^def \w+", f"def {name}", text, count=1)
    return given


def _context(problem: Problem[Any], given: dict[str, str], variant: Variant) -> str:
    shown = [given[name] for name in given if name in _in_context(problem, variant)]
    return _module([*shown, PLACE] if variant == "helper" else [*shown, _class(problem), _driver(problem)])


def _in_context(problem: Problem[Any], variant: Variant) -> set[str]:
    """Names of the reference that the context of a variant defines."""
    if variant == "function":
        return set()
    given = _parts(problem.solution).given
    parameters = {field.name.upper() for field in fields(problem.cells[0])}
    shown = {name for name in given if not parameters & _needed({name}, given)}
    if variant == "helper" and problem.helper:
        substitute = _used(inspect.getsource(problem.helper.substitute)) & given.keys()
        shown |= _needed({problem.helper.name, *substitute}, given)
    return shown


def _needed(names: set[str], given: dict[str, str]) -> set[str]:
    """``names``, with every name of ``given`` that their definitions need."""
    more = {used for name in names for used in _used(given[name]) & given.keys()}
    return names if more <= names else _needed(names | more, given)


@cache
def _used(text: str) -> frozenset[str]:
    return frozenset(node.id for node in ast.walk(parse_python(text)) if isinstance(node, ast.Name))


def _arguments(problem: Problem[Any]) -> tuple[list[ast.arg], list[ast.arg]]:
    """The entry's arguments: those that the class holds, and the others."""
    arguments = _parts(problem.solution).definition.args.args
    return arguments[: problem.holder.holds], arguments[problem.holder.holds :]


def _method(problem: Problem[Any], written: list[str]) -> str:
    """The entry as a method: what it needs beside it, the held arguments unpacked, the same statements."""
    held, others = _arguments(problem)
    entry, definition = _parts(problem.solution).entry, _parts(problem.solution).definition
    head = ", ".join(["self", *(ast.unparse(one) for one in others)])
    body = entry.splitlines()[definition.body[0].lineno - 1 :]
    lines = [
        f"def {problem.entry}({head}) -> {ast.unparse(definition.returns)}:",  # type: ignore[arg-type]
        *([textwrap.indent(_module(written, apart=1), " " * 4)] if written else []),
        *(f"    {one.arg} = self.{one.arg}" for one in held),
        *body,
    ]
    return "\n".join(lines)


def _class(problem: Problem[Any]) -> str:
    held, _ = _arguments(problem)
    head = ", ".join(["self", *(ast.unparse(one) for one in held)])
    attributes = "\n".join(f"self.{one.arg} = {one.arg}" for one in held)
    return (
        f'class {problem.holder.name}:\n    """{problem.holder.summary}"""\n\n'
        f"    def __init__({head}) -> None:\n{textwrap.indent(attributes, ' ' * 8)}\n\n    {PLACE}"
    )


def _driver(problem: Problem[Any]) -> str:
    """Calls the method; it has the method's name, so that the entry is called alike in all variants."""
    held, others = _arguments(problem)
    every, first, rest = (", ".join(one.arg for one in some) for some in ([*held, *others], held, others))
    call = f"{problem.holder.name}({first}).{problem.entry}({rest})"
    return f"def {problem.entry}({every}):\n    return {call}"


def _module(statements: list[str], apart: int = 2) -> str:
    """Statements as a module: definitions ``apart`` blank lines from what surrounds them, others together."""
    text = ""
    for before, statement in zip(["", *statements], statements, strict=False):
        defines = re.match(r"def |class |#", before) or re.match(r"def |class |#", statement)
        text += "\n" * (1 + apart if defines else 1) + statement
    return text.strip() + "\n"
