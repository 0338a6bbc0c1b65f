"""The host's files, processes and settings are out of sight; mounts cannot be changed."""

from __future__ import annotations

import contextlib
import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from medgym_prove.conformance.behaviour import ask, behaviour, require
from medgym_prove.conformance.bench import FOLDER, TABLE, Bench, token
from medgym_sandbox.spec import Guarantee

_READ = """
def read(path):
    try:
        with open(path, 'rb') as stream:
            return stream.read(4096).decode('latin-1')
    except OSError:
        return None
"""
_LOOK_AT_PROCESSES = f"""{_READ}
import os
try:
    pids = [name for name in os.listdir('/proc') if name.isdigit()]
except OSError:
    pids = []
names = [f'/proc/{{{{p}}}}/{{{{n}}}}' for p in [*pids, {{pid}}] for n in ('cmdline', 'environ')]
answer = any({{text!r}} in (read(name) or '') for name in names)
"""
_SECRETS = (
    "/etc/shadow", "/etc/gshadow", "/etc/sudoers", "/root/.bash_history", "/root/.ssh/authorized_keys",
    "/proc/kcore", "/proc/kmsg", "/dev/mem", "/dev/kmsg", "/dev/sda", "/dev/vda", "/proc/1/environ",
)  # fmt: skip
_SETTINGS = (
    "/proc/sys/kernel/core_pattern", "/proc/sys/kernel/modprobe", "/proc/sys/vm/drop_caches",
    "/proc/sysrq-trigger", "/proc/sys/kernel/hostname", "/sys/kernel/uevent_helper",
    "/sys/fs/cgroup/memory/memory.limit_in_bytes", "/sys/fs/cgroup/pids/pids.max",
    "/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/pids.max", "/sys/fs/cgroup/cgroup.procs",
)  # fmt: skip


@contextlib.contextmanager
def _planted(folder: Path) -> Iterator[tuple[Path, str]]:
    """A file that any user of the host may read."""
    text = token()
    path = folder / text
    path.write_text(text)
    path.chmod(0o644)
    try:
        yield path, text
    finally:
        path.unlink()


@behaviour(Guarantee.NO_HOST_FILES)
def temporary_files_are_hidden(bench: Bench) -> None:
    """A world-readable file in the host's temporary folder cannot be read."""
    with _planted(bench.folder) as (path, text):
        seen = ask(bench.shared(), f"{_READ}\nanswer = read({str(path)!r})")
    require(seen != text, "it was read")


@behaviour(Guarantee.OWN_ROOT)
def host_paths_do_not_exist(bench: Bench) -> None:
    """A file of the host cannot be found by its path, though it could not be read either."""
    with _planted(bench.folder) as (path, _):
        seen = ask(bench.shared(), f"import os\nanswer = os.path.lexists({str(path)!r})")
    require(seen is False, "its existence was seen")


@behaviour(Guarantee.NO_HOST_FILES)
def home_is_hidden(bench: Bench) -> None:
    """A world-readable file beside the box environments cannot be read."""
    bench.home.mkdir(parents=True, exist_ok=True)
    with _planted(bench.home) as (path, text):
        seen = ask(bench.shared(), f"{_READ}\nanswer = read({str(path)!r})")
    require(seen != text, "it was read")


@behaviour(Guarantee.NO_HOST_FILES)
def neighbours_of_mounts_are_hidden(bench: Bench) -> None:
    """A file beside a mounted file or folder cannot be read by any path."""
    with _planted(bench.folder) as (path, text):
        tries = [f"data/{FOLDER}/../{path.name}", f"data/{path.name}", f"/data/{path.name}"]
        source = (
            f"import os\n{_READ}\ntries = {tries!r} + [os.path.realpath('data/{TABLE}') + '/../{path.name}']"
        )
        source += f"\ntries.append(os.path.dirname(os.path.realpath('data/{TABLE}')) + '/{path.name}')"
        seen = ask(bench.shared(), f"{source}\nanswer = [read(path) for path in tries]")
    require(text not in seen, "it was read")


@behaviour(Guarantee.NO_HOST_FILES)
def secrets_are_unreadable(bench: Bench) -> None:
    """Password hashes, kernel memory, raw disks and the worker's variables cannot be read."""
    seen = ask(bench.shared(), f"{_READ}\nanswer = [path for path in {_SECRETS!r} if read(path)]")
    require(seen == [], f"readable: {seen}")


@behaviour(Guarantee.NO_HOST_FILES)
def host_processes_are_hidden(bench: Bench) -> None:
    """Command lines and variables of the host's processes cannot be read."""
    text = token()
    command = [sys.executable, "-I", "-c", "import time; time.sleep(60)", text]
    with subprocess.Popen(command, env={**os.environ, "SENTINEL": text}) as process:
        try:
            seen = ask(bench.shared(), _LOOK_AT_PROCESSES.format(pid=process.pid, text=text))
        finally:
            process.kill()
    require(seen is False, "they were read")


