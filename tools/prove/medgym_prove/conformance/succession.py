"""A box finds nothing of one that was there before it, in whatever of the machine both were given."""

from __future__ import annotations

import re
from collections.abc import Mapping

from medgym_prove.conformance.behaviour import ask, behaviour, require, run
from medgym_prove.conformance.bench import Bench, token
from medgym_prove.conformance.sight import MEMORY
from medgym_sandbox.spec import Guarantee

_PORT = 45_454
_BURST = 96 * 2**20
"""Memory that the first box takes for a moment, bytes."""
_FEW = 10
"""Fewer than the processes, and the files, that the first box makes."""
_FACTS = f"""
import gc, os, re, resource, signal, socket, sys, tempfile, time

def bound(family, address):
    try:
        with socket.socket(family) as listener:
            listener.bind(address)
        return True
    except OSError:
        return False

def is_open(number):
    try:
        return bool(os.fstat(number))
    except OSError:
        return False

def counters():
    for folder, _, names in os.walk('/sys/fs/cgroup'):
        for path in (f'{{folder}}/{{name}}' for name in names if re.match('memory|pids', name)):
            try:
                with open(path) as lines:
                    for words in map(str.split, lines):
                        if words and words[-1].isdigit():
                            yield ' '.join([path, *words[:-1]]), int(words[-1])
            except OSError:
                pass

temporary = tempfile.gettempdir()
folders = ['.', temporary]
changed = min(os.stat(folder).st_mtime for folder in folders)
names = [sorted(os.listdir(folder)) for folder in folders]
open('probe', 'w').close()
limits = [name for name in dir(resource) if name.startswith('RLIMIT_')]
facts = {{
    'names': names,
    'descriptors': [number for number in range(256) if is_open(number)],
    'environment': dict(os.environ),
    'place': [os.getcwd(), temporary],
    'umask': os.umask(0o22),
    'limits': {{name: resource.getrlimit(getattr(resource, name)) for name in limits}},
    'signals': [sorted(signal.pthread_sigmask(signal.SIG_BLOCK, [])), str(signal.getsignal(signal.SIGTERM))],
    'standing': [os.nice(0), sorted(os.sched_getaffinity(0)), os.getgroups(), os.getuid()],
    'sockets': [bound(socket.AF_INET, ('127.0.0.1', {_PORT})), bound(socket.AF_UNIX, '\\0left')],
    'clock': abs(time.time() - time.clock_gettime(time.CLOCK_REALTIME)) < 1,
}}
numbers = {{'number of a process': os.getpid(), 'number of a file': os.stat('probe').st_ino}}
answer = [facts, numbers | dict(counters()), changed]
"""
_TRACES = f"""
import os, resource, signal, socket, subprocess, sys, tempfile, time
for folder in ('.', tempfile.gettempdir(), '/dev/shm'):
    for number in range(20):
        try:
            open(f'{{folder}}/left-{{number}}', 'w').write('left')
        except OSError:
            pass
for _ in range(30):
    subprocess.run(['/bin/true'])
burst = bytearray({_BURST})
for page in range(0, len(burst), 4096):
    burst[page] = 1
try:
    socket.socket(socket.AF_UNIX).bind('\\0left')
    listener = socket.create_server(('127.0.0.1', {_PORT}))
    client = socket.create_connection(listener.getsockname())
    listener.accept()[0].close()
    client.close()
except OSError:
    pass
os.environ['LEFT'] = 'left'
os.umask(0o77)
os.nice(3)
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])
resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
if os.fork() == 0:
    os.setsid()
    time.sleep(600)
answer = time.time()
"""
_WRITING = f"""{MEMORY}
page, done = bytes(4096), 0
text = {{text!r}}.encode()
if os.fork() == 0:
    for start in sorted(looked):
        data = at(start)
        for offset in range(0, len(data), 4096):
            if data[offset:offset + 4096] == page:
                os.write(write, text)
                if libc.read(read, ctypes.c_void_p(start + offset), ctypes.c_size_t(len(text))) != len(text):
                    os.read(read, len(text))
    os._exit(0)
os.wait()
answer = len(looked)
"""


_READING = """
import os, stat, time
start, names = time.time_ns(), []
for top in ('/dev', '/data', '/run', '/', '/sys/fs', '/etc', '/var'):
    for folder, folders, files in os.walk(top):
        names += [os.path.join(folder, name) for name in [*folders, *files]]
        folders[:] = folders if top != '/' and folder.count('/') < 4 else []
names = names[:900]
for path in names:
    try:
        mode = os.lstat(path).st_mode
        if stat.S_ISLNK(mode):
            os.readlink(path)
        elif stat.S_ISDIR(mode):
            os.listdir(path)
        elif stat.S_ISREG(mode):
            with open(path, 'rb') as file:
                file.read(1)
    except OSError:
        pass
answer = [start, time.time_ns(), names]
"""
_TIMES = """
import os
answer = {}
for path in {names!r}:
    try:
        answer[path] = os.lstat(path).st_atime_ns
    except OSError:
        pass
"""
_TICK = 20_000_000
"""Times of files are that much behind at most, nanoseconds."""


@behaviour(Guarantee.BLIND)
def successors_find_all_as_it_was(bench: Bench) -> None:
    """What a fresh box finds of itself is what it found before another left all the traces it could."""
    with bench.box() as box:
        facts, counts, _ = ask(box, _FACTS)
    with bench.box() as box:
        end = ask(box, _TRACES)
        run(box, "everything = bytearray(2**34)")
    with bench.box() as box:
        found, counted, changed = ask(box, _FACTS)
    differ = {name: (facts[name], value) for name, value in found.items() if value != facts[name]}
    require(not differ, f"found: {differ}")
    require(changed > end, "its folders are older than what the last box did")
    require(not (grown := _grown(counts, counted)), f"counted: {grown}")


@behaviour(Guarantee.BLIND)
def successors_do_not_learn_what_was_read(bench: Bench) -> None:
    """What a box lists, reads and follows has no other time of access in the next."""
    with bench.box() as box:
        start, end, names = ask(box, _READING)
    with bench.box() as box:
        times = ask(box, _TIMES.replace("{names!r}", repr(names)))
    read = sorted(name for name, time in times.items() if start - _TICK <= time <= end)
    require(not read, f"read by the box before: {read[:5]} and {len(read)} in all")


@behaviour(Guarantee.BLIND)
def predecessors_change_no_memory(bench: Bench) -> None:
    """What a box writes to every empty page that it can reach is not in the memory of the next."""
    with bench.box() as box:
        reached = ask(box, _WRITING.replace("{text!r}", repr(token())))
    require(reached > 0, "it reached no page")
    with bench.box() as box:
        found = ask(box, MEMORY)
    require(found == [], f"found: {found}")


def _grown(before: Mapping[str, int], after: Mapping[str, int]) -> dict[str, tuple[int, int]]:
    """Counts that went on from what the first box did, not from where they stand in a fresh one."""
    pairs = {name: (before[name], value) for name, value in after.items() if name in before}
    return {name: pair for name, pair in pairs.items() if pair[1] - pair[0] > _room(name)}


def _room(name: str) -> int:
    """By how much a count may differ between two boxes that nothing came before."""
    if name.startswith("number"):
        return _FEW
    return 0 if re.search("kill|fail|max$", name) else _BURST // 2
