"""Running a task's programs: each in a folder and an interpreter of its own, as ``python program.py``."""

from __future__ import annotations

from collections.abc import Sequence

from medgym_core import Execution, Limits, Outcome, Program

LIMITS = Limits(steps=15, action_s=30, memory_mb=4096)
"""Of the agent's box and of those that grade: the official time limit, and memory for the largest task."""
OUTPUT_BYTES = 1 << 20
"""Bytes of output that are kept; a task whose reference prints more is refused."""
USUAL = "TZ=UTC0 PYTHONHASHSEED=0"
"""Environment of graded runs."""
UNUSUAL = ("TZ=XXX-14 PYTHONHASHSEED=1", "TZ=XXX+12 PYTHONHASHSEED=2")
"""Environments in which dates and the order of sets differ: 26 hours apart, it is never the same day."""

_COMPLAINTS = "2>stderr; code=$?; tail -c 2000 stderr >&2; exit $code"
"""Standard error is cut, so that what is dropped is dropped of standard output."""


def program_of(sources: Sequence[str], environment: str = USUAL) -> Program:
    """One box's work: every source, run after run."""
    return Program(
        files={f"run_{number}/program.py": source.encode() for number, source in enumerate(sources)},
        runs=tuple(_execution(number, environment) for number in range(len(sources))),
    )


def _execution(number: int, environment: str) -> Execution:
    return Execution(
        language="shell",
        source=f"cd run_{number} && {environment} MPLBACKEND=Agg python program.py {_COMPLAINTS}",
        timeout_s=LIMITS.action_s,
        output_bytes=OUTPUT_BYTES,
    )


def printed(outcome: Outcome) -> str | None:
    """What a run printed; None if it failed, or printed more than is kept."""
    return outcome.stdout if outcome.ok and not outcome.dropped_bytes else None
