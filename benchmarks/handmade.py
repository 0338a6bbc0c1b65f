"""The loops one would write by hand: a box an episode, a fork a step, and nothing that makes them safe.

They are what our rates are held against: same interpreter, same imports, same steps.
"""

from __future__ import annotations

import os
import subprocess
import threading
from collections.abc import Callable
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
FORKING = """
import ctypes, os, socket, sys, pandas
libc = ctypes.PyDLL(None, use_errno=True)  # a clone must not wait for the interpreter's lock
NAMESPACES = 0x6E020000  # of mounts, control groups, names, messages, processes, network
CLONE = {"x86_64": 56, "aarch64": 220}[os.uname().machine]

def checked(result):
    if result < 0:
        raise OSError(ctypes.get_errno(), "the loop by hand needs root")
    return result

def furnish():
    checked(libc.mount(None, b"/", None, 0x44000, None))
    checked(libc.mount(b"proc", b"/proc", b"proc", 6, None))
    for folder in (b"/mnt", b"/tmp", b"/dev/shm"):
        checked(libc.mount(b"tmpfs", folder, b"tmpfs", 6, b"size=64m"))
    socket.sethostname("by-hand")

for line in sys.stdin:
    count, code = line.split()
    box = checked(libc.syscall(CLONE, NAMESPACES | 17, 0, 0, 0, 0))
    if box == 0:
        furnish()
        for _ in range(int(count)):
            child = os.fork()
            if child == 0:
                os.dup2(2, 1)
                exec(bytes.fromhex(code).decode(), {})
                sys.stdout.flush()
                os._exit(0)
            os.waitpid(child, 0)
        os._exit(0)
    os.waitpid(box, 0)
    print("done", flush=True)
"""
ORDER = SNIPPET.encode().hex().encode() + b"\n"
STEPS = 3


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


def forked(steps: int = STEPS) -> Callable[[], None]:
    """An episode in a fork of a template, with all namespaces but that of users; as root.

    Each thread has a template of its own, which ends with this process.
    """
    box = spec("pandas")
    python = ensure_interpreter(box.environment, box.home).python
    order = f"{steps} {SNIPPET.encode().hex()}\n".encode()
    own = threading.local()

    def episode() -> None:
        if not hasattr(own, "template"):
            own.template = subprocess.Popen(
                [str(python), "-c", FORKING],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                cwd="/",
                env={"PATH": os.defpath, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"},
            )
        own.template.stdin.write(order)
        own.template.stdin.flush()
        assert own.template.stdout.readline() == b"done\n", "the loop by hand needs root"

    return episode
