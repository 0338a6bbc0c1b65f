"""What an action costs: a warm action against a bare fork in the same box, and against `docker exec`.

uv run --all-packages python -m benchmarks.actions [--json] [--repeats N] [BACKEND...]
"""

from __future__ import annotations

import argparse
import json
from typing import Any

from benchmarks.measure import SNIPPET, milliseconds, show, spec
from medgym_core import Execution, Sandbox, plugins

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
    started = time.perf_counter()
    once()
    samples.append(time.perf_counter() - started)
answer = statistics.median(samples) * 1000
"""


def bare_fork(box: Sandbox, repeats: int) -> float:
    """Median ms of fork, run, reply by the box's own interpreter, without any of our machinery."""
    source = _BARE.format(snippet=SNIPPET, repeats=repeats)
    outcome = box.run(Execution(source=source, timeout_s=300))
    assert outcome.answer is not None, outcome
    return float(json.loads(outcome.answer))


def warm_action(box: Sandbox, repeats: int) -> float:
    """Median ms of one action as the driver sees it."""
    return milliseconds(lambda: box.run(Execution(source=SNIPPET)), repeats)


def docker_exec(digest: str, repeats: int) -> float:
    """Median ms of a fresh interpreter in a running container, with its import of pandas."""
    from medgym_core.sandbox import engine

    client: Any = engine.client()
    container = client.create_container(digest, ["sleep", "600"], network_disabled=True)["Id"]
    client.start(container)

    def once() -> None:
        command = ["/opt/medgym/env/bin/python", "-c", SNIPPET]
        started = client.exec_create(container, command)["Id"]
        assert client.exec_start(started).strip() == b"4950"

    try:
        return milliseconds(once, max(5, repeats // 10))
    finally:
        client.remove_container(container, force=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("backends", nargs="*", default=["docker", "bubblewrap", "process"])
    parser.add_argument("--repeats", type=int, default=200)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    rows = []
    for name in options.backends:
        backend = plugins.sandbox(name)
        with backend.start(spec("pandas")) as box:
            warm_action(box, 20)
            bare = bare_fork(box, options.repeats)
            warm = warm_action(box, options.repeats)
            row = {"backend": name, "warm ms": warm, "bare fork ms": bare, "warm / bare": warm / bare}
            cold = docker_exec(box.digest, options.repeats) if name == "docker" else None
        row |= {"docker exec ms": cold or "-", "exec / warm": cold / warm if cold else "-"}
        rows.append(row)
    show("One action with pandas, medians", rows, options.json)


if __name__ == "__main__":
    main()