@behaviour(Guarantee.NO_HOST_FILES)
def kernel_settings_cannot_be_written(bench: Bench) -> None:
    """Nothing below /proc/sys, /sys or the control groups opens for writing."""
    source = f"""
import os
opened = []
for path in {_SETTINGS!r}:
    try:
        os.close(os.open(path, os.O_WRONLY))
        opened.append(path)
    except OSError:
        pass
answer = opened
"""
    opened = ask(bench.shared(), source)
    require(opened == [], f"opened: {opened}")


@behaviour(Guarantee.NO_HOST_FILES)
def system_folders_cannot_be_written(bench: Bench) -> None:
    """Neither the system's folders nor the interpreter's take a new file."""
    source = """
import os, sys
places = ['/', '/usr', '/usr/bin', '/usr/lib', '/etc', '/home', '/root', '/opt', '/var', '/srv', '/data']
places += [sys.prefix, sys.base_prefix, os.path.dirname(os.__file__), os.path.dirname(sys.executable)]
written = []
for place in places:
    path = os.path.join(place, 'planted-by-the-conformance-suite')
    try:
        open(path, 'w').close()
        os.unlink(path)
        written.append(place)
    except OSError:
        pass
answer = written
"""
    written = ask(bench.shared(), source)
    require(written == [], f"written: {written}")


_MEDDLE = """
import fcntl, mmap, os, struct
path = {path!r}
done = []

def attempt(name, call):
    try:
        call()
        done.append(name)
    except (OSError, ValueError):
        pass

def rewrite(mode):
    with open(path, mode) as stream:
        stream.write('changed')

for mode in ('w', 'a', 'r+'):
    attempt('open ' + mode, lambda: rewrite(mode))
reader = os.open(path, os.O_RDONLY)
attempt('reopen', lambda: os.write(os.open(f'/proc/self/fd/{{reader}}', os.O_WRONLY), b'changed'))
attempt('map', lambda: mmap.mmap(reader, 0, mmap.MAP_SHARED, mmap.PROT_WRITE))
attempt('truncate', lambda: os.truncate(path, 0))
for change in (lambda: os.chmod(path, 0o777), lambda: os.utime(path, (1, 1))):
    try:
        change()
    except OSError:
        pass
attempt('attributes', lambda: fcntl.ioctl(reader, 0x40086602, struct.pack('Q', 0x40)))
attempt('rename', lambda: os.rename(os.path.realpath(path), os.path.realpath(path) + '.moved'))
attempt('link', lambda: os.link(os.path.realpath(path), 'linked-data'))
attempt('unlink', lambda: os.unlink(os.path.realpath(path)))
attempt('beside', lambda: open(os.path.join(os.path.dirname(os.path.realpath(path)), 'beside'), 'w').close())
answer = done
"""


@behaviour(Guarantee.READ_ONLY_DATA)
def mounted_files_cannot_be_changed(bench: Bench) -> None:
    """A mounted file takes no write, rename, removal or change of mode, by any way in."""
    _cannot_meddle(bench, f"data/{TABLE}", bench.folder / TABLE)


@behaviour(Guarantee.READ_ONLY_DATA)
def mounted_folders_cannot_be_changed(bench: Bench) -> None:
    """Nor does a file in a mounted folder, nor the folder."""
    _cannot_meddle(bench, f"data/{FOLDER}/part.txt", bench.folder / FOLDER / "part.txt")


def _cannot_meddle(bench: Bench, path: str, original: Path) -> None:
    before, content = _state(original), original.read_bytes()
    try:
        done = ask(bench.shared(), _MEDDLE.format(path=path))
        after = _state(original) if original.exists() else None
        require(done == [] and after == before, f"done: {done}; the file was {before}, is {after}")
    finally:
        original.write_bytes(content)
        original.chmod(0o644)


def _state(original: Path) -> tuple[object, ...]:
    """What must not change: content, mode, time, and the names beside it."""
    status = original.stat()
    beside = sorted(entry.name for entry in original.parent.iterdir())
    return (hashlib.sha256(original.read_bytes()).hexdigest(), status.st_mode, status.st_mtime_ns, beside)


@behaviour(Guarantee.READ_ONLY_DATA)
def mounted_databases_cannot_be_changed(bench: Bench) -> None:
    """SQLite opened for writing by the program itself changes nothing."""
    source = f"""
import sqlite3
try:
    with sqlite3.connect('data/{TABLE}') as connection:
        connection.execute('DELETE FROM person')
    answer = 'deleted'
except sqlite3.Error as error:
    answer = None
"""
    original = bench.folder / TABLE
    content = original.read_bytes()
    try:
        require(ask(bench.shared(), source) is None and original.read_bytes() == content, "rows were deleted")
    finally:
        original.write_bytes(content)
