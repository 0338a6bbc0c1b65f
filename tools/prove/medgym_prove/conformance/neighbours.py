"""Two boxes that run side by side know nothing of each other."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor

from medgym_prove.conformance.behaviour import ask, behaviour, require, run
from medgym_prove.conformance.bench import Bench, token
from medgym_prove.conformance.witness import busy, first_sighting
from medgym_sandbox.backend import Sandbox
from medgym_sandbox.spec import Guarantee, Outcome

_WAIT_S = 1
"""How long a waiting box goes on, seconds."""
_SHARED = """
import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
libc.shmat.restype = ctypes.c_void_p
key = {key}
"""


_OPENED = """
answer = []
for path in paths:
    for mode in (os.O_RDONLY, os.O_WRONLY):
        try:
            os.close(os.open(path, mode))
            answer.append(path)
        except OSError:
            pass
"""


@contextlib.contextmanager
def _waiting(box: Sandbox, source: str, text: str) -> Iterator[Future[Outcome]]:
    """A box that runs ``source`` and goes on for a while, seen to run by a child with ``text``."""
    child = f"[sys.executable, '-I', '-c', 'import time; time.sleep({_WAIT_S})', {text!r}]"
    waiting = f"import subprocess, sys\nsys.exit(subprocess.run({child}).returncode)"
    with ThreadPoolExecutor(1) as pool:
        outcome = pool.submit(run, box, f"{source}\n{waiting}")
        first_sighting(text)
        yield outcome


@behaviour(Guarantee.BLIND)
def files_do_not_meet(bench: Bench) -> None:
    """A file left by one box anywhere it may write is not found by another."""
    text = token()
    places = "['.', tempfile.gettempdir(), '/tmp', '/dev/shm', '/var/tmp', os.environ['HOME']]"
    leave = f"""
import os, tempfile
answer = []
for place in {places}:
    try:
        path = os.path.join(os.path.realpath(place), {text!r})
        open(path, 'w').write('met')
        os.chmod(path, 0o666)
        answer.append(path)
    except OSError:
        pass
"""
    with bench.box() as first, bench.box() as second:
        paths = ask(first, leave)
        require(bool(paths), "the first box could not write anywhere")
        look = f"import os, tempfile\npaths = {paths!r} + [os.path.join(p, {text!r}) for p in {places}]"
        found = ask(second, f"{look}\n{_OPENED}")
    require(found == [], f"opened: {found}")


@behaviour(Guarantee.BLIND)
def processes_are_out_of_sight(bench: Bench) -> None:
    """A box sees no process of another."""
    text = token()
    source = f"""
import os
seen = []
try:
    pids = [name for name in os.listdir('/proc') if name.isdigit()]
except OSError:
    pids = []
for pid in pids:
    try:
        seen.append({text!r} in open(f'/proc/{{pid}}/cmdline').read())
    except OSError:
        pass
answer = any(seen)
"""
    with bench.box() as first, bench.box() as second, busy(first, text):
        require(ask(second, source) is False, "it sees one")


@behaviour(Guarantee.BLIND)
def signals_do_not_cross(bench: Bench) -> None:
    """A box cannot signal the processes of another, by either's numbers."""
    text = token()
    with bench.box() as first, bench.box() as second, _waiting(first, "", text) as outcome:
        pid = first_sighting(text)
        kill = f"if {pid} not in (os.getpid(), os.getppid()): os.kill({pid}, 9)"
        run(second, f"import os\ntry:\n    {kill}\nexcept OSError: pass")
        require(outcome.result().ok, outcome.result())


@behaviour(Guarantee.BLIND)
def abstract_sockets_do_not_meet(bench: Bench) -> None:
    """An abstract socket of one box cannot be connected to from another."""
    text = token()
    listen = f"""
import socket
try:
    listener = socket.socket(socket.AF_UNIX)
    listener.bind('\\0{text}')
    listener.listen()
except OSError:
    pass
"""
    connect = f"""
import socket
try:
    socket.socket(socket.AF_UNIX).connect('\\0{text}')
    answer = 'connected'
except OSError:
    answer = None
"""
    with bench.box() as first, bench.box() as second, _waiting(first, listen, token()):
        require(ask(second, connect) is None, "it was connected to")


@behaviour(Guarantee.BLIND)
def shared_memory_does_not_meet(bench: Bench) -> None:
    """System V shared memory of one box is not found by another under the same key."""
    shared = _SHARED.format(key=int(token()[-6:], 16) | 1)
    make = f"{shared}segment = libc.shmget(key, 4096, 0o1666)"
    find = f"{shared}answer = libc.shmget(key, 4096, 0o666) >= 0"
    remove = f"{shared}libc.shmctl(libc.shmget(key, 4096, 0o666), 0, 0)"
    with bench.box() as first, bench.box() as second:
        run(first, make)
        found = ask(second, find)
        run(first, remove)
    require(found is False, "it was found")


@behaviour(Guarantee.BLIND)
def boxes_start_empty(bench: Bench) -> None:
    """A new box finds its folders as every box does, whatever the last one left in them."""
    listing = "import os, tempfile\nanswer = [sorted(os.listdir(f)) for f in ('.', tempfile.gettempdir())]"
    leave = "import os, tempfile\nfor f in ('.', tempfile.gettempdir()): open(f'{f}/left', 'w').close()"
    with bench.box() as first:
        fresh = ask(first, listing)
        require(run(first, leave).ok, "the first box could not write")
    with bench.box() as second:
        found = ask(second, listing)
    require(found == fresh and "left" not in found[0] + found[1], f"found: {found}")
