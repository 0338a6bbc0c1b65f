"""What an action costs: a warm action against a bare fork in the same box, and against `docker exec`.

    uv run --all-packages python -m benchmarks.actions [--json] [--repeats N] [--pause S] [BACKEND...]

An agent thinks between two actions, so both sides pause before each; what is measured is what the agent
waits for. The last column has our actions without a pause, when the next child is forked while awaited.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Callable
from typing import Any

from benchmarks.measure import SNIPPET, show, spec
from medgym_core import Execution, Sandbox, plugins

ROUNDS = 7
_BARE = """\
import os, statistics, time, pandas
code = compile({snippet!r}, "<code>", "exec")

def once():
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.dup2(write, 1)
        exec(code, {{}})
        os._exit(0)
    os.close(write)
    while os.read(read, 65536):
        pass
    os.close(read)
    os.waitpid(child, 0)

samples = []
for _ in range({repeats}):
    time.sleep({pause})
    started = time.perf_counter()
    once()
    samples.append(time.perf_counter() - started)
answer = statistics.median(samples) * 1000
"""


def bare_fork(box: Sandbox, repeats: int, pause: float) -> float:
    """Median ms of fork, run, reply by the box's own interpreter, without any of our machinery."""
    source = _BARE.format(snippet=SNIPPET, repeats=repeats, pause=pause)
    outcome = box.run(Execution(source=source, timeout_s=300))
    assert outcome.answer is not None, outcome
    return float(json.loads(outcome.answer))


def warm_action(box: Sandbox, repeats: int, pause: float) -> float:
    """Median ms of one action as the driver sees it."""
    return _milliseconds(lambda: box.run(Execution(source=SNIPPET)), repeats, pause)


def docker_exec(digest: str, repeats: int, pause: float) -> float:
    """Median ms of a fresh interpreter in a running container, with its import of pandas."""
    from medgym_sandbox import engine

    client: Any = engine.client()
    container = client.create_container(digest, ["sleep", "600"], network_disabled=True)["Id"]
    client.start(container)

    def once() -> None:
        command = ["/opt/env/bin/python", "-c", SNIPPET]
        started = client.exec_create(container, command)["Id"]
        assert client.exec_start(started).strip() == b"4950"

    try:
        return _milliseconds(once, repeats, pause)
    finally:
        client.remove_container(container, force=True)


def _milliseconds(action: Callable[[], object], repeats: int, pause: float) -> float:
    samples = []
    for _ in range(repeats):
        time.sleep(pause)
        started = time.perf_counter()
        action()
        samples.append((time.perf_counter() - started) * 1000)
    return statistics.median(samples)


def compare(name: str, repeats: int, pause: float) -> dict[str, object]:
    """One row; the sides are taken in turn, so that a busy moment of the machine meets all of them."""
    with plugins.sandbox(name).start(spec("pandas")) as box:
        warm_action(box, 20, 0)
        rounds = [
            (bare_fork(box, repeats, pause), warm_action(box, repeats, pause), warm_action(box, repeats, 0))
            for _ in range(ROUNDS)
        ]
        bare, warm, busy = (statistics.median(side) for side in zip(*rounds, strict=True))
        cold = docker_exec(box.digest, max(5, repeats), pause) if name == "docker" else None
    row: dict[str, object] = {
        "backend": name,
        "warm ms": warm,
        "bare fork ms": bare,
        "warm / bare": warm / bare,
    }
    row |= {"docker exec ms": cold or "-", "exec / warm": cold / warm if cold else "-"}
    return row | {"warm ms, no pause": busy}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("backends", nargs="*", default=["docker", "bubblewrap", "process"])
    parser.add_argument("--repeats", type=int, default=40)
    parser.add_argument("--pause", type=float, default=0.01)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    rows = [compare(name, options.repeats, options.pause) for name in options.backends]
    show("One action with pandas, medians", rows, options.json)


if __name__ == "__main__":
    main()
