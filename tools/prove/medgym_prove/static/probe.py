"""Imports one plugin as a script of its own, and writes down what that did.

Run by S02 as ``python -I probe.py SPEC REPORT`` in an empty work directory, home and folder of temporary
files. The network is refused, what no dependency of the plugin brings cannot be imported, and files that are
written, processes and threads are noted.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
import threading
import time
from collections.abc import Collection, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

_NETWORK = {
    *("socket.connect", "socket.bind", "socket.sendto", "socket.sendmsg"),
    *("socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr"),
}
_PROCESS = {"subprocess.Popen", "os.system", "os.fork", "os.forkpty", "os.posix_spawn", "os.exec", "os.spawn"}
_CHANGE = {
    "os.mkdir",
    "os.remove",
    "os.rename",
    "os.rmdir",
    "os.symlink",
    "os.link",
    "os.truncate",
    "os.chmod",
    "os.chown",
    "os.utime",
}


_KEPT = {"builtins", "json", "medgym_core", "medgym_reading", "medgym_sandbox", "medgym_statistics"}
"""Modules of which importing a plugin may replace nothing."""


class Watch:
    """Notes what happens while it is on."""

    def __init__(self) -> None:
        """Begins off."""
        self.on = False
        self.noted: list[str] = []

    def __call__(self, event: str, arguments: tuple[Any, ...]) -> None:
        """The audit hook."""
        if not self.on:
            return
        if event in _NETWORK:
            self.noted.append(f"uses the network ({event})")
            raise OSError("importing a plugin may not use the network")
        if event in _PROCESS:
            self.noted.append(f"starts a process ({event} {arguments[0]!r})")
        elif event in _CHANGE:
            self.noted.append(f"changes files ({event} {arguments[0]!r})")
        elif event == "sqlite3.connect" and arguments[0] != ":memory:":
            self.noted.append(f"opens the database {arguments[0]}")
        elif event == "open" and _writes(*arguments):
            self.noted.append(f"writes {arguments[0]}")


class Undeclared:
    """A finder that hides what no dependency brings."""

    def __init__(self, hidden: Collection[str]) -> None:
        """Hides the top-level modules ``hidden``."""
        self._hidden = set(hidden)

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> None:
        """Refuses hidden modules, leaves the others to the finders behind it."""
        if name.partition(".")[0] in self._hidden:
            raise ModuleNotFoundError(
                f"{name!r} is installed here, but no dependency of the plugin brings it", name=name
            )


def main(spec: dict[str, Any]) -> dict[str, Any]:
    """What importing the plugin did."""
    sys.dont_write_bytecode = True
    sys.path[:0] = spec["first"]
    sys.path += spec["last"]
    started = time.process_time()
    from medgym_core import family as _family  # noqa: F401
    from medgym_core import plugins

    core_s = time.process_time() - started
    watch, before, around = Watch(), _kept(), _surroundings()
    sys.addaudithook(watch)
    sys.meta_path.insert(0, Undeclared(spec["hidden"]))
    watch.on, error = True, ""
    started = time.process_time()
    try:
        importlib.import_module(spec["module"])
        seconds = time.process_time() - started
        plugins.family(spec["name"])
    except BaseException as found:  # whatever a module does to its importer is what is looked for
        seconds = time.process_time() - started
        error = f"{type(found).__name__}: {found}"
    watch.on = False
    left = [thread.name for thread in threading.enumerate() if thread is not threading.main_thread()]
    replaced = {name for name, value in _kept().items() if before.get(name, value) is not value}
    replaced |= {name for name, value in _kept().items() if _is_of(value, spec["package"])}
    if changed := sorted(replaced):
        watch.noted.append(f"replaces {', '.join(changed[:3])}")
    watch.noted += [f"changes {what}" for what, value in _surroundings().items() if around[what] != value]
    noted = [*watch.noted, *(f"leaves the thread {name}" for name in left)]
    return {"error": error, "noted": noted, "seconds": seconds, "core_s": core_s}


def _kept() -> dict[str, Any]:
    """The functions and classes of the modules that are kept, and the functions of those classes, by name."""
    found: dict[str, Any] = {}
    for module in [module for name, module in sys.modules.items() if name.partition(".")[0] in _KEPT]:
        for name, value in list(vars(module).items()):
            if callable(value):
                found[f"{module.__name__}.{name}"] = value
            for own, member in vars(value).items() if isinstance(value, type) else ():
                if callable(member):
                    found[f"{module.__name__}.{name}.{own}"] = member
    return found


def _surroundings() -> dict[str, object]:
    return {"variables": dict(os.environ), "the work directory": Path.cwd(), "sys.path": list(sys.path)}


def _is_of(value: object, folder: str) -> bool:
    """Whether a function was written below ``folder``."""
    code = getattr(value, "__code__", None)
    return code is not None and Path(folder) in Path(code.co_filename).parents


def _writes(path: object, mode: str | None, flags: int) -> bool:
    if isinstance(path, int) or str(path) == os.devnull:
        return False
    return bool(flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC)) or bool(
        set(mode or "") & set("wax+")
    )


if __name__ == "__main__":
    outcome = main(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")))
    Path(sys.argv[2]).write_text(json.dumps(outcome), encoding="utf-8")
    os._exit(0)
