"""What a box costs in memory while it waits for its next action.

uv run --all-packages python -m benchmarks.idle [--sandbox NAME ...] [--boxes N] [--json]

Boxes that have imported pandas are started one after the other and left alone, as while a model thinks. The
fall of the machine's available memory is divided among them: private pages, page tables, and what the kernel
keeps for namespaces and control groups. Whatever else runs on the machine shows in it, too.
"""

from __future__ import annotations

import argparse
import time
from contextlib import ExitStack
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
    with ExitStack() as held:
        held.enter_context(backend.start(SPEC))  # what boxes share is there from the first on
        time.sleep(SETTLED_S)
        before = meminfo()
        for _ in range(boxes):
            held.enter_context(backend.start(SPEC))
        time.sleep(SETTLED_S)
        after = meminfo()
    return {field: (after[field] - before[field]) / boxes for field in SHOWN}


def meminfo() -> dict[str, float]:
    """MiB of each field that is counted in kB."""
    lines = (line.split() for line in Path("/proc/meminfo").read_text().splitlines())
    return {fields[0].rstrip(":"): int(fields[1]) / 1024 for fields in lines if fields[-1] == "kB"}


if __name__ == "__main__":
    main()
