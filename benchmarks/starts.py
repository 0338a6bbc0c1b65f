"""How fast boxes start, against the engine's own rate and against forks made by hand, with the same imports.

uv run --all-packages python -m benchmarks.starts [--json] [--boxes N]
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from benchmarks.handmade import forked, in_docker
from benchmarks.measure import show, spec
from medgym_core import plugins
from medgym_sandbox import engine

SPEC = spec("pandas")


def rate(start_and_remove: Callable[[], None], boxes: int, jobs: int) -> float:
    """Boxes per second, start to removal, at ``jobs`` at a time."""
    with ThreadPoolExecutor(jobs) as workers:
        for done in [workers.submit(start_and_remove) for _ in range(jobs)]:  # templates stand
            done.result()
        started = time.perf_counter()
        for done in [workers.submit(start_and_remove) for _ in range(boxes)]:
            done.result()
        return boxes / (time.perf_counter() - started)


def ours(name: str) -> Callable[[], None]:
    """Start a box of ours until its worker is ready, and close it."""
    backend = plugins.sandbox(name)
    return lambda: backend.start(SPEC).close()


def engines_own(digest: str) -> Callable[[], None]:
    """Create, start and remove a container that imports the same and says so: the engine's own floor."""

    def once() -> None:
        client: Any = engine.client()
        command = [
            "/opt/env/bin/python",
            "-I",
            "-c",
            "import pandas; print('ready', flush=True); input()",
        ]
        host = client.create_host_config(network_mode="none", mem_limit="1g", pids_limit=128)
        container = client.create_container(digest, command, stdin_open=True, host_config=host)["Id"]
        stream = client.attach(container, stdout=True, stream=True, logs=False)
        client.start(container)
        assert b"ready" in next(stream)
        client.remove_container(container, force=True)

    return once


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boxes", type=int, default=24)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    digest = plugins.sandbox("docker").prepare(SPEC)
    contenders = {"engine alone": engines_own(digest), "docker-fresh": ours("docker-fresh")}
    contenders |= {"container by hand": in_docker(digest, steps=0), "docker": ours("docker")}
    contenders |= {"fork by hand": forked(steps=0)}
    contenders |= {name: ours(name) for name in ("bubblewrap", "process")}
    rows = []
    for jobs in (1, 2, 4):
        rates = {name: rate(once, options.boxes, jobs) for name, once in contenders.items()}
        ratios = {
            "docker-fresh / engine": rates["docker-fresh"] / rates["engine alone"],
            "docker / by hand": rates["docker"] / rates["container by hand"],
        }
        ratios |= {
            f"{name} / by hand": rates[name] / rates["fork by hand"] for name in ("bubblewrap", "process")
        }
        rows.append({"at a time": jobs, **rates, **ratios})
    show("Boxes with pandas started per second", rows, options.json)


if __name__ == "__main__":
    main()
