"""The loops one would write by hand: a box an episode, a fork a step, and nothing that makes them safe.

They are what our rates are held against: same interpreter, same imports, same steps.
"""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.measure import SNIPPET, spec
from medgym_core.sandbox import engine
from medgym_core.sandbox.environment import ensure_interpreter

SERVER = """
import os, sys, pandas
print("done", flush=True)
for line in sys.stdin:
    child = os.fork()
    if child == 0:
        exec(bytes.fromhex(line).decode(), {})
        sys.stdout.flush()
        os._exit(0)
    os.waitpid(child, 0)
    print("done", flush=True)
"""
ORDER = SNIPPET.encode().hex().encode() + b"\n"
STEPS = 3


def in_bubblewrap(home: Path) -> Callable[[], None]:
    """An episode in a bubblewrap box over pipes."""
    python = ensure_interpreter(spec("pandas").environment, home).python
    command = ["bwrap", "--unshare-all", "--ro-bind", "/", "/", "--proc", "/proc", str(python), "-c", SERVER]

    def episode() -> None:
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as box:
            assert box.stdin is not None
            assert box.stdout is not None
            for order in (*[ORDER] * STEPS, b""):
                while box.stdout.readline() != b"done\n":
                    pass
                box.stdin.write(order)
                box.stdin.flush()

    return episode


def in_docker(digest: str) -> Callable[[], None]:
    """An episode in a container over the attach socket."""

    def episode() -> None:
        client: Any = engine.client()
        command = ["/opt/env/bin/python", "-c", SERVER]
        host = client.create_host_config(network_mode="none", mem_limit="1g", pids_limit=128)
        container = client.create_container(digest, command, stdin_open=True, host_config=host)["Id"]
        stream = client.attach_socket(container, params={"stdin": 1, "stdout": 1, "stream": 1})._sock
        client.start(container)
        for order in (*[ORDER] * STEPS, b""):
            while b"done\n" not in stream.recv(4096):
                pass
            stream.sendall(order)
        stream.close()
        client.remove_container(container, force=True)

    return episode
