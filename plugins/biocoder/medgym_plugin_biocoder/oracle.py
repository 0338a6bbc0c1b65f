"""Gold of a cell, the proof that it is sound, and the reference. The core's verifier ``programs`` grades."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence

from medgym_core import ActionCall, DataError, Gold, ProgramCase, ProgramGold
from medgym_plugin_biocoder.cell import Cell
from medgym_plugin_biocoder.guess import guesses, near
from medgym_plugin_biocoder.hidden import CASES, Case, hidden
from medgym_plugin_biocoder.problems.contract import Entry
from medgym_plugin_biocoder.source import graded_context, load, placed, submission, whole

FILE = "submission.py"
"""What the agent leaves."""
CHECKED = 3
"""Hidden cases on which the build checks the laws."""
GUESSED = 0.75
"""Largest share of the hidden cases that a body which computes nothing may pass; the draws of one seed."""
EXPECTED = 0.5
"""The same, for which problems are made."""


def gold(cell: Cell, salt: str) -> Gold:
    """What the verifier compares with.

    Raises:
        DataError: if a body that computes nothing passes too many cases, or the reference breaks a law.
    """
    cases = hidden(cell, salt)
    if fault := unsound(cell, cases):
        raise DataError(f"{cell.key} ({cell.variant}): {fault}; fix the problem's `draw` and `edges`")
    tests = ProgramGold(
        entry=cell.problem.entry,
        cases=tuple(ProgramCase(args=case.args, expected=case.expected) for case in cases.values()),
        returns=cell.problem.returns,
        context=graded_context(cell.problem, cell.parameters, cell.variant),
        file=FILE,
    )
    return Gold(tests.model_dump(mode="json"))


def unsound(cell: Cell, cases: Mapping[str, Case], guessed: float = GUESSED) -> str:
    """Why these cases would not do, or nothing; ``guessed`` is the share that may be right unthinkingly."""
    found = list(cases.values())
    if len(found) < CASES // 2:
        return f"only {len(found)} different inputs were found"
    for name, results in guesses(found):
        right = sum(near(result, case.expected) for result, case in zip(results, found, strict=True))
        if right > guessed * len(found):
            return f"{name} is right on {right} of {len(found)} hidden cases"
    entry = load(whole(cell.problem, cell.parameters), cell.problem.entry)
    for name, law in cell.problem.laws.items():
        for case in found[-CHECKED:]:
            if not law(entry, case.args, cell.parameters):
                return f"the reference breaks the law {name!r} on {json.dumps(case.args)}"
    return ""


def twin(cell: Cell, salt: str, learnt: Iterable[Cell]) -> Cell | None:
    """One of the cells ``learnt`` whose reference passes all hidden cases of ``cell``, as if it knew it."""
    cases = list(hidden(cell, salt).values())[::-1]
    context = graded_context(*cell)
    for other in learnt:
        if (other.problem, other.variant) == (cell.problem, cell.variant):
            entry = load(placed(context, submission(*other)), cell.problem.entry)
            if all(_is_right(entry, case) for case in cases):
                return other
    return None


def _is_right(entry: Entry, case: Case) -> bool:
    try:
        return near(json.loads(json.dumps(entry(*json.loads(json.dumps(case.args))))), case.expected)
    except (ArithmeticError, LookupError, TypeError, ValueError):  # on inputs drawn for another cell
        return False


def reference(cell: Cell) -> Sequence[ActionCall]:
    """One submission of the reference; it knows the cell, and no case."""
    source = submission(cell.problem, cell.parameters, cell.variant)
    code = f"from pathlib import Path\n\nPath({FILE!r}).write_text({source!r})\n"
    return [ActionCall(name="code_execution", arguments={"code": code, "submit": True})]
