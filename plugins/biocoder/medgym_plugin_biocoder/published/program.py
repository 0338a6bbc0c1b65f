"""From a published context to the programs of hidden runs: values drawn, the submission in its place."""

from __future__ import annotations

import re
import string
import textwrap
from collections.abc import Callable, Mapping
from random import Random

from medgym_core import Unsound

RUNS = 6
"""Hidden runs of a task, each with values of its own."""
MARK = "<<insert solution here>>"
"""Where a submission goes."""
_FUZZED = re.compile(r"<\|(.*?)\|>", re.DOTALL)
_SEED = re.compile(r"\b((?:random\.seed|RandomState|default_rng)\(\s*(?:\w+\s*=\s*)?)\d+(?=\s*\))")
_REACH = 100_000
_ALPHABETS = {
    "ascii": string.ascii_letters,
    "alpha": string.ascii_lowercase,
    "alphanumeric": string.ascii_lowercase + string.digits,
    "alphanumeric_special": string.ascii_lowercase + string.digits + string.punctuation,
    "alphanumeric_allcases": string.ascii_letters + string.digits,
}


def contexts(context: str, identity: str) -> list[str]:
    """An example run's context, and those of the hidden runs; all one where nothing in it is drawn.

    Raises:
        Unsound: for a fuzz marker that is not known.
    """
    drawn = dict.fromkeys(fuzzed(context, f"{identity}/{draw}") for draw in range(4 * RUNS))
    example, *hidden = drawn
    return [example, *(hidden or [example])[:RUNS]]


def fuzzed(context: str, seed: str) -> str:
    """``context`` with every fuzz marker, numbered from the end as officially, drawn from ``seed``.

    In a context without markers, the integers that seed its random generators are drawn.

    Raises:
        Unsound: for a fuzz marker that is not known.
    """
    rng = Random(seed)
    if not _FUZZED.search(context):
        return _SEED.sub(lambda call: f"{call[1]}{rng.randrange(_REACH)}", context)
    for marker in reversed(list(_FUZZED.finditer(context))):
        context = context[: marker.start()] + _drawn(marker[1], rng) + context[marker.end() :]
    return context


def insert(context: str, source: str) -> str:
    """The program with ``source`` at the marker, with the marker's indentation on every line but the first.

    A marker in a comment gives its place to the line below.

    Raises:
        Unsound: if there is no marker, more than one, or one within a line of code.
    """
    before, marker, after = context.partition(MARK)
    if not marker or MARK in after:
        raise Unsound("the context has not exactly one place for the solution")
    prefix = before.rpartition("\n")[2]
    margin = prefix[: len(prefix) - len(prefix.lstrip())]
    body = textwrap.indent(textwrap.dedent(source).strip("\n"), margin)
    rest, _, below = after.partition("\n")
    if prefix.lstrip().startswith("#"):
        return f"{before}{rest}\n{body}\n{below}"
    if prefix.strip() or rest.strip():
        raise Unsound("the place for the solution lies within a line of code")
    return f"{before}{body.removeprefix(margin)}\n{below}"


def _drawn(marker: str, rng: Random) -> str:
    """A literal for one marker, such as ``int;range=0,100``."""
    kind, *options = marker.split(";")
    given = {name: value.split(",") for name, _, value in (option.partition("=") for option in options)}
    try:
        return repr(_KINDS[kind](given, rng))
    except (KeyError, ValueError, IndexError) as error:
        raise Unsound(f"the fuzz marker <|{marker}|> is not known") from error


def _integer(given: Mapping[str, list[str]], rng: Random) -> int:
    low, high = given.get("range", [str(-_REACH), str(_REACH)])
    return rng.randint(int(low), int(high))


def _real(given: Mapping[str, list[str]], rng: Random) -> float:
    low, high = given.get("range", [str(-_REACH), str(_REACH)])
    return rng.uniform(float(low), float(high))


def _text(given: Mapping[str, list[str]], rng: Random) -> str:
    bounds = [int(bound) for bound in given.get("length", ["10"])]
    letters = given.get("custom") or _ALPHABETS[given.get("type", ["ascii"])[0]]
    return "".join(rng.choice(letters) for _ in range(rng.randint(bounds[0], bounds[-1])))


def _boolean(given: Mapping[str, list[str]], rng: Random) -> bool | int:
    value = rng.random() < 0.5
    return int(value) if given.get("type") == ["int"] else value


_KINDS: Mapping[str, Callable[[Mapping[str, list[str]], Random], object]] = {
    "int": _integer,
    "float": _real,
    "string": _text,
    "bool": _boolean,
}
