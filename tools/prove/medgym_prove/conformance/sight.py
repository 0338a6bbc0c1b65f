"""What boxes would see of each other and of the host if no one hid it: folders, processes, names, memory."""

from __future__ import annotations

import os
import socket
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from medgym_prove.conformance.behaviour import ask, behaviour, require, run
from medgym_prove.conformance.bench import FOLDER, Bench, token
from medgym_prove.conformance.witness import busy, first_sighting
from medgym_sandbox.spec import Guarantee

_WAIT_S = 1
"""How long a waiting box goes on, seconds."""
_YEAR_S = 365 * 86_400
_LOOKS = """
import os
looks = [os.stat, os.lstat, os.readlink, os.listdir, os.chdir, os.statvfs, lambda p: os.open(p, os.O_PATH)]
answer = []
for path in {paths}:
    for number, look in enumerate(looks):
        try:
            look(path)
            answer.append((number, path))
        except OSError:
            pass
"""
_QUESTIONS = """
import os, time
questions = {
    'kill': lambda pid: os.kill(pid, 0),
    'pidfd_open': os.pidfd_open,
    'getpgid': os.getpgid,
    'getsid': os.getsid,
    'getpriority': lambda pid: os.getpriority(os.PRIO_PROCESS, pid),
    'sched_getaffinity': os.sched_getaffinity,
    'sched_getscheduler': os.sched_getscheduler,
    'clock': lambda pid: time.clock_gettime(~pid << 3 | 2),
    'stat': lambda pid: os.stat(f'/proc/{pid}'),
    'readlink': lambda pid: os.readlink(f'/proc/{pid}/exe'),
}

def reply(question, pid):
    try:
        question(pid)
        return 'answered'
    except OSError as error:
        return error.errno
"""
MEMORY = """
import ctypes, gc, os, re, sys
libc = ctypes.CDLL(None)
sentinel = re.compile(('lenitnes'[::-1] + '[0-9a-f]{24}').encode())
read, write = os.pipe()
STEP = 1 << 16

def at(address):
    written = libc.write(write, ctypes.c_void_p(address), ctypes.c_size_t(STEP))  # no fault, unlike reading
    return os.read(read, STEP) if written > 0 else b''

known = [ctypes.addressof(ctypes.create_string_buffer(size)) for size in (64, 4096, 1 << 15)]
known += map(id, [*gc.get_objects(), *sys.modules.values(), *sys.modules])
looked, answer = set(), []
for start in {address // STEP * STEP for address in known}:
    for step in (STEP, -STEP):
        address, last = start, b''
        while address not in looked or address == start:
            looked.add(address)
            data = at(address)
            if not data:
                break
            answer += [found.decode() for found in sentinel.findall(last + data if step > 0 else data + last)]
            last = data[-64:] if step > 0 else data[:64]
            address += step
"""
"""Reads every page that can be reached from a program's objects; answers with the tokens that it finds."""


@behaviour(Guarantee.BLIND)
def work_folders_are_out_of_sight(bench: Bench) -> None:
    """Nothing in one box's folders can be found, entered or asked about by another that knows its path."""
    name = token()
    leave = f"""
import os, tempfile
answer = []
for folder in {{os.getcwd(), os.path.realpath(tempfile.gettempdir())}}:
    path = os.path.join(folder, {name!r})
    os.mkdir(path)
    os.symlink('anywhere', path + '-link')
    answer += [path, path + '-link']
"""
    with bench.box() as first, bench.box() as second:
        found = ask(second, _LOOKS.format(paths=ask(first, leave)))
    require(found == [], f"found: {found}")


@behaviour(Guarantee.BLIND)
def process_numbers_tell_nothing(bench: Bench) -> None:
    """No call tells a process of the host or of another box from a number that no process has."""
    text = token()
    with bench.box() as first, bench.box() as second, busy(first, text) as (worker, _):
        pids = [worker, first_sighting(text), os.getpid()]
        compare = f"""{_QUESTIONS}
answer = [
    (name, pid) for pid in {pids} for name, question in questions.items()
    if reply(question, pid) != reply(question, {_free_number()}) and pid not in (os.getpid(), os.getppid())
]
"""
        distinguished = ask(second, compare)
    require(distinguished == [], f"distinguished: {distinguished}")


@behaviour(Guarantee.BLIND)
def host_name_is_hidden(bench: Bench) -> None:
    """The name of the machine is not the host's."""
    seen = ask(bench.shared(), "import os, socket\nanswer = [os.uname().nodename, socket.gethostname()]")
    require(socket.gethostname() not in seen, f"seen: {seen}")


@behaviour(Guarantee.BLIND)
def memory_tells_of_no_neighbour(bench: Bench) -> None:
    """The memory that a box's programs inherit holds nothing that only an earlier box was given."""
    mounts = {token(): bench.folder / FOLDER for _ in range(50)}  # more than what follows could write over
    with bench.box(mounts=mounts) as first:
        require(run(first, "").ok, "the first box does not run")
        with bench.box() as second:
            found = ask(second, MEMORY)
    require(found == [], f"found: {found}")


@behaviour(Guarantee.BLIND)
def terminals_do_not_meet(bench: Bench) -> None:
    """A terminal opened by one box cannot be opened by another that knows its name."""
    text = token()
    opened = f"""
import os, subprocess, sys
try:
    slave = os.openpty()[1]
except OSError:
    slave = os.open('/dev/null', os.O_RDWR)
try:
    name = os.ttyname(slave)
except OSError:
    name = '/dev/null'
child = [sys.executable, '-I', '-c', 'import time; time.sleep({_WAIT_S})', {text!r}, name]
sys.exit(subprocess.run(child, stdin=slave).returncode)
"""
    with bench.box() as first, bench.box() as second, ThreadPoolExecutor(1) as pool:
        outcome = pool.submit(run, first, opened)
        name = _standard_input(first_sighting(text))
        look = (
            f"import os\ntry: answer = os.open({name!r}, os.O_RDWR | os.O_NOCTTY)\nexcept OSError: answer = 0"
        )
        require(name == "/dev/null" or ask(second, look) == 0, f"{name} was opened")
        require(outcome.result().ok, outcome.result())


def _standard_input(pid: int) -> str:
    """What a process reads from; of another user's, what its last argument says."""
    process = Path(f"/proc/{pid}")
    try:
        return os.readlink(process / "fd" / "0")
    except PermissionError:
        return process.joinpath("cmdline").read_bytes().split(b"\0")[-2].decode()


@behaviour(Guarantee.BLIND)
def reading_leaves_no_trace(bench: Bench) -> None:
    """Reading a shared file does not change its access time, which another box could look at."""
    file = bench.folder / FOLDER / "part.txt"
    status = file.stat()
    os.utime(file, (status.st_mtime - _YEAR_S, status.st_mtime))
    with bench.box() as box:
        require(run(box, f"open('data/{FOLDER}/part.txt').read()").ok, "it cannot be read")
    require(file.stat().st_atime < status.st_mtime, "its access time changed")


def _free_number() -> int:
    """A number that no process of this host has."""
    last = int(Path("/proc/sys/kernel/pid_max").read_text()) - 1
    return next(pid for pid in range(last, 0, -1) if not Path(f"/proc/{pid}").exists())
