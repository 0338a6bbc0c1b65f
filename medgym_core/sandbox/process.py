"""Boxes as child processes with Landlock, seccomp and rlimits: for synthetic and open data only."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from pydantic import JsonValue

from medgym_core.errors import SandboxError
from medgym_core.sandbox import cgroup, host, kernel, lease, template
from medgym_core.sandbox.backend import Availability
from medgym_core.sandbox.box import Box
from medgym_core.sandbox.environment import Interpreter, ensure_interpreter
from medgym_core.sandbox.scratch import remove_tree
from medgym_core.sandbox.spec import BoxSpec, Guarantee
from medgym_core.sandbox.transport import SocketTransport

_ALWAYS = frozenset(
    {
        Guarantee.EXECUTION,
        Guarantee.FILES,
        Guarantee.OUTPUT_CAP,
        Guarantee.TIMEOUT,
        Guarantee.REAP,
        Guarantee.DEATH_REASON,
        Guarantee.CLEAN_CLOSE,
        Guarantee.DIES_WITH_DRIVER,
    }
)
_WITH_LANDLOCK = frozenset(
    {
        Guarantee.NO_HOST_FILES,
        Guarantee.READ_ONLY_DATA,
        Guarantee.CLEAN_ENVIRONMENT,
        Guarantee.NO_NETWORK,
        Guarantee.WORKER_SAFE,
        Guarantee.BLIND,
    }
)
_WITH_CGROUP = frozenset({Guarantee.PROCESS_LIMIT, Guarantee.MEMORY_LIMIT, Guarantee.CPU_LIMIT})


class Process:
    """The ``process`` backend."""

    name = "process"

    def probe(self) -> Availability:
        """It starts wherever Linux does; the reason says how much it confines."""
        abi = kernel.landlock_abi()
        if abi >= kernel.LANDLOCK_ABI:
            return Availability(True, f"Landlock ABI {abi}, seccomp, rlimits")
        return Availability(
            True,
            f"Landlock ABI {abi}: agent code can read this user's files",
            "use a kernel with Landlock ABI 6 (Linux 6.12), or install bubblewrap or Docker",
        )

    def guarantees(self) -> frozenset[Guarantee]:
        """What holds on this kernel for this user."""
        promised = set(_ALWAYS)
        if kernel.landlock_abi() >= kernel.LANDLOCK_ABI:
            promised |= _WITH_LANDLOCK
        if cgroup.allowed():
            promised |= _WITH_CGROUP
        elif _counts_processes_apart():
            promised.add(Guarantee.PROCESS_LIMIT)
        return frozenset(promised)

    def prepare(self, spec: BoxSpec) -> str:
        """Make the package folder."""
        return ensure_interpreter(spec.environment, spec.home).digest

    def start(self, spec: BoxSpec) -> Box:
        """Start a worker in a scratch folder of its own."""
        interpreter = ensure_interpreter(spec.environment, spec.home)
        root = Path(tempfile.gettempdir()) / lease.new_name()
        for name in ("work", "tmp"):
            (root / name).mkdir(parents=True, mode=0o700)
        group = cgroup.Cgroup.create(spec.limits)
        config = _config(spec, interpreter, root, group)
        running = template.shared(interpreter, spec).fork(config, root, group)
        box = Box(
            SocketTransport(running.stream),
            level=_level(),
            digest=interpreter.digest,
            autopsy=running.autopsy,
            dispose=running.dispose,
            oom_kills=group.oom_kills if group else None,
        )
        box.boot()
        if spec.ports and not box.facts["network_namespace"]:
            box.close()
            raise SandboxError(
                "the process sandbox cannot serve this task: its services need a network namespace, which "
                "this kernel refuses; use --sandbox bubblewrap or docker"
            )
        return box

    def sweep(self) -> int:
        """Remove the scratch folders and control groups of dead drivers."""
        orphans = [
            path for path in Path(tempfile.gettempdir()).glob("medgym-*") if lease.is_orphan(path.name)
        ]
        for orphan in orphans:
            remove_tree(orphan)
        return len(orphans) + cgroup.sweep()


def _config(
    spec: BoxSpec, interpreter: Interpreter, root: Path, group: cgroup.Cgroup | None
) -> dict[str, JsonValue]:
    work, temporary = str(root / "work"), str(root / "tmp")
    data = {name: str(path) for name, path in spec.mounts.items()}
    landlock: dict[str, JsonValue] | None = None
    if kernel.landlock_abi() >= kernel.LANDLOCK_ABI:
        readable: list[JsonValue] = [*host.readable(interpreter), *data.values()]
        listable: list[JsonValue] = [*host.listable(interpreter)]
        writable: list[JsonValue] = [work, temporary, "/dev/null"]
        landlock = {"readable": readable, "writable": writable, "listable": listable}
    return host.worker_config(
        spec,
        work=work,
        temporary=temporary,
        search_path=f"{interpreter.root}/bin:/usr/bin:/bin",
        data=data,
        unshare_network=True,
        landlock=landlock,
        inet=bool(spec.ports),
        host_files=True,
        rlimits=None if group else _rlimits(spec),
    )


def _rlimits(spec: BoxSpec) -> dict[str, int]:
    """Per-process stand-ins for the limits that a control group would put on the tree."""
    limits = {"AS": (spec.limits.memory_mb + 2048) * 2**20}
    if os.getuid() != 0:  # the kernel does not count root's processes
        others = 1 if _counts_processes_apart() else _own_threads()
        limits["NPROC"] = others + spec.limits.pids
    return limits


def _counts_processes_apart() -> bool:
    """Whether RLIMIT_NPROC counts one box only: a box in a user namespace of its own (Linux 5.14)."""
    return os.getuid() != 0 and kernel.user_namespaces()


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
    return f"process({','.join(parts)})"
