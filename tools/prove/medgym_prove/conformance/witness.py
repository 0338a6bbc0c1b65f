"""The host's view of boxes: processes found by a text on their command line, and named leftovers."""

from __future__ import annotations

import contextlib
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

from medgym_prove.conformance.behaviour import broken, run
from medgym_sandbox import lease, scratch
from medgym_sandbox.backend import Sandbox
from medgym_sandbox.spec import Outcome

PATIENCE_S = 5.0
"""How long what ought to vanish may take."""
_BEGINNING_S = 30.0
"""How long what ought to appear may take; a loaded machine needs it."""


def lingering(token: str) -> str:
    """Source that turns the running child into a process with ``token`` on its command line."""
    arguments = ["-I", "-c", "import time; time.sleep(600)", token]
    return f"import os, sys\nos.execv(sys.executable, [sys.executable, *{arguments!r}])"


def sightings(token: str) -> list[int]:
    """Pids of the processes on this host with ``token`` on their command line."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                if token.encode() in (entry / "cmdline").read_bytes() and int(entry.name) != os.getpid():
                    found.append(int(entry.name))
    return found


def vanished(token: str, within_s: float = PATIENCE_S) -> bool:
    """Whether no process with ``token`` is left, at the latest after ``within_s`` seconds."""
    return until(lambda: not sightings(token), within_s)


def until(condition: Callable[[], bool], within_s: float = PATIENCE_S) -> bool:
    """Whether ``condition`` comes to hold within that time."""
    deadline = time.monotonic() + within_s
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def first_sighting(token: str) -> int:
    """Pid of the process with ``token``, as soon as it is there.

    Raises:
        Broken: if it does not appear: this host cannot see into its boxes, or the box did not run it.
    """
    seen: list[int] = []

    def look() -> bool:
        seen.extend(sightings(token))
        return bool(seen)

    if not until(look, _BEGINNING_S):
        broken("no process of the box is visible on this host")
    return seen[0]


def parent(pid: int) -> int:
    """Pid of the process's parent.

    Raises:
        Broken: if the process is gone.
    """
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        broken("a program that was to sleep has ended")


def user(pid: int) -> int:
    """Uid of the process, as this host counts."""
    status = Path(f"/proc/{pid}/status").read_text().splitlines()
    return int(next(line for line in status if line.startswith("Uid:")).split()[1])


def running(pid: int) -> bool:
    """Whether the process runs; one that has ended and waits to be reaped does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def traces(pid: int) -> list[str]:
    """Folders and control groups named for boxes of the driver with that pid."""
    mine = f"-{pid}-"
    return [
        os.path.join(folder, name)
        for folder in (tempfile.gettempdir(), str(scratch.parent()), *_groups())
        for name in _names(folder)
        if name.startswith(f"{lease.PREFIX}-") and mine in name
    ]


def _groups() -> Iterator[str]:
    """The control groups below which boxes have theirs; what goes meanwhile is passed over."""
    for folder, below, _ in os.walk("/sys/fs/cgroup"):
        if os.path.basename(folder) == lease.PREFIX:
            yield folder
            below.clear()


def _names(folder: str) -> list[str]:
    try:
        return os.listdir(folder)
    except FileNotFoundError:
        return []


@contextlib.contextmanager
def busy(box: Sandbox, token: str) -> Iterator[tuple[int, Future[Outcome]]]:
    """A box that runs a lingering child meanwhile: the worker's pid, and the outcome to come."""
    with ThreadPoolExecutor(1) as pool:
        outcome = pool.submit(run, box, lingering(token), timeout_s=60.0)
        try:
            yield parent(first_sighting(token)), outcome
        finally:
            for pid in sightings(token):
                with contextlib.suppress(OSError):
                    os.kill(pid, 9)
