"""Boxes as child processes with Landlock, seccomp and rlimits: for synthetic and open data only."""

from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass
from pathlib import Path

from pydantic import JsonValue

from medgym_sandbox import boot, cgroup, host, kernel, reaper, root, scratch, template
from medgym_sandbox.backend import Availability
from medgym_sandbox.box import Box
from medgym_sandbox.environment import Interpreter, ensure_interpreter
from medgym_sandbox.errors import SandboxError
from medgym_sandbox.forked import Forked
from medgym_sandbox.spec import BoxSpec, Guarantee
from medgym_sandbox.transport import SocketTransport

_ALWAYS = frozenset(
    {
        Guarantee.EXECUTION,
        Guarantee.FILES,
        Guarantee.FORK,
        Guarantee.OUTPUT_CAP,
        Guarantee.TIMEOUT,
        Guarantee.REAP,
        Guarantee.NO_NETWORK,
        Guarantee.DEATH_REASON,
        Guarantee.CLEAN_CLOSE,
        Guarantee.DIES_WITH_DRIVER,
    }
)
_WITH_LANDLOCK = frozenset({Guarantee.NO_HOST_FILES, Guarantee.CLEAN_ENVIRONMENT, Guarantee.WORKER_SAFE})
_WITH_NAMESPACES = frozenset({Guarantee.SERVICES, Guarantee.DISK_LIMIT})
_WITH_EITHER = frozenset({Guarantee.READ_ONLY_DATA})
_WITH_BOTH = frozenset({Guarantee.BLIND})
_WITH_CGROUP = frozenset({Guarantee.PROCESS_LIMIT, Guarantee.MEMORY_LIMIT, Guarantee.CPU_LIMIT})
_FOLDERS = ("work", "tmp")
_WITHOUT_USE = ("/sys",)
"""Host folders that agent code may not read, and whose names and times tell of other boxes."""


class Process:
    """The ``process`` backend."""

    name = "process"

    def probe(self) -> Availability:
        """It starts wherever Linux does; the reason says how much it confines."""
        abi = kernel.landlock_abi()
        if abi >= kernel.LANDLOCK_ABI and kernel.own_processes():
            return Availability(True, f"Landlock ABI {abi}, namespaces, seccomp, rlimits")
        if abi >= kernel.LANDLOCK_ABI:
            reason = f"Landlock ABI {abi}, but not every namespace: boxes can tell that others run"
            return Availability(True, reason, kernel.namespace_fix())
        return Availability(
            True,
            f"Landlock ABI {abi}: agent code can read this user's files",
            "use a kernel with Landlock ABI 6 (Linux 6.12), or install bubblewrap or Docker",
        )

    def guarantees(self) -> frozenset[Guarantee]:
        """What holds on this kernel for this user."""
        promised = set(_ALWAYS)
        landlock, namespaces = kernel.landlock_abi() >= kernel.LANDLOCK_ABI, kernel.namespaces()
        if landlock:
            promised |= _WITH_LANDLOCK
        if namespaces:
            promised |= _WITH_NAMESPACES
        if landlock or namespaces:
            promised |= _WITH_EITHER
        if landlock and kernel.own_processes():
            promised |= _WITH_BOTH
        if cgroup.allowed():
            promised |= _WITH_CGROUP
        elif _counts_processes_apart():
            promised.add(Guarantee.PROCESS_LIMIT)
        return frozenset(promised)

    def prepare(self, spec: BoxSpec) -> str:
        """Make the package folder."""
        return ensure_interpreter(spec.environment, spec.home).digest

    def start(self, spec: BoxSpec) -> Box:
        """Start a worker in namespaces of its own, or, where none can be had, in a scratch folder."""
        reaper.employ(Process)
        if spec.ports and not kernel.namespaces():
            raise SandboxError(
                "the process sandbox cannot serve this task: its services need a network namespace, which "
                "this kernel refuses; use --sandbox bubblewrap or docker"
            )
        interpreter = ensure_interpreter(spec.environment, spec.home)
        place = _Place.find()
        group = cgroup.Cgroup.create(spec.limits)
        limited = group is not None
        running = Forked(lambda: _template(interpreter, spec, place, limited), place.root, group)
        box = Box(
            SocketTransport(running.stream),
            level=_level(),
            digest=interpreter.digest,
            autopsy=running.autopsy,
            dispose=running.dispose,
            folders=place.writable,
            oom_kills=group.oom_kills if group else None,
        )
        box.boot(boot.order(running.template.usual, _config(spec, interpreter, place, limited)), spec)
        return box

    def sweep(self) -> int:
        """Remove the scratch folders and control groups of dead drivers of this user."""
        return scratch.sweep() + cgroup.sweep()


