"""Gold, the reference and their agreement.

Gold is what the reference (pandas, scipy, lifelines) computes on the host from the build's tables; a question
becomes a task only if the second computation (plain Python) finds the same and the answer is worth asking.
The reference that is played is the same text, run in the box.
"""

from __future__ import annotations

import ast
import math
import sys
import warnings
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from importlib import import_module, resources
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from medgym_core import ActionCall, excerpt, parse_python
from medgym_plugin_biodsbench import study as studies
from medgym_plugin_biodsbench.template import LEAST_P, Parameters, Template, UnfitError
from medgym_plugin_biodsbench.templates import HOMES, TEMPLATES

DRAWS = 12
"""Parameters drawn for a template on a study before it is given up."""
AGREE = 1e-6
"""Relative difference up to which the two computations agree."""
MOST_ROWS = 400
"""Rows of an answer's table; an answer must stay far below ``Limits.answer_bytes``."""


class Asked(NamedTuple):
    """A question that became a task."""

    study: str
    template: str
    parameters: Parameters
    wording: int
    answer: dict[str, Any]


class Refusal(NamedTuple):
    """A candidate that did not, and why."""

    template: str
    reason: str


def ask(folder: Path, template: Template, rng: Random, refusals: list[Refusal]) -> Asked | None:
    """The first drawn question on a converted study that may become a task; None if there is none.

    Args:
        folder: of the converted study.
        template: what is asked.
        rng: decides everything.
        refusals: candidates that were refused are added to it.
    """
    study = studies.load(folder)
    for _ in range(DRAWS):
        try:
            parameters = template.draw(study, rng)
            answer = reference_answer(folder, template.key, parameters)
            other = second_answer(study, template.key, parameters)
        except UnfitError:
            continue
        except (ArithmeticError, LookupError, ValueError) as error:
            refusals.append(Refusal(template.key, f"cannot be computed ({type(error).__name__})"))
            continue
        reason = None if agree(answer, other) else "the two computations differ"
        reason = reason or trivial(answer)
        if reason is None:
            return Asked(folder.name, template.key, parameters, rng.randrange(len(template.wordings)), answer)
        refusals.append(Refusal(template.key, reason))
    return None


def reference_answer(folder: Path, key: str, parameters: Parameters) -> dict[str, Any]:
    """What the reference computes, as JSON."""
    with warnings.catch_warnings():
        # lifelines calls pandas in ways that a later pandas will refuse, and warns of flat likelihoods.
        warnings.simplefilter("ignore")
        found: dict[str, Any] = plain(_function("reference", key)(_tables(folder), **parameters))
    return found


@lru_cache(maxsize=6)
def _tables(folder: Path) -> Any:
    from medgym_plugin_biodsbench.reference.tables import Tables

    return Tables(folder)


def second_answer(study: studies.Study, key: str, parameters: Parameters) -> dict[str, Any]:
    """What the second computation finds, as JSON."""
    found: dict[str, Any] = plain(_function("second", key)(study, **parameters))
    return found


def _function(package: str, key: str) -> Callable[..., Any]:
    module = import_module(f"medgym_plugin_biodsbench.{package}.{HOMES[key]}")
    found: Callable[..., Any] = getattr(module, key)
    return found


def plain(value: Any) -> Any:
    """Numbers of numpy as Python's, so that the value can be written as JSON."""
    match value:
        case dict():
            return {str(key): plain(one) for key, one in value.items()}
        case list() | tuple():
            return [plain(one) for one in value]
        case float():
            return float(value)
        case bool() | int() | str() | None:
            return value
    return value.item()


def agree(one: Any, other: Any) -> bool:
    """Whether two answers are the same, numbers within :data:`AGREE`."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(agree(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(agree, one, other))
    if isinstance(one, int | float) and isinstance(other, int | float):
        return math.isclose(one, other, rel_tol=AGREE, abs_tol=1e-9)
    return type(one) is type(other) and bool(one == other)


def trivial(answer: dict[str, Any]) -> str | None:
    """Why an answer is not worth asking for; None if it is."""
    for name, value in answer.items():
        if isinstance(value, list):
            if len(value) < 2:
                return f"{name} has fewer than two entries"
            if len(value) > MOST_ROWS:
                return f"{name} has more than {MOST_ROWS} entries"
        elif value == 0 and name != "missing":
            return f"{name} is 0"
    numbers = [leaf for leaf in _leaves(answer) if isinstance(leaf, int | float)]
    if not all(map(math.isfinite, numbers)):
        return "a number is not finite"
    if any(0 < abs(number) < LEAST_P for number in numbers):
        return "a number is too small to compare"
    if len(set(_leaves(answer))) < 3:
        return "it has fewer than three different values"
    return None


def _leaves(value: Any) -> list[Any]:
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return [leaf for one in value for leaf in _leaves(one)]
    return [value]


def reference(asked: Asked) -> Sequence[ActionCall]:
    """One submission of a program: the reference's text with the question's parameters."""
    return (ActionCall(name="code_execution", arguments={"code": program(asked), "submit": True}),)


def program(asked: Asked) -> str:
    """The program of :func:`reference`; it runs in the box and holds no answer."""
    given = ", ".join(f"{name}={value!r}" for name, value in asked.parameters.items())
    call = f'answer = {asked.template}(Tables("data/studies/{asked.study}"), {given})\n'
    return f"{excerpt(_text(HOMES[asked.template]), asked.template)}\n\n{call}"


@cache
def _text(home: str) -> str:
    """A module of the reference and the one on tables as one, which imports nothing of this package."""
    imports: set[tuple[bool, bool, str]] = set()
    bodies = []
    for module in ("tables", home):
        source = resources.files("medgym_plugin_biodsbench.reference").joinpath(f"{module}.py")
        text = source.read_text(encoding="utf-8")
        _, *nodes = parse_python(text).body
        found = [node for node in nodes if isinstance(node, ast.Import | ast.ImportFrom)]
        imports |= {place for node in found if (place := _place(node))}
        first = next(node for node in nodes if node not in found)
        bodies.append("\n".join(text.splitlines()[first.lineno - 1 :]))
    blocks = [[line for other, _, line in sorted(imports) if other == foreign] for foreign in (False, True)]
    given = "\n\n".join("\n".join(block) for block in blocks)
    return f"{given}\n\n" + "\n\n\n".join(bodies)


def _place(node: ast.Import | ast.ImportFrom) -> tuple[bool, bool, str] | None:
    """Where an import stands: the standard library's first, then whole modules; None for what no box has."""
    module = (node.module or "") if isinstance(node, ast.ImportFrom) else node.names[0].name
    if module.startswith(("medgym_", "__future__")):
        return None
    foreign = module.partition(".")[0] not in sys.stdlib_module_names
    return foreign, isinstance(node, ast.ImportFrom), ast.unparse(node)


def template(asked: Asked) -> Template:
    """The template of a task."""
    return TEMPLATES[asked.template]
