"""How many first-order mutants of biocoder's references the hidden cases reject.

    python -m benchmarks.biocoder_mutants
    python -m benchmarks.biocoder_mutants --problem kmer-spectrum --cells 3 --list

A mutant differs from the reference of one cell in one place: a comparison, an operator, a constant, a
condition, a bound, a call, a returned value or a statement. It is rejected if it is wrong on some hidden
case, raises, or takes longer than a case may. One that is not is compared with the reference on further
inputs of the problem's own generator: if no result differs, it counts as equivalent, else it has survived.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import resource
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import fields
from random import Random
from typing import NamedTuple

from benchmarks.mutation import mutants
from medgym_core.verifier.canonical import canonical
from medgym_core.verifier.compare import compare
from medgym_core.verifier.fault import Refused
from medgym_core.verifier.parse import exact, parse
from medgym_plugin_biocoder.cell import NOVEL, Cell, cells_of
from medgym_plugin_biocoder.hidden import hidden
from medgym_plugin_biocoder.problems import PROBLEMS
from medgym_plugin_biocoder.source import load, whole

SALT = "the benchmark's salt"
CASE_S = 0.5
MEMORY = 2 * 2**30
ANSWER_BYTES = 65_536
Call = tuple[str, str]
"""JSON of arguments and of the right result."""


class TooLongError(Exception):
    """A call took longer than it may."""


class Fates(NamedTuple):
    """What became of the mutants of one cell."""

    cell: str
    rejected: int
    equivalent: list[str]
    survived: list[str]


def limited(function: Callable[[], str]) -> str | None:
    """The result of a call; None if it raises or takes too long."""

    def stop(*_: object) -> None:
        raise TooLongError

    signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, CASE_S)
    try:
        return function()
    except (Exception, SystemExit):
        return None
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def passes(cell: Cell, text: str, calls: list[Call]) -> bool:
    """Whether a program is right on all calls."""
    loaded: list[Callable[..., object]] = []
    if limited(lambda: str(loaded.append(load(text, cell.problem.entry)))) is None:
        return False
    return all(
        accepted(
            cell, limited(lambda args=args: json.dumps(loaded[0](*json.loads(args)), allow_nan=False)), right
        )  # type: ignore[misc]
        for args, right in calls
    )


def accepted(cell: Cell, answer: str | None, right: str) -> bool:
    """Whether the verifier takes a result."""
    if answer is None or answer == right:
        return answer is not None
    try:
        given = parse(answer, ANSWER_BYTES)
    except Refused:
        return False
    expected = exact(json.loads(right))
    if cell.problem.returns is None:
        return canonical(given) == canonical(expected)
    return not compare(cell.problem.returns, given, expected).reason


def judge(work: tuple[str, int, int]) -> Fates:
    """The fates of the mutants of one cell that evaluation asks about."""
    name, number, inputs = work
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    asked = cells_of(name, "test") or cells_of(name, NOVEL)
    cell = [cell for cell in asked if cell.variant == "function"][number]
    right = whole(cell.problem, cell.parameters)
    entry, rng = load(right, cell.problem.entry), Random(f"{SALT}/{cell.key}")
    hidden_calls = [
        (json.dumps(case.args), json.dumps(case.expected)) for case in hidden(cell, SALT).values()
    ]
    drawn = [json.dumps(cell.problem.draw(rng, cell.parameters)) for _ in range(inputs)]
    further = [(args, json.dumps(entry(*json.loads(args)))) for args in drawn]
    fates = Fates(cell.key, 0, [], [])
    rejected = 0
    for what, text in mutants(right, {field.name.upper() for field in fields(cell.parameters)}):
        if not passes(cell, text, hidden_calls):
            rejected += 1
        elif passes(cell, text, further):
            fates.equivalent.append(what)
        else:
            fates.survived.append(what)
    return fates._replace(rejected=rejected)


def report(fates: Fates, listing: bool) -> str:
    """One cell in words."""
    counts = f"{fates.rejected} rejected, {len(fates.equivalent)} equivalent, {len(fates.survived)} survived"
    lines = [f"{fates.cell}: {counts}", *(f"  SURVIVED {what}" for what in fates.survived)]
    return "\n".join(lines + [f"  equivalent {what}" for what in fates.equivalent if listing])


def main() -> None:
    """Print the fates, problem by problem, and the share that is rejected."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--problem", action="append", choices=list(PROBLEMS), help="this one; may be repeated"
    )
    parser.add_argument("--cells", type=int, default=1, help="cells of each problem, of test or of ood")
    parser.add_argument(
        "--inputs", type=int, default=2000, help="further inputs that tell equivalent mutants"
    )
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--list", action="store_true", help="name the equivalent mutants too")
    asked = parser.parse_args()
    names = asked.problem or list(PROBLEMS)
    work = [(name, number, asked.inputs) for name in names for number in range(asked.cells)]
    begun, found = time.monotonic(), []
    with multiprocessing.Pool(asked.jobs, maxtasksperchild=1) as pool:
        for fates in pool.imap(judge, work):
            found.append(fates)
            print(report(fates, asked.list), flush=True)
    rejected = sum(fates.rejected for fates in found)
    judged = rejected + sum(len(fates.survived) for fates in found)
    same = sum(len(fates.equivalent) for fates in found)
    print(f"{judged + same} mutants, {same} of them equivalent")
    print(f"of the {judged} others {rejected} are rejected, {rejected / judged:.2%}")
    print(f"{time.monotonic() - begun:.0f} s", file=sys.stderr)


if __name__ == "__main__":
    main()
