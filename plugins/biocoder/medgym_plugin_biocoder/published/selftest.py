"""Whether a published row is a sound task: by three runs of its reference, and one of what solves nothing."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from medgym_core import Outcome, Sandbox, Unsound, parse_python
from medgym_plugin_biocoder.published import definition, program
from medgym_plugin_biocoder.published.execution import UNUSUAL, USUAL, printed, program_of
from medgym_plugin_biocoder.published.output import same
from medgym_plugin_biocoder.published.row import Row

VERSION = "2"
"""Changes whenever a row may fare otherwise."""
_TRIVIAL = (
    "pass",
    "return 0",
    "return 1",
    "return True",
    "return False",
    "return ''",
    "return []",
    "return {}",
)
_GUESSED = {"True", "False", "None", "0", "1", "[]", "{}", "()"}


class Sound(NamedTuple):
    """What makes a row a task."""

    entry: str
    """The function that is asked for."""
    example: str
    """The program of a run that is shown, with the place for the solution."""
    contexts: list[str]
    """Those of the hidden runs."""
    outputs: list[str]
    """What the reference prints in each."""


def examine(row: Row, start: Callable[[], Sandbox]) -> Sound:
    """Run ``row`` in a fresh box of ``start``.

    Raises:
        Unsound: if it is no sound task, with the reason.
    """
    if row.language != "python":
        raise Unsound(f"its language is {row.language}")
    entry = definition.entry_of(row.golden, row.signature)
    example, *contexts = program.contexts(row.context, row.id)
    if fault := definition.fault(
        row.golden, entry, definition.names_bound(program.insert(contexts[0], "pass"))
    ):
        raise Unsound(f"the reference is more than its function ({fault})")
    with start() as box:
        outputs = _reference_outputs(box, [program.insert(context, row.golden) for context in contexts])
        for name, source in _trivial(row.golden, entry):
            if _passes(box, [program.insert(context, source) for context in contexts], outputs):
                raise Unsound(f"{name} passes")
    return Sound(entry, example, contexts, outputs)


def _reference_outputs(box: Sandbox, sources: Sequence[str]) -> list[str]:
    first, *again = ([*_run(box, sources, environment)] for environment in (*UNUSUAL, USUAL))
    for outcome in chain(first, *again):
        if not outcome.ok:
            raise Unsound(f"the reference fails: {_failure(outcome)}")
        if outcome.dropped_bytes:
            raise Unsound("the reference prints too much")
        if not outcome.stdout.strip():
            raise Unsound("the reference prints nothing")
    if not all(
        same(one.stdout, other.stdout) for ran in again for one, other in zip(first, ran, strict=True)
    ):
        raise Unsound("the reference prints something else when it is run again, or on another day")
    outputs = [outcome.stdout for outcome in first]
    if len({*outputs}) == 1 and outputs[0].strip() in _GUESSED:
        raise Unsound(f"every run prints {outputs[0].strip()} and no more, which is guessed")
    return outputs


def _passes(box: Sandbox, sources: Sequence[str], outputs: Sequence[str]) -> bool:
    """Whether every run prints what is expected; the first that does not ends it."""
    ran = _run(box, sources, USUAL)
    return all(
        (text := printed(one)) is not None and same(text, other)
        for one, other in zip(ran, outputs, strict=True)
    )


def _run(box: Sandbox, sources: Sequence[str], environment: str) -> Iterator[Outcome]:
    work = program_of(sources, environment)
    for path, data in work.files.items():
        box.write(path, data)
    return map(box.run, work.runs)


def _trivial(golden: str, entry: str) -> Iterator[tuple[str, str]]:
    """Submissions that solve nothing: none at all, and bodies that ignore what they are given."""
    yield "an empty submission", ""
    for body in _TRIVIAL:
        yield f"a body of `{body}`", _with_body(golden, entry, body)
    yield "the first argument", _with_body(golden, entry, None)


def _with_body(golden: str, entry: str, body: str | None) -> str:
    tree = parse_python(golden)
    function = next(node for node in tree.body if getattr(node, "name", "") == entry)
    if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
        names = [argument.arg for argument in function.args.args if argument.arg not in ("self", "cls")]
        function.body = parse_python(body or f"return {(names or ['None'])[0]}").body
    return ast.unparse(tree)


def _failure(outcome: Outcome) -> str:
    """The last line of its complaint, without the places that only this run has."""
    lines = outcome.stderr.strip().splitlines()
    return lines[-1][:200] if lines else outcome.reason
