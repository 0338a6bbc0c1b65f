"""Limits on a box's whole process tree, where this user may make control groups (v1 and v2)."""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from medgym_sandbox import lease
from medgym_sandbox.boundary import mishap
from medgym_sandbox.death import host_kills
from medgym_sandbox.limits import Limits

ROOT = Path("/sys/fs/cgroup")
_V1 = ("memory", "pids", "cpu")
_REMOVAL_S = 2.0


class Cgroup:
    """One group per box. Made before it; what runs agent code puts itself into it, and the worker stays out.

    So no memory that agent code takes can be the worker's end.
    """

    def __init__(self, folders: list[str]) -> None:
        """``folders`` holds one path on v2, one per controller on v1."""
        self._folders = folders

    @classmethod
    def create(cls, limits: Limits) -> Cgroup | None:
        """A group held to ``limits``, or None where this user may not make one."""
        if not allowed():
            return None
        name = lease.new_name()
        folders = [f"{parent}/{name}" for parent in _parents()]
        for folder in folders:
            os.mkdir(folder)
        for file, value in (_settings_v2(limits) if is_v2() else _settings_v1(limits)).items():
            place = folders[0] if is_v2() else folders[_V1.index(file.partition(".")[0])]
            with contextlib.suppress(FileNotFoundError):  # not every kernel counts swap
                _set(f"{place}/{file}", value)
        return cls(folders)

    @property
    def entrance(self) -> list[str]:
        """Files into which a process writes ``0`` to enter."""
        return [f"{folder}/cgroup.procs" for folder in self._folders]

    @contextlib.contextmanager
    def opened(self) -> Iterator[tuple[int, ...]]:
        """The entrance as descriptors, for a process that cannot reach these files."""
        doors = tuple(os.open(path, os.O_WRONLY) for path in self.entrance)
        try:
            yield doors
        finally:
            for door in doors:
                os.close(door)

    def oom_kills(self) -> int:
        """How many processes of the group the kernel has killed for memory."""
        return max(self._count(file, "oom_kill") for file in ("memory.oom_control", "memory.events"))

    def reached_limit(self) -> bool:
        """Whether the group ever used all the memory it may; if not, only the host can have run out."""
        failures = ("memory.failcnt", "memory.memsw.failcnt")
        return any(self._count(file) for file in failures) or bool(self._count("memory.events", "max"))

    def _count(self, file: str, name: str = "") -> int:
        """The number in ``file`` of a controller, or after ``name`` there; 0 where there is none."""
        for folder in self._folders:
            with contextlib.suppress(OSError):
                lines = [f" {line}".rsplit(" ", 1) for line in Path(folder, file).read_text().splitlines()]
                return int(dict((key.strip(), number) for key, number in lines).get(name, 0))
        return 0

    def remove(self) -> None:
        """Kill what is left in the group and remove it."""
        for folder in self._folders:
            _remove(folder)


def killed_since(group: Cgroup | None, known: int, on_host: int | None) -> bool | None:
    """Whether the kernel killed something of a box for memory beyond the kills ``known`` of its group.

    Without a group, ``on_host`` is the host's count when the box began: where it stayed the same none was
    killed, else that cannot be known, and neither where the host does not count.
    """
    if group is not None:
        return group.oom_kills() > known
    return False if on_host is not None and host_kills() == on_host else None


def allowed() -> bool:
    """Whether this user may make groups here."""
    return bool(_parents())


def sweep() -> int:
    """Remove the groups of dead drivers of this user; returns how many."""
    removed = 0
    for parent in _parents():
        with mishap.noted(f"sweeping {parent}"):
            for group in [found for found in parent.iterdir() if lease.is_orphan(found.name) and _own(found)]:
                _remove(str(group))
                removed += not group.exists()
    return removed


@cache
def _parents() -> tuple[Path, ...]:
    """The folders below which groups are made; empty if that is not allowed."""
    bases = [ROOT] if is_v2() else [ROOT / name for name in _V1]
    parents = [base / lease.PREFIX for base in bases]
    try:
        for parent in parents:
            parent.mkdir(exist_ok=True)
            if not _own(parent):  # whoever made it could move, kill and remove what is in it
                return ()
            probe = parent / f"probe-{os.getpid()}-{time.monotonic_ns()}"
            probe.mkdir()
            probe.rmdir()
        if is_v2():
            (parents[0] / "cgroup.subtree_control").write_text("+memory +pids +cpu")
    except OSError:
        return ()
    return tuple(parents)


def _own(folder: Path) -> bool:
    """Whether this user owns it; False if it is gone."""
    try:
        return folder.lstat().st_uid == os.getuid()
    except FileNotFoundError:
        return False


@cache
def is_v2() -> bool:
    """Whether this host has the unified hierarchy."""
    return (ROOT / "cgroup.controllers").exists()


def _settings_v1(limits: Limits) -> dict[str, str]:
    memory = str(limits.memory_mb * 2**20)
    return {
        "memory.limit_in_bytes": memory,
        "memory.memsw.limit_in_bytes": memory,
        "pids.max": str(limits.pids),
        "cpu.cfs_quota_us": str(int(limits.cpus * 100_000)),  # in each 100 ms, if nobody says otherwise
    }


def _settings_v2(limits: Limits) -> dict[str, str]:
    return {
        "memory.max": str(limits.memory_mb * 2**20),
        "memory.swap.max": "0",
        "pids.max": str(limits.pids),
        "cpu.max": f"{int(limits.cpus * 100_000)} 100000",
    }


def _set(file: str, value: str) -> None:
    descriptor = os.open(file, os.O_WRONLY | os.O_CLOEXEC)
    try:
        os.write(descriptor, value.encode())
    finally:
        os.close(descriptor)


def _remove(folder: str) -> None:
    with mishap.noted(f"removing {folder}"):
        deadline = time.monotonic() + _REMOVAL_S
        while True:
            try:
                return os.rmdir(folder)
            except FileNotFoundError:
                return
            except OSError:
                if time.monotonic() > deadline:
                    raise
            _kill(folder)


def _kill(folder: str) -> None:
    """Kill what is in a group, and wait a moment: a killed process leaves its group only when reaped."""
    with contextlib.suppress(FileNotFoundError):
        for pid in Path(folder, "cgroup.procs").read_text().split():
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(pid), signal.SIGKILL)
    time.sleep(0.01)
