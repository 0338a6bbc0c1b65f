"""What a box costs in memory while it waits for its next action.

uv run --all-packages python -m benchmarks.idle [--sandbox NAME ...] [--boxes N] [--json]

Boxes that have imported pandas are started one after the other and left alone, as while a model thinks. What
the machine has available less is divided among them: pages that no other process has, page tables, and what
the kernel keeps of namespaces and control groups. Whatever else the machine does shows in it too.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from benchmarks.measure import show, spec
from medgym_core import plugins

SPEC = spec("pandas")
SHOWN = ("MemAvailable", "AnonPages", "PageTables", "Slab")
"""Fields of ``/proc/meminfo``: what is left, pages of processes alone, their tables, the kernel's objects."""
SETTLED_S = 2.0
"""After which a box has made its next child ready and waits."""


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sandbox", nargs="+", default=["docker", "bubblewrap", "process"])
    parser.add_argument("--boxes", type=int, default=200)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    rows = [{"sandbox": name, "boxes": given.boxes, **cost(name, given.boxes)} for name in given.sandbox]
    show("MiB of an idle box", rows, given.json)


def cost(name: str, boxes: int) -> dict[str, float]:
    """MiB by which each of so many idle boxes changes what ``/proc/meminfo`` says."""
    backend = plugins.sandbox(name)
    first = backend.start(SPEC)  # whatever boxes share stands
    held = []
    try:
        time.sleep(SETTLED_S)
        before = meminfo()
        held = [backend.start(SPEC) for _ in range(boxes)]
        time.sleep(SETTLED_S)
        after = meminfo()
    finally:
        for box in (first, *held):
            box.close()
    return {field: (after[field] - before[field]) / boxes for field in SHOWN}


def private(process: int) -> float:
    """MiB of pages that no process has but this."""
    lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("Private_")) / 1024


def meminfo() -> dict[str, float]:
    """MiB of each field that is counted in kB."""
    lines = (line.split() for line in Path("/proc/meminfo").read_text().splitlines())
    return {fields[0].rstrip(":"): int(fields[1]) / 1024 for fields in lines if fields[-1] == "kB"}


if __name__ == "__main__":
    main()
