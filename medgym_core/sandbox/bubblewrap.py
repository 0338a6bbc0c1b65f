"""Boxes made by bubblewrap: namespaces of their own, no image, no daemon, no root needed."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from pydantic import JsonValue

from medgym_core.errors import SandboxError
from medgym_core.sandbox import boot, cgroup, host, kernel, reaper
from medgym_core.sandbox.backend import Availability
from medgym_core.sandbox.box import Box
from medgym_core.sandbox.environment import Interpreter, ensure_interpreter
from medgym_core.sandbox.running import Running, entering
from medgym_core.sandbox.spec import BoxSpec, Guarantee
from medgym_core.sandbox.transport import SocketTransport

WORK = "/workspace"
"""Work directory inside the box."""
_SCRATCH = (WORK, "/tmp")
UID = 2_000_001
"""User and group of agent code; no host hands it out."""
SHARED_MEMORY_MB = 64
"""Size of ``/dev/shm``, MiB."""

_FILES = {
    "/etc/passwd": f"agent:x:{UID}:{UID}:agent:{WORK}:/bin/sh\n",
    "/etc/group": f"agent:x:{UID}:\n",
    "/etc/hosts": "127.0.0.1 localhost sandbox\n::1 localhost\n",
}
_KEPT = {"CAP_KILL": 5, "CAP_SETGID": 6, "CAP_SETUID": 7}
"""Capabilities that a worker with a uid of its own needs."""
_Mount = tuple[str, ...]
"""One mount of bwrap: its words, the mount point last."""
_OPTIONAL = frozenset({Guarantee.UID_SPLIT, Guarantee.MEMORY_LIMIT, Guarantee.PROCESS_LIMIT})


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
        return Availability(False, f"bubblewrap cannot make a box: {said}", _mend(said))

    def guarantees(self) -> frozenset[Guarantee]:
        """Everything; the uid split only as root, tree limits where this user may make control groups."""
        promised = set(Guarantee) - _OPTIONAL
        if _splits():
            promised.add(Guarantee.UID_SPLIT)
        if cgroup.allowed():
            promised |= {Guarantee.MEMORY_LIMIT, Guarantee.PROCESS_LIMIT}
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
        with _Inherited(_FILES) as files:
            options = _options(spec, (*_library_binds(), *_interpreter_binds(interpreter)), files)
            worker = [str(interpreter.python), "-I", "-c", boot.BOOTSTRAP]
            command = entering(group, [bwrap, *options, *worker])
            running = Running(command, None, group, inherit=tuple(files.values()))
        box = Box(
            SocketTransport(running.stream),
            level="bubblewrap" if group else "bubblewrap(no-cgroup)",
            digest=interpreter.digest,
            autopsy=running.autopsy,
            dispose=running.dispose,
            oom_kills=group.oom_kills if group else None,
        )
        box.boot(boot.payload(_config(spec, interpreter, limited=group is not None)))
        return box

    def sweep(self) -> int:
        """Remove the control groups of dead drivers; nothing else of a box outlives its worker."""
        return cgroup.sweep()


def _splits() -> bool:
    """Whether agent code can have a uid of its own: only root may hand out uids."""
    return os.getuid() == 0


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


def _options(spec: BoxSpec, binds: Iterable[_Mount], files: Mapping[str, int]) -> list[str]:
    """The bwrap command line; later mounts lie over earlier ones: first empty folders, then the binds."""
    scratch = str(spec.limits.workspace_mb * 2**20)
    empty: list[_Mount] = [("--proc", "/proc"), ("--dev", "/dev")]
    empty.append(("--size", str(SHARED_MEMORY_MB * 2**20), "--perms", "1777", "--tmpfs", "/dev/shm"))
    empty.append(("--remount-ro", "/dev"))  # --dev is a writable tmpfs of half the memory
    empty += [("--size", scratch, "--perms", "1777", "--tmpfs", folder) for folder in _SCRATCH]
    shown: list[_Mount] = [("--perms", "0444", "--file", str(number), path) for path, number in files.items()]
    shown += [*binds, *(("--ro-bind", str(path), f"/data/{name}") for name, path in spec.mounts.items())]
    shelters = _shelters(shown)
    empty += [("--size", "4096", "--perms", "0755", "--tmpfs", shelter) for shelter in shelters]
    closed: list[_Mount] = [("--remount-ro", folder) for folder in (*shelters, "/")]
    flat = [word for mount in (*empty, *_parents(shown), *shown, *closed) for word in mount]
    return [*_namespaces(), "--clearenv", *flat, "--chdir", WORK, "--"]


def _parents(mounts: Iterable[_Mount]) -> Iterator[_Mount]:
    """Folders above the mount points; bwrap would make them for the owner alone."""
    for folder in sorted({parent for mount in mounts for parent in Path(mount[-1]).parents}):
        yield ("--perms", "0755", "--dir", str(folder))


def _shelters(mounts: Iterable[_Mount]) -> list[str]:
    """Folders of scratch space that mounts lie in, such as a home in ``/tmp``: to be no scratch space."""
    points = [Path(mount[-1]) for mount in mounts]
    tops = {top for point in points for top in (point, *point.parents) if str(top.parent) in _SCRATCH}
    return sorted(str(top) for top in tops.difference(points))


def _namespaces() -> list[str]:
    """Every namespace, and the capabilities of the worker."""
    shared = ["--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"]
    shared += ["--hostname", "sandbox", "--as-pid-1", "--cap-drop", "ALL"]
    if not _splits():
        return [*shared, "--unshare-user", "--uid", str(UID), "--gid", str(UID)]
    held = (*_KEPT, "CAP_SETPCAP")  # the last lets the worker empty the bounding set, which bwrap leaves full
    return [*shared, *(word for name in held for word in ("--cap-add", name))]


def _library_binds() -> Iterator[_Mount]:
    """The system's libraries and programs, read-only, without any host package folder."""
    for path in (*host.LIBRARIES, *host.CONFIGURATION):
        if os.path.islink(path):
            yield ("--symlink", os.readlink(path), path)
        elif os.path.exists(path):
            yield ("--ro-bind", path, path)
    yield from _hidden(Path("/usr"))


