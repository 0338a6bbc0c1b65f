"""Whether a published row is a sound task: by runs of its reference, and of what solves nothing.

The reference must print the same whatever the hash seed, the clock and the state in which it finds the global
generators; a program that draws unseeded or reads the clock is refused even if it did.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Generator, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from medgym_core import Sandbox, Unsound, parse_python
from medgym_plugin_biocoder.published import definition, program, reason
from medgym_plugin_biocoder.published.execution import (
    AS_GRADED,
    HASHES,
    OTHERS,
    PLAIN,
    End,
    Surroundings,
    run_in,
)
from medgym_plugin_biocoder.published.output import same
from medgym_plugin_biocoder.published.row import Row

VERSION = "3"
"""Of the method; changes whenever a row may fare otherwise, and no proof of another one is trusted."""
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
_CLOCK = re.compile(
    r"""Timestamp\.(?:now|utcnow|today)\b|(?:datetime64|to_datetime|Timestamp)\(\s*['"](?:now|today)"""
)
"""Today's date by names of numpy and pandas, which read the clock where it cannot be watched."""
_SETS = (ast.Set, ast.SetComp)
_SET_NAMES = ("set", "frozenset", "hash")


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


_Proof: TypeAlias = "Generator[tuple[Surroundings, list[str]], list[End], Sound]"
"""The test of one row: it asks for programs to be run, and gets how they ended."""


def examine(row: Row, start: Callable[[], Sandbox]) -> Sound:
    """Run ``row`` in a fresh box of ``start``.

    Raises:
        Unsound: if it is no sound task, with the reason.
    """
    (found,) = examine_all([row], start)
    if isinstance(found, str):
        raise Unsound(found)
    return found


def examine_all(rows: Sequence[Row], start: Callable[[], Sandbox]) -> list[Sound | str]:
    """Each of ``rows``, or why it is no sound task; in one box of ``start``, for its imports to be shared.

    Where their programs together bring the box down, each gets one of its own.
    """
    try:
        with start() as box:
            return _in_step([_proof(row) for row in rows], box)
    except Unsound as finding:
        if len(rows) > 1:
            return [one for row in rows for one in examine_all([row], start)]
        return [str(finding)]


def _in_step(proofs: Sequence[_Proof], box: Sandbox) -> list[Sound | str]:
    """Advance all together: what they ask to be run in the same surroundings is run at once."""
    found: dict[int, Sound | str] = {}
    asked: dict[int, tuple[Surroundings, list[str]]] = {}

    def advance(number: int, ends: list[End] | None) -> None:
        try:
            asked[number] = proofs[number].send(ends)  # type: ignore[arg-type]  # None starts it
        except StopIteration as end:
            found[number] = end.value
        except Unsound as finding:
            found[number] = str(finding)

    for number in range(len(proofs)):
        advance(number, None)
    while asked:
        around = next(iter(asked.values()))[0]
        batch = {number: sources for number, (where, sources) in asked.items() if where == around}
        ends = iter(run_in(box, around, [source for sources in batch.values() for source in sources]))
        for number, sources in batch.items():
            del asked[number]
            advance(number, [next(ends) for _ in sources])
    return [found[number] for number in range(len(proofs))]


def _proof(row: Row) -> _Proof:
    entry, example, contexts = _parts(row)
    sources = [program.insert(context, row.golden) for context in contexts]
    if any(map(_CLOCK.search, sources)):
        raise Unsound("the reference is not sound: it reads the clock")
    outputs = _sound((yield AS_GRADED, sources))
    for around in (*OTHERS, *(HASHES if _has_sets(sources[0]) else ())):
        if not all(map(same, _sound((yield around, sources)), outputs)):
            raise Unsound("the reference prints something else under another hash seed, seed or clock")
    (graded,) = yield PLAIN, sources[:1]
    if not _right(graded, outputs[0]):
        raise Unsound("the reference prints something else when it is run as it will be graded")
    if len({*outputs}) == 1 and outputs[0].strip() in _GUESSED:
        raise Unsound(f"every run prints {outputs[0].strip()} and no more, which is guessed")
    yield from _refuse_guesses([*_trivial(row.golden, entry)], contexts, outputs)
    return Sound(entry, example, contexts, outputs)


def _parts(row: Row) -> tuple[str, str, list[str]]:
    """Name of the function, context of the run that is shown, those of the hidden runs."""
    if row.language != "python":
        raise Unsound(f"its language is {row.language}")
    entry = definition.entry_of(row.golden, row.signature)
    example, *contexts = program.contexts(row.context, row.id)
    if fault := definition.fault(
        row.golden, entry, definition.names_bound(program.insert(contexts[0], "pass"))
    ):
        raise Unsound(f"the reference is more than its function ({fault})")
    return entry, example, contexts


def _refuse_guesses(
    tried: Sequence[tuple[str, str]], contexts: Sequence[str], outputs: Sequence[str]
) -> Generator[tuple[Surroundings, list[str]], list[End], None]:
    """No submission that solves nothing may print what is expected in every run."""
    first = yield AS_GRADED, [program.insert(contexts[0], source) for _, source in tried]
    for (name, source), end in zip(tried, first, strict=True):
        if _right(end, outputs[0]):
            rest = yield AS_GRADED, [program.insert(context, source) for context in contexts]
            if all(map(_right, rest, outputs)):
                raise Unsound(f"{name} passes")


def _sound(ends: Sequence[End]) -> list[str]:
    for one in ends:
        if one.finding:
            raise Unsound(f"the reference is not sound: {one.finding}")
        if fault := reason.of(one):
            raise Unsound(f"the reference fails: {fault}")
        if one.flood:
            raise Unsound("the reference prints too much")
        if not one.stdout.strip():
            raise Unsound("the reference prints nothing")
    return [one.stdout for one in ends]


def _has_sets(source: str) -> bool:
    """Whether a program makes a set or asks for a hash, so that an order may come from the hash seed."""
    return any(
        isinstance(node, _SETS) or (isinstance(node, ast.Name) and node.id in _SET_NAMES)
        for node in ast.walk(parse_python(source))
    )


def _right(end: End, output: str) -> bool:
    return not (end.finding or end.flood or reason.of(end)) and same(end.stdout, output)


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
