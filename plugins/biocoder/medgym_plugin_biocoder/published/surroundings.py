"""A program for boxes: runs other programs, each in a fork, under seeds and a clock of its own choice.

On standard input it takes JSON: ``seed`` of the global generators, ``shift`` of the clock in seconds,
``timeout_s`` of a program, ``kept`` bytes of its output, and ``folders``, each with a ``program.py``. What
the programs import is imported once. Into ``ends.json`` goes how each of them ended, as ``End`` of
``execution``.

A program that draws from a generator nobody seeded, or reads a clock, is stopped there: that it printed the
same under a few seeds and clocks may be luck. Temporary files may be named by chance, and modules may draw
while they are imported. The text of this module is all that a box gets, so it imports nothing but Python.
"""

from __future__ import annotations

import ast
import atexit
import contextlib
import importlib
import json
import os
import random
import resource
import runpy
import select
import signal
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

PROGRAM = "program.py"
FLOOD = 1 << 26
"""Bytes after which a file that a program writes is cut off."""
UNSEEDED = "it draws from a random generator that nobody seeded"
CLOCK = "it reads the clock"
_ALWAYS_READ = ("time", "time_ns", "monotonic", "monotonic_ns", "perf_counter", "perf_counter_ns")
_READ_ALONE = {"localtime": 0, "gmtime": 0, "ctime": 0, "asctime": 0, "strftime": 1}
"""Functions that read the clock if they get no more than so many arguments."""


def imported(text: str) -> list[str]:
    """Modules that a program names in its import statements; none if it is no Python."""
    try:
        nodes = [*ast.walk(ast.parse(text))]
    except SyntaxError:
        return []
    plain = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    return plain + [node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module]


def warm(folders: list[str]) -> None:
    """Import what the programs need, so that it is there in every fork."""
    for name in dict.fromkeys(each for folder in folders for each in imported(_text(folder))):
        with contextlib.ExitStack() as quiet:
            nothing = quiet.enter_context(open(os.devnull, "w"))
            quiet.enter_context(contextlib.redirect_stdout(nothing))
            quiet.enter_context(contextlib.redirect_stderr(nothing))
            quiet.enter_context(contextlib.suppress(Exception))
            importlib.import_module(name)


def _text(folder: str) -> str:
    return Path(folder, PROGRAM).read_text(encoding="utf-8")


class Watch:
    """What a program may not do, and who is told."""

    def __init__(self, place: str, shift: float) -> None:
        """``place`` is the program's file."""
        self.place, self.shift = place, shift

    def stop(self, finding: str) -> NoReturn:
        """End the program here."""
        Path("finding").write_text(finding, encoding="utf-8")
        os._exit(1)

    def unseeded(self) -> None:
        """Somebody draws by chance: the program, or a library for it."""
        frame: FrameType | None = sys._getframe(1)
        while frame is not None:
            if frame.f_globals.get("__name__") in ("tempfile", "importlib._bootstrap"):
                return
            frame = frame.f_back
        self.stop(UNSEEDED)

    def clock(self) -> float:
        """Somebody reads a clock; the shift that it gets if this is not the program itself."""
        if sys._getframe(2).f_code.co_filename == self.place:
            self.stop(CLOCK)
        return self.shift


def watch_random(watch: Watch, seed: int) -> None:
    """The global generator of ``random``, generators made without a seed, and the system's entropy."""
    plain, entropy = random.Random.seed, os.urandom

    def seeded(self: random.Random, a: Any = None, version: int = 2) -> None:
        if a is None:
            watch.unseeded()
        plain(self, a, version)

    def drawn(size: int) -> bytes:
        watch.unseeded()
        return entropy(size)

    random.Random.seed = seeded  # type: ignore[method-assign]
    os.urandom = random._urandom = drawn  # type: ignore[attr-defined]
    _replace_global(watch, seed)


def _replace_global(watch: Watch, seed: int) -> None:
    """In place of the functions of ``random``, those of a generator that knows whether it was seeded."""

    class Global(random.Random):
        known = False

        def seed(self, a: Any = None, version: int = 2) -> None:
            super().seed(a, version)
            self.known = True

        def setstate(self, state: Any) -> None:
            super().setstate(state)
            self.known = True

        def random(self) -> float:
            if not self.known:
                watch.unseeded()
            return super().random()

        def getrandbits(self, k: int, /) -> int:
            if not self.known:
                watch.unseeded()
            return super().getrandbits(k)

    generator = Global(seed)
    generator.known = False
    for name, value in [*vars(random).items()]:
        if getattr(value, "__self__", None) is random._inst:
            setattr(random, name, getattr(generator, name))
    random._inst = generator


