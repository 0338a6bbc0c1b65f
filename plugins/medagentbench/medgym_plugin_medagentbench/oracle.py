"""Gold and the reference solution. Grading itself is the core's verifier ``states``."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from medgym_core import ActionCall, EntryChange, Gold, StateGold, excerpt
from medgym_plugin_medagentbench import order
from medgym_plugin_medagentbench.template import Facts, Outcome

SOLUTION = Path(__file__).with_name("solution.py")
"""The reference's program. It runs in the box and is never imported."""
NOVEL_SOLUTION = Path(__file__).with_name("novel_solution.py")
"""What it does in errands of the split ``ood``."""
EMPTY = "GIVEN: dict[str, str] = {}\n"
"""Its line that says what it is given."""


def gold(service: str, outcome: Outcome) -> Gold:
    """The resources that must have been created on ``service``, and the answer."""
    added = tuple(order.settled(one) for one in outcome.orders)
    expected = StateGold(services={service: EntryChange(added=added)}, answer=outcome.answer)
    return Gold(expected.model_dump(mode="json"))


def reference(given: Facts) -> Sequence[ActionCall]:
    """A program that carries what the question says: its template and facts."""
    code = SOLUTION.read_text(encoding="utf-8").replace(EMPTY, EMPTY.replace("{}", repr(dict(given))), 1)
    return [ActionCall(name="code_execution", arguments={"code": code, "submit": True})]


def novel_reference(name: str, facts: Facts) -> Sequence[ActionCall]:
    """A program for one errand of the split ``ood``, which carries what the question says."""
    solve = name.replace("-", "_")
    code = f"{excerpt(_novel_source(), solve)}\n\nanswer = {solve}({dict(facts)!r})\n"
    return [ActionCall(name="code_execution", arguments={"code": code, "submit": True})]


@cache
def _novel_source() -> str:
    """Both programs as one, which imports nothing of this package."""
    _, *lines = NOVEL_SOLUTION.read_text(encoding="utf-8").splitlines()
    own = [line for line in lines if not line.startswith("from medgym_")]
    return "\n".join([SOLUTION.read_text(encoding="utf-8"), *own])
