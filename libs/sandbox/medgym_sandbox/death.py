"""Whose doing the end of a box is: one rule for every backend, by what can be proved.

A box that ends before it has run agent code is our failure. Afterwards its end is the agent's, unless it is
proved that it was not:

- the engine says so: it is gone, it lost the stream, it paused the box;
- the worker was stopped, or killed by a signal, which agent code cannot send to it, and not for memory;
- it was killed for memory although the box never reached its own limit: the host ran out;
- it ended because its stream to the driver did.

A worker that does not answer, or ended by an error of its own, proves nothing.
"""

from __future__ import annotations

import signal
from dataclasses import dataclass
from pathlib import Path

_SENT = (signal.SIGKILL, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
"""Signals that someone sends; the others are faults of the process itself."""


@dataclass(frozen=True)
class Death:
    """Why a box died."""

    by_agent: bool
    """Whether it counts as the agent's doing; False only where the contrary is proved."""
    reason: str
    """One line."""


@dataclass(frozen=True)
class End:
    """How a worker was found, as far as its backend can tell."""

    code: int | None = None
    """Exit code, negative for a signal; None while it lives."""
    killed_for_memory: bool | None = None
    """Whether the kernel killed something of the box for memory since its last answer; None if unknown."""
    own_limit: bool = True
    """Whether the box may have reached its own memory limit."""
    shielded: bool = True
    """Whether agent code cannot signal the worker."""
    halted: bool = False
    """Whether it was stopped or paused."""
    engine: str = ""
    """What the engine says of its own failure."""
    said: str = ""
    """Last words of the worker."""


def judge(end: End, stalled: bool = False) -> Death:
    """Whose doing it is; ``stalled`` where the worker did not answer, and did not close its stream."""
    if end.engine:
        return Death(False, end.engine)
    if end.halted:
        return Death(False, "it was stopped from outside")
    if end.code is None:
        return Death(
            stalled, "it does not answer" if stalled else "the worker closed its stream but lives on"
        )
    if end.code == 0:
        return Death(False, "its stream to the driver broke")
    if end.code == -signal.SIGKILL and end.killed_for_memory:
        return Death(
            end.own_limit, "killed for memory" + ("" if end.own_limit else ": the host ran out of it")
        )
    if -end.code in _SENT and end.shielded and end.killed_for_memory is False:
        return Death(False, f"killed from outside by signal {-end.code}")
    how = f"signal {-end.code}" if end.code < 0 else f"exit code {end.code}"
    return Death(True, "; ".join(filter(None, [f"the worker ended with {how}", end.said])))


def halted(pid: int) -> bool:
    """Whether a process, or a child of it, is stopped."""
    children = Path(f"/proc/{pid}/task/{pid}/children")
    try:
        return any(_state(one) == "T" for one in (pid, *map(int, children.read_text().split())))
    except OSError:
        return False


def host_kills() -> int | None:
    """How many processes the kernel has killed for memory on this host; None where it does not tell."""
    try:
        fields = dict(line.split() for line in Path("/proc/vmstat").read_text().splitlines())
    except OSError:
        return None
    return int(fields["oom_kill"]) if "oom_kill" in fields else None


def _state(pid: int) -> str:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
