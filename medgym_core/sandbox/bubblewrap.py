"""Boxes made by bubblewrap: namespaces of their own, no image, no daemon, no root needed."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from contextlib import nullcontext
from functools import cache
from pathlib import Path

from pydantic import JsonValue

from medgym_core.errors import SandboxError
from medgym_core.sandbox import boot, cgroup, host, kernel, reaper, relocation, root
from medgym_core.sandbox.backend import Availability
from medgym_core.sandbox.box import Box
from medgym_core.sandbox.environment import BOXED, ensure_interpreter
from medgym_core.sandbox.relocation import Mount
from medgym_core.sandbox.running import Running
from medgym_core.sandbox.spec import BoxSpec, Guarantee
from medgym_core.sandbox.transport import SocketTransport
from medgym_core.task import Limits

UID = 2_000_001
"""User and group of agent code; no host hands it out."""

_FILES = {
    "/etc/passwd": f"agent:x:{UID}:{UID}:agent:{root.WORK}:/bin/sh\n",
    "/etc/group": f"agent:x:{UID}:\n",
    "/etc/hosts": "127.0.0.1 localhost sandbox\n::1 localhost\n",
}
_KEPT = {"CAP_KILL": 5, "CAP_SETGID": 6, "CAP_SETUID": 7}
"""Capabilities that a worker with a uid of its own needs."""
_WITH_CGROUP = frozenset({Guarantee.MEMORY_LIMIT, Guarantee.PROCESS_LIMIT, Guarantee.CPU_LIMIT})
_WITH_LANDLOCK = frozenset({Guarantee.HOST_UNSEEN, Guarantee.WORKER_SAFE})
_OPTIONAL = frozenset({Guarantee.UID_SPLIT, Guarantee.DISK_LIMIT, *_WITH_CGROUP, *_WITH_LANDLOCK})


class Bubblewrap:
    """The ``bubblewrap`` backend.

    Started by root, the worker keeps root and the three capabilities that a uid split needs, and agent code
    runs as :data:`UID`: host root inside a user namespace would still pass the kernel's checks for the owner
    of ``/proc/sys``. Started by anyone else, worker and agent share that user's uid in a user namespace.
    """

    name = "bubblewrap"

    def probe(self) -> Availability:
        """Run ``true`` in a box of the real shape."""
        bwrap = shutil.which("bwrap")
        if bwrap is None:
            return Availability(False, "bwrap is not installed", "apt-get install bubblewrap")
        with _Inherited(_FILES) as files:
            command = [bwrap, *_options(BoxSpec.model_construct(mounts={}), _library_binds(), files), "true"]
            done = subprocess.run(
                command, pass_fds=tuple(files.values()), capture_output=True, text=True, check=False
            )
        if done.returncode == 0:
            limits = "tree limits by cgroup" if cgroup.allowed() else "no tree memory limit (no cgroup)"
            return Availability(True, f"bubblewrap makes boxes here; {limits}")
        said = (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[-1]
        return Availability(False, f"bubblewrap cannot make a box: {said}", _fix(said))

    def guarantees(self) -> frozenset[Guarantee]:
        """Everything; the uid split only as root, tree limits where this user may make control groups."""
        promised = set(Guarantee) - _OPTIONAL
        if _splits():
            promised.add(Guarantee.UID_SPLIT)
        if _counts_files():
            promised.add(Guarantee.DISK_LIMIT)
        if root.landlocked():
            promised |= _WITH_LANDLOCK
        if cgroup.allowed():
            promised |= _WITH_CGROUP
        elif not _splits():  # RLIMIT_NPROC counts within the box's own user namespace (Linux 5.14)
            promised.add(Guarantee.PROCESS_LIMIT)
        return frozenset(promised)

    def prepare(self, spec: BoxSpec) -> str:
        """Make the package folder."""
        return ensure_interpreter(spec.environment, spec.home).digest

    def start(self, spec: BoxSpec) -> Box:
        """Start a worker as the first process of a box.

        There is no ``--die-with-parent``: it would bind the box to the thread that started it, which may be
        short-lived. The worker ends with its stream instead.
        """
        reaper.employ(Bubblewrap)
        bwrap = shutil.which("bwrap")
        if bwrap is None:
            raise SandboxError("bwrap is not installed; apt-get install bubblewrap, or use --sandbox process")
        interpreter = ensure_interpreter(spec.environment, spec.home)
        group = cgroup.Cgroup.create(spec.limits)
        texts = {**_FILES, **relocation.texts(interpreter)}
        with _Inherited(texts) as files, group.opened() if group else nullcontext(()) as doors:
            options = _options(spec, (*_library_binds(), *relocation.mounts(interpreter)), files)
            worker = [f"{BOXED}/bin/python", "-I", "-c", boot.BOOTSTRAP]
            running = Running([bwrap, *options, *worker], None, group, inherit=(*files.values(), *doors))
        box = Box(
            SocketTransport(running.stream),
            level="bubblewrap" if group else "bubblewrap(no-cgroup)",
            digest=interpreter.digest,
            autopsy=running.autopsy,
            dispose=running.dispose,
            folders=[*root.folders(spec.limits)],
            oom_kills=group.oom_kills if group else None,
        )
        box.boot(boot.payload(_config(spec, doors)), spec)
        return box

    def sweep(self) -> int:
        """Remove the control groups of dead drivers; nothing else of a box outlives its worker."""
        return cgroup.sweep()


def _splits() -> bool:
    """Whether agent code can have a uid of its own: only root may hand out uids."""
    return os.getuid() == 0


@cache
def _counts_files() -> bool:
    """Whether the worker can put folders in memory that bound files as well as bytes; bwrap's bound bytes."""
    return _splits() or kernel.mounts_within(
        ["bwrap", *_namespaces(), "--dev-bind", "/", "/", "--dev", "/dev"]
    )