def _interpreter_binds(interpreter: Interpreter) -> Iterator[_Mount]:
    """The box environment and the installation it stands on, without that one's packages."""
    yield ("--ro-bind", str(interpreter.root), str(interpreter.root))
    for base in _bases(interpreter):
        for folder in (base / "bin", base / "lib", base / "lib64"):
            if folder.is_dir():
                yield ("--ro-bind", str(folder), str(folder))
        yield from _hidden(base)


def _bases(interpreter: Interpreter) -> list[Path]:
    """Every name under which the environment's interpreter may look for its standard library."""
    python = interpreter.python
    links = (Path(os.readlink(python)), python.resolve())
    bases = {interpreter.base, *(link.parents[1] for link in links if link.is_absolute())}
    return sorted(bases - {Path("/usr")})


def _hidden(base: Path) -> Iterator[_Mount]:
    """Empty read-only folders over the package folders below ``base``."""
    for folder in host.package_folders(base):
        yield ("--size", "4096", "--perms", "0555", "--tmpfs", str(folder))
        yield ("--remount-ro", str(folder))


def _config(spec: BoxSpec, interpreter: Interpreter, limited: bool) -> dict[str, JsonValue]:
    rlimits: dict[str, int] = {}
    if not limited:
        rlimits["AS"] = (spec.limits.memory_mb + 2048) * 2**20
        if not _splits():
            rlimits["NPROC"] = spec.limits.pids + 1  # the worker counts
    return host.worker_config(
        spec,
        work=WORK,
        temporary="/tmp",
        search_path=f"{interpreter.root}/bin:/usr/bin:/bin",
        data={name: f"/data/{name}" for name in spec.mounts},
        uid=UID if _splits() else None,
        rlimits=rlimits,
        keep_capabilities=tuple(_KEPT.values()),
    )


def _mend(said: str) -> str:
    """The command that mends what bwrap complained about."""
    return "install bubblewrap 0.7 or newer" if "nknown option" in said else kernel.namespace_mend()
