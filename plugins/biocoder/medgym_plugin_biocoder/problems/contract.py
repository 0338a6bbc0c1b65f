"""The contract of a problem: typed parameters, rules in words, a reference, inputs, laws.

A problem is two modules in ``problems/CATEGORY/``: ``NAME.py`` with its :class:`Problem` as ``PROBLEM``, and
``NAME_solution.py``, the reference as an agent would write it. The reference is an ordinary module: first
its parameters as constants in capitals, one for each field of the problem's parameters, then helpers, and
last the entry function. A task's reference is its text with the constants of the task's cell.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from types import ModuleType
from typing import Any, Generic, Protocol, TypeVar

from medgym_core import AnswerKind

P = TypeVar("P")
"""Parameters of a problem: a frozen dataclass of plain values."""

Args = tuple[Any, ...]
"""Arguments of one call of the entry, JSON values all of them (lists, never tuples; objects by text keys)."""

Entry = Callable[..., Any]
"""The entry of a reference."""

Law = Callable[[Entry, Args, P], bool]
"""Whether the entry, called on these arguments and on others made of them, keeps a law; changes none."""


class Say(Protocol):
    """Chooses between wordings that mean the same; the choice is the task's."""

    def __call__(self, *alternatives: str) -> str:
        """One of them."""
        ...


@dataclass(frozen=True)
class Holder:
    """The class whose method is asked for in method tasks: its constructor keeps the first arguments."""

    name: str
    """Class name."""
    summary: str
    """Its docstring, one sentence."""
    holds: int = 1
    """How many leading arguments are attributes; the others are the method's own arguments."""


@dataclass(frozen=True)
class Helper:
    """A function of the reference that is given in helper tasks, and is another one when graded.

    Expected results come from the reference with the substitute, so a submission that does not call the
    helper is wrong. The prompt says so.
    """

    name: str
    """The function's name in the reference."""
    substitute: Callable[..., Any]
    """A function of the same signature. Its text replaces the helper's, so that it may use no name but those
    of the reference. Constants it imports from there; in the graded program they have the cell's values."""


@dataclass(frozen=True)
class Problem(Generic[P]):
    """One problem: everything from which its tasks, their hidden cases and their gold are made."""

    name: str
    """Lower-case words joined by hyphens, unique."""
    category: str
    """One of ``categories.CATEGORIES``."""
    source: str
    """Where the definition comes from: paper or specification, with the year."""
    solution: ModuleType
    """The reference's module."""
    entry: str
    """Its function to write; its last definition."""
    cells: Sequence[P]
    """Parameters of tasks, at least 24; a hash parts them between training and test."""
    beyond: Sequence[P]
    """Parameters, outside the range of ``cells``, that only test tasks have; may be empty."""
    wordings: Sequence[str]
    """What is asked, three sentences or more that mean the same; ``{entry}`` is the function's name."""
    rules: Callable[[P, Say], Sequence[str]]
    """All else that decides a result, a sentence or two each: types, units, ties, rounding, empty input."""
    edges: Callable[[P], Mapping[str, Args]]
    """Named edge cases, six or more; every task has them all among its hidden cases."""
    draw: Callable[[Random, P], Args]
    """A random input; of moderate size, rich in ties and boundaries."""
    laws: Mapping[str, Law[P]]
    """Named metamorphic laws, one or more."""
    returns: AnswerKind | None
    """Kind of the result with its tolerances; None compares JSON exactly."""
    holder: Holder
    """For method tasks."""
    helper: Helper | None = None
    """For helper tasks, where the reference has a fitting helper."""