class _Inherited:
    """Texts as inherited descriptors, for ``--file``; none of them touches the host's file system."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = texts
        self._open: dict[str, int] = {}

    def __enter__(self) -> dict[str, int]:
        for path, text in self._texts.items():
            self._open[path] = os.memfd_create(Path(path).name)
            os.write(self._open[path], text.encode())
            os.lseek(self._open[path], 0, os.SEEK_SET)
        return self._open

    def __exit__(self, *_: object) -> None:
        for descriptor in self._open.values():
            os.close(descriptor)


def _options(spec: BoxSpec, binds: Iterable[Mount], files: Mapping[str, int]) -> list[str]:
    """The bwrap command line; later mounts lie over earlier ones: first empty folders, then the binds."""
    empty: list[Mount] = [("--proc", "/proc"), *_masks(), ("--dev", "/dev")]
    for folder, size_mb in root.folders(spec.limits).items():
        empty.append(("--size", str(size_mb * 2**20), "--perms", "1777", "--tmpfs", folder))
    empty.append(("--remount-ro", "/dev"))  # --dev is a writable tmpfs of half the memory
    shown: list[Mount] = [("--perms", "0555", "--file", str(number), path) for path, number in files.items()]
    shown += [*binds, *(("--ro-bind", str(path), f"/data/{name}") for name, path in spec.mounts.items())]
    flat = [word for mount in (*empty, *_parents(shown), *shown, ("--remount-ro", "/")) for word in mount]
    known = [word for setting in relocation.variables().items() for word in ("--setenv", *setting)]
    return [*_namespaces(), "--clearenv", *known, *flat, "--chdir", root.WORK, "--"]


def _masks() -> Iterator[Mount]:
    """Nothing in place of what tells of the host."""
    for path in (Path("/proc", name) for name in root.TELLTALES):
        if path.is_dir():
            yield ("--size", "4096", "--perms", "0555", "--tmpfs", str(path))
            yield ("--remount-ro", str(path))
        elif path.exists():
            yield ("--ro-bind", "/dev/null", str(path))


def _parents(mounts: Iterable[Mount]) -> Iterator[Mount]:
    """Folders above the mount points; bwrap would make them for the owner alone."""
    for folder in sorted({parent for mount in mounts for parent in Path(mount[-1]).parents}):
        yield ("--perms", "0755", "--dir", str(folder))


def _namespaces() -> list[str]:
    """Every namespace, and the capabilities of the worker."""
    shared = ["--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"]
    shared += ["--hostname", "sandbox", "--as-pid-1", "--cap-drop", "ALL"]
    if not _splits():
        return [*shared, "--unshare-user", "--uid", str(UID), "--gid", str(UID)]
    # The worker needs more while it starts: to mount its folders, and to empty the bounding set, left full.
    held = (*_KEPT, "CAP_SYS_ADMIN", "CAP_SETPCAP")
    return [*shared, *(word for name in held for word in ("--cap-add", name))]


def _library_binds() -> Iterator[Mount]:
    """The system's libraries and programs, read-only, without any host package folder."""
    for path in (*host.LIBRARIES, *host.CONFIGURATION):
        if os.path.islink(path):
            yield ("--symlink", os.readlink(path), path)
        elif os.path.exists(path):
            yield ("--ro-bind", path, path)
    yield from relocation.hidden(Path("/usr"), Path("/usr"))


def _scratch(limits: Limits) -> dict[str, str]:
    """Mount options of the folders that the worker puts over bwrap's."""
    return {folder: f"mode=1777,{root.bounds(size)}" for folder, size in root.folders(limits).items()}


def _config(spec: BoxSpec, doors: tuple[int, ...]) -> dict[str, JsonValue]:
    rlimits: dict[str, int] = {}
    if not doors:
        rlimits["AS"] = (spec.limits.memory_mb + 2048) * 2**20
        if not _splits():
            rlimits["NPROC"] = spec.limits.pids + 1  # the worker counts
    return host.worker_config(
        spec,
        work=root.WORK,
        temporary=root.TEMPORARY,
        search_path=root.SEARCH_PATH,
        data={name: f"/data/{name}" for name in spec.mounts},
        more_variables=relocation.variables(),
        uid=UID if _splits() else None,
        group=doors,
        landlock=root.reach() if root.landlocked() else None,
        rlimits=rlimits,
        keep_capabilities=tuple(_KEPT.values()) if _splits() else (),
        scratch=_scratch(spec.limits) if _counts_files() else None,
    )


def _fix(said: str) -> str:
    """The command that fixes what bwrap complained about."""
    return "install bubblewrap 0.7 or newer" if "nknown option" in said else kernel.namespace_fix()
