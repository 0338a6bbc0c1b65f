"""Typed comparison: one answer, its kind and gold in; whether it is right, and if not why, out.

Pure and total on answers. Numbers are equal when ``|a - g| <= max(abs_tol, rel_tol * |g|)`` in exact decimal
arithmetic, so a relative tolerance alone means equality where gold is 0; or when gold rounds to them, as
``medgym_core.verifier.rounding`` says. What each kind accepts is described in ``medgym_core.verifier.form``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Context, localcontext

from medgym_core.answer import Kind, ListOf, Record, SetOf, Table
from medgym_core.errors import VerifierError
from medgym_core.verifier.fault import Fault, Refused
from medgym_core.verifier.form import Form, form
from medgym_core.verifier.matching import Matcher
from medgym_core.verifier.parse import Exact

EXACT = Context(prec=3_000)
"""Wide enough that no sum or product of two parsed numbers (400 digits, double's range) is ever rounded."""


@dataclass(frozen=True)
class Comparison:
    """The result of comparing one answer with gold."""

    reason: str = ""
    """Why it is wrong, mostly a :class:`Fault`; empty when it is right."""
    components: Mapping[str, float] = field(default_factory=dict)
    """For a record, 1.0 or 0.0 per declared key."""
    slip: str = ""
    """How it became wrong if by its unit alone, as :func:`medgym_core.verifier.unit.unit_slip` says."""

    @property
    def ok(self) -> bool:
        """Whether the answer is right."""
        return not self.reason


def compare(kind: Kind, answer: Exact, gold: Exact) -> Comparison:
    """Compare ``answer``, as ``medgym_core.verifier.table.read`` gives it, with ``gold``.

    A record's components say which keys are right even where others are missing or superfluous.

    Raises:
        VerifierError: if gold itself is not a value of its kind.
    """
    with localcontext(EXACT):
        expected = _gold_form(kind, gold)
        components = _components(kind, answer, gold)
        return Comparison(_fault(kind, answer, expected), components)


def _gold_form(kind: Kind, gold: Exact) -> Form:
    try:
        return form(kind, gold)
    except Refused as refusal:
        raise VerifierError(
            f"gold is not {kind.describe()} ({refusal.fault}); fix the family's gold or its answer kind"
        ) from None


def _fault(kind: Kind, answer: Exact, gold: Form) -> str:
    try:
        given = form(kind, answer)
        if Matcher().same(given, gold):
            return ""
    except Refused as refusal:
        return refusal.fault
    sized = isinstance(kind, ListOf | SetOf | Table) and None not in (given.key[0], gold.key[0])
    return Fault.WRONG_LENGTH if sized and given.key[0] != gold.key[0] else Fault.WRONG_VALUE


def _components(kind: Kind, answer: Exact, gold: Exact) -> dict[str, float]:
    if not isinstance(kind, Record) or not isinstance(gold, dict):
        return {}
    given = answer if isinstance(answer, dict) else {}
    return {
        name: float(name in given and not _fault(item, given[name], form(item, gold[name])))
        for name, item in kind.fields.items()
    }