@dataclass(frozen=True)
class _Place:
    """Where a box lives: in the same folder as all others but a mount of its own, or in a scratch folder."""

    folder: str
    root: Path | None
    """The scratch folder to remove; None where the place ends with its namespace."""

    @classmethod
    def find(cls) -> _Place:
        if kernel.namespaces():
            return cls(str(scratch.parent()), None)
        folder = scratch.new()
        for name in _FOLDERS:
            (folder / name).mkdir(mode=0o700)
        return cls(str(folder), folder)

    @property
    def work(self) -> str:
        return f"{self.folder}/{_FOLDERS[0]}"

    @property
    def temporary(self) -> str:
        return f"{self.folder}/{_FOLDERS[1]}"

    @property
    def writable(self) -> tuple[str, ...]:
        """The folders that agent code may write to; shared memory only where it is the box's own."""
        shared = self.root is None and Path(root.SHARED_MEMORY).is_dir()
        return (self.work, self.temporary, *([root.SHARED_MEMORY] if shared else []))

    def view(self, interpreter: Interpreter, spec: BoxSpec) -> dict[str, JsonValue] | None:
        """What the worker's namespaces show of the host; None where it has none."""
        if self.root is not None:
            return None
        sizes = root.folders(spec.limits)
        memory: dict[str, JsonValue] = {self.folder: f"mode=0700,{root.bounds(sizes[root.WORK])}"}
        if root.SHARED_MEMORY in self.writable:
            memory[root.SHARED_MEMORY] = f"mode=0700,{root.bounds(sizes[root.SHARED_MEMORY])}"
        return {
            "proc": kernel.own_processes(),
            "hidden": [*_WITHOUT_USE, *host.hidden_paths(interpreter)],
            "memory": memory,
            "folders": [self.work, self.temporary],
            "data": None,
            "user": os.getuid() != 0,
        }


def _template(interpreter: Interpreter, spec: BoxSpec, place: _Place, limited: bool) -> template.Template:
    """What boxes like ``spec`` are forked from."""
    namespaces, preload = kernel.namespaces(), spec.environment.preload

    def start() -> template.Template:
        variables = host.variables(spec, "/nonexistent", tempfile.gettempdir(), "/usr/bin:/bin")
        usual = _config(host.bare(spec), interpreter, place, limited)
        return template.Template([str(interpreter.python)], usual, variables, namespaces=namespaces)

    return template.shared((Process, interpreter.root, preload, spec.limits.cpus, namespaces), start)


def _config(spec: BoxSpec, interpreter: Interpreter, place: _Place, limited: bool) -> dict[str, JsonValue]:
    data = {name: str(path) for name, path in spec.mounts.items()}
    landlock: dict[str, JsonValue] | None = None
    if kernel.landlock_abi() >= kernel.LANDLOCK_ABI:
        covered = place.root is None
        readable: list[JsonValue] = [*host.readable(interpreter, covered), *data.values()]
        listable: list[JsonValue] = [*(() if covered else host.listable(interpreter))]
        writable: list[JsonValue] = [*place.writable, "/dev/null"]
        landlock = {"readable": readable, "writable": writable, "listable": listable}
    config = host.worker_config(
        spec,
        work=place.work,
        temporary=place.temporary,
        search_path=f"{interpreter.root}/bin:/usr/bin:/bin",
        data=data,
        landlock=landlock,
        inet=bool(spec.ports),
        host_files=True,
        host_processes=not kernel.namespaces(),
        rlimits=None if limited else _rlimits(spec),
    )
    return {**config, "view": place.view(interpreter, spec)}


def _rlimits(spec: BoxSpec) -> dict[str, int]:
    """Per-process stand-ins for the limits that a control group would put on the tree."""
    limits = {"AS": (spec.limits.memory_mb + 2048) * 2**20}
    if os.getuid() != 0:  # the kernel does not count root's processes
        others = 1 if _counts_processes_apart() else _own_threads()
        limits["NPROC"] = others + spec.limits.pids
    return limits


def _counts_processes_apart() -> bool:
    """Whether RLIMIT_NPROC counts one box only: a box in a user namespace of its own (Linux 5.14)."""
    return os.getuid() != 0 and kernel.namespaces()


def _own_threads() -> int:
    """Threads of this user now: the kernel counts them together."""
    count, uid = 0, os.getuid()
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                if entry.stat().st_uid == uid:
                    count += len(list((entry / "task").iterdir()))
            except OSError:
                continue
    return count


def _level() -> str:
    parts = ["landlock" if kernel.landlock_abi() >= kernel.LANDLOCK_ABI else "no-landlock"]
    parts.append("cgroup" if cgroup.allowed() else "no-cgroup")
    parts.append("namespaces" if kernel.namespaces() else "no-namespaces")
    return f"process({','.join(parts)})"
