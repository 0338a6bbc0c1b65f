"""What is taken from a backend, or put in its place, so that a promise no longer holds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from medgym_sandbox import boot, bubblewrap, cgroup, host, kernel, relocation, shell

Weaken = Callable[[pytest.MonkeyPatch], None]


def config(**changes: Any) -> Weaken:
    """Another worker configuration."""

    def weaken(patch: pytest.MonkeyPatch) -> None:
        original = host.worker_config
        patch.setattr(host, "worker_config", lambda *args, **rest: original(*args, **{**rest, **changes}))

    return weaken


def source(module: str, old: str, new: str) -> Weaken:
    """Another worker."""

    def weaken(patch: pytest.MonkeyPatch) -> None:
        sources = dict(boot._sources())
        assert old in sources[f"worker.{module}"]
        sources[f"worker.{module}"] = sources[f"worker.{module}"].replace(old, new)
        patch.setattr(boot, "_sources", lambda: sources)

    return weaken


def without(space: str) -> Weaken:
    """One kind of namespace less, around all boxes and for each."""

    def weaken(patch: pytest.MonkeyPatch) -> None:
        original = shell.namespaces
        flags = (f"--unshare-{space}", *(("--as-pid-1",) if space == "pid" else ()))
        patch.setattr(
            shell, "namespaces", lambda kept: [word for word in original(kept) if word not in flags]
        )
        if space == "pid":
            source("namespaces", 'if view["proc"]', "if False")(patch)
        else:
            source("namespaces", f" | _NEW{space.upper()}", "")(patch)

    return weaken


def together(*weaknesses: Weaken) -> Weaken:
    """Both walls down, where one would do."""

    def weaken(patch: pytest.MonkeyPatch) -> None:
        for weakness in weaknesses:
            weakness(patch)

    return weaken


def also_bound(*folders: str) -> Weaken:
    """More of the host in sight."""

    def weaken(patch: pytest.MonkeyPatch) -> None:
        original = shell.library_binds

        def binds() -> Iterator[tuple[str, ...]]:
            yield from original()
            yield from (("--ro-bind-try", folder, folder) for folder in folders)

        patch.setattr(shell, "library_binds", binds)

    return weaken


def named(folder: str) -> Weaken:
    """Another place for the environment."""

    def weaken(patch: pytest.MonkeyPatch) -> None:
        patch.setattr(relocation, "BOXED", folder)
        patch.setattr(bubblewrap, "_PYTHON", f"{folder}/bin/python")

    return weaken


def replaced(target: object, name: str, value: object) -> Weaken:
    """One function less."""
    return lambda patch: patch.setattr(target, name, value)


REAPING = "        child.kill_all()\n        self._relay"
NO_REAPING = "        status is None and os.kill(running.pid, 9)\n        self._relay"
COLD = replaced(bubblewrap, "_forks", lambda: False)
BOUND = together(COLD, also_bound("/tmp"), config(landlock=None))
WRITABLE = source("namespaces", "_RECURSIVE, _ATTR_RDONLY, 0", "_RECURSIVE, 0, 0")
NO_NAMESPACES = replaced(kernel, "namespaces", lambda: False)
NO_GROUP = replaced(cgroup.Cgroup, "create", lambda limits: None)
