"""A box started from what another packed holds the same, and is a box like any other."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from medgym_prove.conformance.behaviour import ask, behaviour, broken, require, run
from medgym_prove.conformance.bench import LIMITS, Bench
from medgym_sandbox.backend import FileRefused, Sandbox
from medgym_sandbox.spec import Guarantee

_MAKE = """
import os
os.makedirs('one/two')
open('one/two/bytes', 'wb').write(bytes(range(256)) * 500)
open('empty', 'wb').close()
with open('sparse', 'wb') as file:
    file.seek(3_000_000)
    file.write(b'end')
os.symlink('one/two', 'way')
os.symlink('/nowhere', 'one/nowhere')
os.link('one/two/bytes', 'hard')
os.mkfifo('fifo')
open(b'caf\\xe9\\n ', 'w').write('odd')
os.close(os.open('closed', os.O_CREAT | os.O_WRONLY, 0o200))
os.close(os.open('program', os.O_CREAT | os.O_WRONLY, 0o755))
open(os.path.join(os.environ['TMPDIR'], 'kept'), 'w').write('kept')
os.utime('one/two/bytes', ns=(10**18, 10**18 + 1))
os.utime('one', ns=(10**17, 10**17 + 2))
"""
_LIST = """
import hashlib, os

def listed(root, path):
    found, name = os.lstat(path), os.path.relpath(path, root)
    said = [os.fsencode(name).hex(), found.st_mode, found.st_size, found.st_mtime_ns]
    if os.path.islink(path):
        return [*said, os.readlink(path)]
    if os.path.isfile(path) and found.st_mode & 0o400:
        return [*said, found.st_nlink, hashlib.sha256(open(path, 'rb').read()).hexdigest()]
    return said if not os.path.isdir(path) else said[:2] + said[3:]

answer = []
for root in ('.', os.environ['TMPDIR']):
    for folder, folders, files in os.walk(root):
        answer += [listed(root, os.path.join(folder, name)) for name in sorted(folders + files)]
answer.sort()
"""
_DEPTH = 1_200
_DEEP = f"""
import os
for _ in range({_DEPTH}):
    os.mkdir('down')
    os.chdir('down')
open('bottom', 'w').write('here')
"""
_BOTTOM = f"""
import os
for _ in range({_DEPTH}):
    os.chdir('down')
answer = open('bottom').read()
"""


_REACH = """
import socket
try:
    socket.socket(socket.AF_PACKET, socket.SOCK_RAW)
    answer = 'opened'
except OSError as error:
    answer = error.errno
"""


@contextmanager
def _copy(bench: Bench, box: Sandbox, **changes: Any) -> Iterator[Sandbox]:
    with bench.box(content=box.pack(), **changes) as other:
        yield other


@behaviour(Guarantee.FORK)
def copies_hold_the_same(bench: Bench) -> None:
    """Names, bytes, modes, times of change and links are those of the box that was packed."""
    with bench.box() as box:
        made = run(box, _MAKE)
        require(made.ok, made.stderr)
        before = ask(box, _LIST)
        with _copy(bench, box) as other:
            after = ask(other, _LIST)
            wrong = [pair for pair in zip(before, after, strict=False) if pair[0] != pair[1]]
            require(before == after, f"{len(before)} and {len(after)} entries; {wrong[:2]}")
            require(box.pack() == other.pack(), "packed again, they differ")


@behaviour(Guarantee.FORK)
def copies_are_apart(bench: Bench) -> None:
    """What is written or removed in either does not show in the other."""
    with bench.box() as box:
        run(box, "open('common', 'w').write('1')")
        with _copy(bench, box) as other:
            run(other, "import os\nos.remove('common')\nopen('theirs', 'w').close()")
            run(box, "open('ours', 'w').close()\nopen('common', 'a').write('2')")
            names = "import os\nanswer = sorted(set(os.listdir()) - {'data'})"
            require(ask(box, names) == ["common", "ours"], f"the first has {ask(box, names)}")
            require(ask(other, names) == ["theirs"], f"the second has {ask(other, names)}")


@behaviour(Guarantee.FORK)
def deep_folders_are_copied(bench: Bench) -> None:
    """Folders in folders are copied however deep they are."""
    with bench.box() as box:
        made = run(box, _DEEP)
        require(made.ok, made.stderr)
        with _copy(bench, box) as other:
            require(ask(other, _BOTTOM) == "here", "the bottom is missing")


@behaviour(Guarantee.FORK)
def packing_changes_nothing(bench: Bench) -> None:
    """The box that is packed goes on as it was, whatever modes its folders and files have."""
    source = "import os\nos.mkdir('folder')\nopen('folder/file', 'w').write('text')\n"
    source += "os.chmod('folder/file', 0)\nos.chmod('folder', 0o100)"
    listing = "import os\nanswer = [os.stat(path).st_mode for path in ('folder', 'folder/file')]"
    with bench.box() as box:
        require(run(box, source).ok, "the folder could not be made")
        before = ask(box, listing)
        require(box.pack() == box.pack(), "packed twice, it differs")
        require(ask(box, listing) == before, f"modes were {before} and are {ask(box, listing)}")


@behaviour(Guarantee.FORK)
def what_does_not_fit_is_refused(bench: Bench) -> None:
    """A box too small for what another held is refused, as the doing of agent code, and leaves nothing."""
    with bench.box() as box:
        run(box, "open('large', 'wb').write(bytes(6_000_000))")
        try:
            with _copy(bench, box, limits=LIMITS.model_copy(update={"workspace_mb": 4})):
                broken("it was started")
        except FileRefused:
            return


@behaviour(Guarantee.FORK)
def copies_are_confined(bench: Bench) -> None:
    """A copy is confined as the box was: it reaches no network, and has the data."""
    with bench.box() as box:
        refused = ask(box, _REACH)
        with _copy(bench, box) as other:
            require(ask(other, _REACH) == refused, f"{ask(other, _REACH)} instead of {refused}")
            names = "import os\nanswer = sorted(os.listdir('data'))"
            require(ask(other, names) == ask(box, names), "the data is missing")