def watch_numpy(watch: Watch, seed: int) -> Callable[[], None]:
    """The global generator of ``numpy.random``; what is given tells whether it was drawn from unseeded."""
    numpy: Any = sys.modules.get("numpy.random")
    if numpy is None:
        return lambda: None
    plain, restored = numpy.seed, numpy.set_state
    known: list[bool] = []
    plain(seed)
    before = str(numpy.get_state())

    def look() -> None:
        if not known and str(numpy.get_state()) != before:
            watch.unseeded()

    def seeded(seed: Any = None) -> None:
        look()
        plain(seed)
        known.append(True)

    def set_state(state: Any) -> None:
        look()
        restored(state)
        known.append(True)

    numpy.seed, numpy.set_state = seeded, set_state
    return look


def watch_clock(watch: Watch, text: str) -> None:
    """The functions of ``time``, and today's date where a program speaks of it."""
    for name in _ALWAYS_READ:
        setattr(time, name, _shifted(watch, name, getattr(time, name)))
    for name, most in _READ_ALONE.items():
        setattr(time, name, _of_now(watch, most, getattr(time, name)))
    if any(word in text for word in ("now", "today")):
        _watch_dates(watch)


def _shifted(watch: Watch, name: str, plain: Callable[[], Any]) -> Callable[[], Any]:
    scale = {"time": 1, "time_ns": 10**9}.get(name, 0)
    return lambda: plain() + type(plain())(watch.clock() * scale)


def _of_now(watch: Watch, most: int, plain: Callable[..., Any]) -> Callable[..., Any]:
    def call(*given: Any) -> Any:
        if len(given) <= most:
            watch.clock()
        return plain(*given)

    return call


def _watch_dates(watch: Watch) -> None:
    import datetime

    def of(real: Any) -> Any:
        class Kind(type):
            def __instancecheck__(cls, one: object) -> bool:
                return isinstance(one, real)

        def read(name: str) -> Any:
            def call(cls: Any, *given: Any, **named: Any) -> Any:
                return getattr(real, name)(*given, **named) + datetime.timedelta(seconds=watch.clock())

            return classmethod(call)

        readers = {name: read(name) for name in ("now", "utcnow", "today") if hasattr(real, name)}
        return Kind(real.__name__, (real,), {"__module__": "datetime", **readers})

    datetime.datetime, datetime.date = of(datetime.datetime), of(datetime.date)  # type: ignore[misc]


def play(folder: str, seed: int, shift: float) -> NoReturn:
    """Run one program in this process, which ends with it."""
    os.chdir(folder)
    resource.setrlimit(resource.RLIMIT_FSIZE, (FLOOD, FLOOD))
    for number, name in ((1, "stdout"), (2, "stderr")):
        os.dup2(os.open(name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
    place = os.path.abspath(PROGRAM)
    sys.argv, sys.path[0] = [PROGRAM], os.path.dirname(place)
    watch = Watch(place, shift)
    text = Path(PROGRAM).read_text(encoding="utf-8")
    look = watch_numpy(watch, seed)
    watch_random(watch, seed)
    watch_clock(watch, text)
    code = 0
    try:
        runpy.run_path(place, run_name="__main__")
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        traceback.print_exc()
        code = 1
    atexit._run_exitfuncs()
    look()
    with contextlib.suppress(OSError):
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(code & 255)


def end(folder: str, pid: int, timeout_s: float, kept: int) -> dict[str, Any]:
    """How a program ended, killed when its time is over."""
    watched = os.pidfd_open(pid)
    late = not select.select([watched], [], [], timeout_s)[0]
    if late:
        os.kill(pid, signal.SIGKILL)
    _, status = os.waitpid(pid, 0)
    os.close(watched)
    out, complaint, finding = (_read(Path(folder, name)) for name in ("stdout", "stderr", "finding"))
    return {
        "code": os.waitstatus_to_exitcode(status),
        "late": late,
        "stdout": out[:kept].decode("utf-8", "backslashreplace"),
        "flood": len(out) > kept,
        "stderr": complaint[-2000:].decode("utf-8", "backslashreplace"),
        "finding": finding.decode("utf-8", "backslashreplace"),
    }


def _read(path: Path) -> bytes:
    return path.read_bytes() if path.is_file() else b""


def main() -> None:
    """Run every program, one after the other."""
    order = json.load(sys.stdin)
    warm(order["folders"])
    ends = []
    for folder in order["folders"]:
        sys.stdout.flush()
        pid = os.fork()
        if not pid:
            play(folder, order["seed"], order["shift"])
        ends.append(end(folder, pid, order["timeout_s"], order["kept"]))
    Path("ends.json").write_text(json.dumps(ends), encoding="utf-8")


if __name__ == "__main__":
    main()
