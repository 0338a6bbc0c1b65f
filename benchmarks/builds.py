"""Time and memory of building a family's synthetic data at several scales, each in a process of its own.

uv run --all-packages python -m benchmarks.builds [NAME] [--scales N ...] [--json]
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.measure import show
from medgym_core import plugins
from medgym_core.source import Build, Source, silent


def folder_mb(folder: Path) -> float:
    """Size of all files, MB."""
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()) / 1e6


def measure(name: str, scale: int) -> dict[str, float]:
    """Write and build once, in this process."""
    family = plugins.family(name)
    with tempfile.TemporaryDirectory() as scratch:
        raw, root = Path(scratch) / "raw", Path(scratch) / "build"
        raw.mkdir()
        source = Source.synthetic(0, scale)
        build = Build(
            family=name, version=family.version, digest="0" * 64, tier=source.tier, source=source, root=root
        )
        build.public.mkdir(parents=True)
        build.private.mkdir()
        started = time.perf_counter()
        family.synthesise(raw, 0, scale, silent)
        written = time.perf_counter()
        written_mb = peak_mb()
        family.build(raw, build, silent)
        return {
            "scale": scale,
            "raw MB": folder_mb(raw),
            "write s": written - started,
            "write peak MB": written_mb,
            "build s": time.perf_counter() - written,
            "build peak MB": peak_mb(),
            "built MB": folder_mb(root),
        }


def peak_mb() -> float:
    """Highest resident memory of this process so far, MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", nargs="?", default="mimic")
    parser.add_argument("--scales", type=int, nargs="+", default=[150, 1500, 15000])
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.here:
        print(json.dumps(measure(given.name, given.scales[0])))
        return
    rows: list[dict[str, Any]] = []
    for scale in given.scales:
        command = [sys.executable, "-m", "benchmarks.builds", given.name, "--here", "--scales", str(scale)]
        rows.append(json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout))
    show(f"Builds of {given.name}", rows, given.json)


if __name__ == "__main__":
    main()
