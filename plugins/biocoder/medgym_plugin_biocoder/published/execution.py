"""Running a task's programs: each in a folder and an interpreter of its own, as ``python program.py``.

Self-tests run many programs and need not start an interpreter for each: see ``surroundings``.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Sequence
from typing import NamedTuple

from medgym_core import Execution, Limits, Outcome, Program, Reason, Sandbox, Unsound
from medgym_plugin_biocoder.published import surroundings

LIMITS = Limits(steps=15, action_s=30, memory_mb=4096)
"""Of the agent's box and of those that grade: the official time limit, and memory for the largest task."""
OUTPUT_BYTES = 1 << 20
"""Bytes of output that are kept; a task whose reference prints more is refused."""
USUAL = "TZ=UTC0 PYTHONHASHSEED=0"
"""Environment of graded runs."""

_COMPLAINTS = "2>stderr; code=$?; tail -c 2000 stderr >&2; exit $code"
"""Standard error is cut, so that what is dropped is dropped of standard output."""
_ENDS_BYTES = 64 << 20


class Surroundings(NamedTuple):
    """What a sound program prints the same in, whatever it is."""

    environment: str
    """Time zone and hash seed."""
    seed: int
    """Of the global generators of ``random`` and ``numpy`` before the program starts."""
    shift: float
    """How far its clock is off, seconds."""


class End(NamedTuple):
    """How one program of a self-test ended."""

    code: int
    """Exit code, negative if it was killed."""
    late: bool
    """Whether its time was over."""
    stdout: str
    """What it printed."""
    flood: bool
    """Whether that is cut."""
    stderr: str
    """The last of its complaints."""
    finding: str
    """What it did that a sound program does not, for which it was stopped; mostly nothing."""


AS_GRADED = Surroundings(USUAL, 0, 0.0)
"""Those of graded runs."""
PLAIN = AS_GRADED._replace(seed=-1)
"""Graded runs themselves: an interpreter for each, and nobody watches."""
OTHERS = (
    Surroundings("TZ=XXX-14 PYTHONHASHSEED=1", 10_007, 401_771_223.5),
    Surroundings("TZ=XXX+12 PYTHONHASHSEED=2", 20_011, -137_930_658.25),
)
"""26 hours apart, it is never the same day in them, and no field of a date is likely to be the same."""
HASHES = tuple(
    Surroundings(f"TZ=UTC0 PYTHONHASHSEED={number}", 30_000 + number, 1e6 * number) for number in range(3, 8)
)
"""More orders of sets, for programs that have any."""


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


def run_in(box: Sandbox, around: Surroundings, sources: Sequence[str]) -> list[End]:
    """Run ``sources`` one after the other, each in a folder and a process of its own.

    Except for :data:`PLAIN` the processes are forks of one interpreter.

    Raises:
        Unsound: if they bring the box down.
    """
    if around == PLAIN:
        work = program_of(sources)
        for path, data in work.files.items():
            box.write(path, data)
        return [_end(box.run(run)) for run in work.runs]
    folders = [f"fork_{number}" for number in range(len(sources))]
    _must(box, Execution(language="shell", source="rm -rf ends.json fork_*"))
    for folder, source in zip(folders, sources, strict=True):
        box.write(f"{folder}/program.py", source.encode())
    box.write("surroundings.py", inspect.getsource(surroundings).encode())
    order = {"folders": folders, "timeout_s": LIMITS.action_s, "kept": OUTPUT_BYTES}
    _must(
        box,
        Execution(
            language="shell",
            source=f"{around.environment} MPLBACKEND=Agg python surroundings.py",
            stdin=json.dumps({**order, "seed": around.seed, "shift": around.shift}),
            timeout_s=LIMITS.action_s * (1 + len(sources)),
        ),
    )
    return [End(**one) for one in json.loads(box.read("ends.json", _ENDS_BYTES))]


def _must(box: Sandbox, execution: Execution) -> None:
    outcome = box.run(execution)
    if not outcome.ok:
        raise Unsound(f"its programs end the box that runs them ({outcome.reason.value})")


def _end(outcome: Outcome) -> End:
    code = outcome.exit_code if outcome.exit_code is not None else -9
    late = outcome.reason is Reason.TIMEOUT
    return End(code, late, outcome.stdout, bool(outcome.dropped_bytes), outcome.stderr, "")
