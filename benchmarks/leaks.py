"""What boxes leave behind: everything countable before the first and after the last of many.

    uv run --all-packages python -m benchmarks.leaks [--json] [--boxes N] [--jobs N] [BACKEND...]

Some boxes are used as agents use them: a folder 1,500 deep, one without permissions, a background process,
names with newlines. A warm-up comes first, so that what is made once (template, reaper, client) does not
count. Memory may grow by what the allocator keeps, not by box.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from benchmarks.measure import show, spec
from medgym_core import BoxSpec, Execution, SandboxBackend, plugins
from medgym_sandbox import lease

WARM_UP = 20
_LITTER = """
import os, subprocess, sys
subprocess.Popen([sys.executable, '-I', '-c', 'import time; time.sleep(600)'])
os.mkdir('new\\nline')
os.mkdir('closed')
open('closed/file', 'w').close()
try:
    os.chmod('closed', 0)
except OSError:
    pass
for _ in range(1500):
    os.mkdir('d')
    os.chdir('d')
"""


def counts(backend: str) -> dict[str, int]:
    """What is there now of this process, its children and its boxes, and the mounts of the host."""
    containers = _containers() if backend.startswith("docker") else 0  # its connection is kept
    family = {os.getpid(), *descendants()}
    places = [Path(tempfile.gettempdir()), Path(tempfile.gettempdir(), f"{lease.PREFIX}-{os.getuid()}")]
    return {
        "descriptors": len(os.listdir("/proc/self/fd")),
        "threads": threading.active_count(),
        "memory MB": sum(map(_resident_bytes, family)) // 2**20,
        "processes": len(family),
        "control groups": sum(1 for group in _groups() if _mine(group)),
        "mounts": len(Path("/proc/self/mountinfo").read_text().splitlines()),
        "folders": sum(
            1 for place in places if place.is_dir() for folder in place.iterdir() if _mine(folder)
        ),
        "containers": containers,
    }


def _groups() -> Iterator[Path]:
    """Control groups of boxes, whoever's; those of others may go while they are counted."""
    for folder, names, _ in os.walk("/sys/fs/cgroup"):
        yield from (Path(folder, name) for name in names if name.startswith("medgym-"))


def use(backend: SandboxBackend, spec: BoxSpec, littering: bool) -> None:
    """One box, from start to close."""
    with backend.start(spec) as box:
        outcome = box.run(Execution(source=_LITTER if littering else "answer = 1"))
        assert littering or outcome.answer == "1", outcome


def grown(name: str, spec: BoxSpec, boxes: int, jobs: int) -> list[dict[str, object]]:
    """Two rows: what was there before and after ``boxes`` boxes, ``jobs`` at a time, every tenth littered."""
    backend = plugins.sandbox(name)
    with ThreadPoolExecutor(jobs) as pool:

        def play(count: int) -> None:
            for done in [pool.submit(use, backend, spec, number % 10 == 0) for number in range(count)]:
                done.result()

        play(max(WARM_UP, jobs))
        before = counts(name)
        play(boxes)
        after = counts(name)
    moments = (("before", before), (f"after {boxes}", after))
    return [{"backend": name, "boxes": moment, **row} for moment, row in moments]


def _mine(path: Path) -> bool:
    return f"-{os.getpid()}-" in path.name


def _resident_bytes(pid: int) -> int:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def _containers() -> int:
    from medgym_sandbox import engine

    listed = engine.client().containers(all=True)
    return sum(1 for entry in listed if any(_mine(Path(name)) for name in entry["Names"] or ()))


def descendants() -> set[int]:
    parents: dict[int, int] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:
                continue
    found, newest = set[int](), {os.getpid()}
    while newest:
        newest = {pid for pid, parent in parents.items() if parent in newest} - found
        found |= newest
    return found


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("backends", nargs="*", default=["docker", "bubblewrap", "process"])
    parser.add_argument("--boxes", type=int, default=2000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    for name in options.backends:
        rows = grown(name, spec(), options.boxes, options.jobs)
        show(f"What {options.boxes} boxes leave behind", rows, options.json)


if __name__ == "__main__":
    main()
