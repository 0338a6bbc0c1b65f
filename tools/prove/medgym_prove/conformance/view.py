"""What shows of the host: no path, mount, symbol or parameter, no activity of anybody else."""

from __future__ import annotations

import socket
from pathlib import Path

from medgym_prove.conformance.behaviour import ask, behaviour, require
from medgym_prove.conformance.bench import FOLDER, TABLE, Bench
from medgym_prove.conformance.privileges import CALLS
from medgym_sandbox.spec import Guarantee

_FIGURES = {"/proc/meminfo", "/proc/cpuinfo", "/proc/stat"}
_READABLE = """
import os

def readable(root):
    found = []
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if not name.isdigit() and name not in {skipped!r}]
        for name in names:
            path = os.path.join(folder, name)
            try:
                descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW)
            except OSError:
                continue
            try:
                if os.read(descriptor, 1): found.append(path)
            except OSError:
                pass
            os.close(descriptor)
    return found
"""
# The box's own: what its processes are, its network, its control group, which programs size themselves by.
_OF_THE_BOX = ("self", "thread-self", "net", "cgroup")
_MOUNTS = ("mountinfo", "mounts", "mountstats")
_NAMES = f"""
import os, socket, sys
answer = [sys.prefix, sys.base_prefix, sys.executable, *sys.path, *sys.orig_argv, *os.environ.values()]
answer += [os.getcwd(), os.uname().nodename, socket.gethostname()]
answer += [os.path.realpath('data/' + name) for name in ({TABLE!r}, {FOLDER!r})]
for path in ('/proc/1/cmdline', f'/proc/{{os.getppid()}}/cmdline', '/proc/self/cmdline', '/proc/self/cgroup'):
    try:
        answer.append(open(path).read())
    except OSError:
        pass
"""
_WATCHES = f"""{CALLS}
import fcntl, mmap, struct
done = []

def attempt(name, action):
    try:
        action()
        done.append(name)
    except OSError:
        pass

reader = os.open('data/{TABLE}', os.O_RDONLY)
folder = os.open('data', os.O_RDONLY)
mapped = mmap.mmap(reader, 0, mmap.MAP_SHARED, mmap.PROT_READ)
libc.inotify_init1.restype = ctypes.c_int
if libc.inotify_init1(0) >= 0: done.append('inotify')
if call((300, 262), 0, 0) == 'done': done.append('fanotify')
attempt('notice', lambda: fcntl.fcntl(folder, 1026, 0x8000003f))
attempt('lease', lambda: fcntl.fcntl(reader, 1024, fcntl.F_RDLCK))
attempt('hint', lambda: fcntl.fcntl(reader, 1036, struct.pack('Q', 2)))
span, result = ctypes.create_string_buffer(16), ctypes.create_string_buffer(40)
if call((451, 451), reader, ctypes.addressof(span), ctypes.addressof(result), 0) == 'done':
    done.append('cache')
if call((136, None), os.fstat(reader).st_dev, ctypes.addressof(result)) == 'done': done.append('file system')
answer = done
"""


@behaviour(Guarantee.HOST_UNSEEN)
def proc_shows_figures_only(bench: Bench) -> None:
    """Below /proc and /sys only figures of memory and processors can be read, and what is the box's own."""
    look = _READABLE.format(skipped=_OF_THE_BOX)
    with bench.box() as box:
        found = ask(box, f"{look}\nanswer = [*readable('/proc'), *readable('/sys')]")
    more = sorted(set(found) - _FIGURES)
    require(more == [], f"{len(more)} can be read, such as {more[:8]}")


@behaviour(Guarantee.HOST_UNSEEN)
def mounts_are_out_of_sight(bench: Bench) -> None:
    """Neither a file nor a system call tells what is mounted, and from where."""
    source = f"""{CALLS}
import struct
found = []
for owner in ('self', 'thread-self', os.getppid(), 1):
    for name in {_MOUNTS!r}:
        try:
            found += open(f'/proc/{{owner}}/{{name}}').read(1)
        except OSError:
            pass
request = ctypes.create_string_buffer(struct.pack('IIQQQ', 24, 0, 2**64 - 1, 0, 0))
room = ctypes.create_string_buffer(4096)
if call((458, 458), ctypes.addressof(request), ctypes.addressof(room), 64, 0) == 'done':
    found.append('listmount')
answer = found
"""
    found = ask(bench.shared(), source)
    require(found == [], f"found: {found}")


@behaviour(Guarantee.HOST_UNSEEN)
def names_tell_nothing(bench: Bench) -> None:
    """No path, variable or command line names a folder of the host, its name or this project."""
    names = ask(bench.shared(), _NAMES)
    hosts = {str(bench.folder), str(bench.home), str(Path.home()), socket.gethostname(), "medgym"}
    secrets = {text for text in hosts if len(text) > 2}
    telling = [text for text in names if any(secret in text for secret in secrets)]
    require(telling == [], f"telling: {telling}")


@behaviour(Guarantee.BLIND)
def activity_is_not_watched(bench: Bench) -> None:
    """No notice, lease, hint or figure of caches tells what others do with a file."""
    done = ask(bench.shared(), _WATCHES)
    require(done == [], f"done: {done}")
