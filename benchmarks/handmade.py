"""The loops one would write by hand: a box an episode, a fork a step, and nothing that makes them safe.

They are what our rates are held against: same interpreter, same imports, same steps.
"""

from __future__ import annotations

import os
import subprocess
import threading
from collections.abc import Callable, Sequence

from benchmarks.measure import SNIPPET, spec
from medgym_sandbox.environment import ensure_interpreter
from medgym_sandbox.image import PYTHON

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
STEPS = 3
_VARIABLES = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}


def forked(steps: int = STEPS) -> Callable[[], None]:
    """An episode in a fork of a template, with all namespaces but that of users; as root."""
    box = spec("pandas")
    python = ensure_interpreter(box.environment, box.home).python
    return _episode([str(python), "-c", FORKING], steps)


def in_docker(digest: str, steps: int = STEPS) -> Callable[[], None]:
    """The same in one container, which may make namespaces."""
    options = ["--rm", "--interactive", "--network=none", "--memory=1g", "--pids-limit=128"]
    options += [
        "--cap-add=SYS_ADMIN",
        "--security-opt=seccomp=unconfined",
        "--security-opt=apparmor=unconfined",
    ]
    options += [f"--env={name}={value}" for name, value in _VARIABLES.items()]
    return _episode(["docker", "run", *options, digest, PYTHON, "-c", FORKING], steps)


def _episode(command: Sequence[str], steps: int) -> Callable[[], None]:
    """Each thread has a template of its own, which ends with this process."""
    order = f"{steps} {SNIPPET.encode().hex()}\n".encode()
    own = threading.local()

    def episode() -> None:
        if not hasattr(own, "template"):
            own.template = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                cwd="/",
                env={"PATH": os.defpath, **_VARIABLES},
            )
        own.template.stdin.write(order)
        own.template.stdin.flush()
        assert own.template.stdout.readline() == b"done\n", "the loop by hand needs root"

    return episode
