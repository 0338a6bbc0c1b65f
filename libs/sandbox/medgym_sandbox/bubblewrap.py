"""Boxes made by bubblewrap: namespaces of their own, no image, no daemon, no root needed."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from functools import cache

from pydantic import JsonValue

from medgym_sandbox import boot, cgroup, host, kernel, reaper, relocation, root, shell, shown, template
from medgym_sandbox.backend import Availability
from medgym_sandbox.box import Box
from medgym_sandbox.environment import BOXED, Interpreter, ensure_interpreter
from medgym_sandbox.errors import SandboxError
from medgym_sandbox.forked import Forked
from medgym_sandbox.limits import Limits
from medgym_sandbox.running import Running
from medgym_sandbox.shell import UID, splits
from medgym_sandbox.spec import BoxSpec, Guarantee
from medgym_sandbox.transport import SocketTransport
from medgym_sandbox.worker.namespaces import DATA

_KEPT = {"CAP_KILL": 5, "CAP_SETGID": 6, "CAP_SETUID": 7}
"""Capabilities that a worker with a uid of its own needs."""
_TO_DROP = ("CAP_SETPCAP",)
"""What it takes to empty the bounding set, which bwrap leaves full."""
_OF_TEMPLATES = (*_KEPT, *_TO_DROP, "CAP_SYS_ADMIN", "CAP_NET_ADMIN")
"""What a template has: with these it gives each box namespaces, mounts and loopback."""
_HIDDEN = (*root.TELLTALES, *root.SETTINGS)
"""What boxes cover of ``/proc``."""
_PYTHON = f"{BOXED}/bin/python"
_WITH_CGROUP = frozenset({Guarantee.MEMORY_LIMIT, Guarantee.PROCESS_LIMIT, Guarantee.CPU_LIMIT})
_OPTIONAL = _WITH_CGROUP | {
    Guarantee.UID_SPLIT,
    Guarantee.DISK_LIMIT,
    Guarantee.HOST_UNSEEN,
    Guarantee.WORKER_SAFE,
}


class Bubblewrap:
    """The ``bubblewrap`` backend.

    bwrap makes a file tree once for all boxes of an environment; a template there has imported the packages,
    and each box is a fork of it with namespaces, folders in memory and mounts of its own. Where what bwrap
    starts may make none, each box is a bwrap of its own.

    Started by root, the worker keeps root and the three capabilities that a uid split needs, and agent code
    runs as :data:`~medgym_sandbox.shell.UID`: host root inside a user namespace would still pass the
    kernel's checks for the owner of ``/proc/sys``. Started by anyone else, worker and agent share that user's
    uid in a user namespace.
    """

    name = "bubblewrap"

    def probe(self) -> Availability:
        """Run ``true`` in a box of the real shape."""
        bwrap = shutil.which("bwrap")
        if bwrap is None:
            return Availability(False, "bwrap is not installed", _installing())
        sizes = root.folders(Limits())
        with shell.Inherited(shell.FILES) as files:
            command = [bwrap, *shell.options(sizes, shell.library_binds(), files, _KEPT), "true"]
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
        if splits():
            promised.add(Guarantee.UID_SPLIT)
        counted = _forks()  # bwrap's own folders in memory bound bytes, not files, which take memory as well
        if counted:
            promised.add(Guarantee.DISK_LIMIT)
        if root.landlocked():
            promised.add(Guarantee.HOST_UNSEEN)
        if root.landlocked() and (counted or not cgroup.allowed()):
            promised.add(Guarantee.WORKER_SAFE)
        if cgroup.allowed():
            promised |= _WITH_CGROUP
        elif not splits():  # RLIMIT_NPROC counts within the box's own user namespace (Linux 5.14)
            promised.add(Guarantee.PROCESS_LIMIT)
        return frozenset(promised)

    def prepare(self, spec: BoxSpec) -> str:
        """Make the package folder."""
        return ensure_interpreter(spec.environment, spec.home).digest

    def start(self, spec: BoxSpec) -> Box:
        """Fork a worker as the first process of a box, or start one.

        There is no ``--die-with-parent``: it would bind what it starts to the thread that started it, which
        may be short-lived. Template and worker end with their streams instead.
        """
        reaper.employ(Bubblewrap)
        _program()
        interpreter = ensure_interpreter(spec.environment, spec.home)
        running, payload = (_fork if _forks() else _start)(interpreter, spec)
        box = Box(
            SocketTransport(running.stream),
            level="bubblewrap" if running.group else "bubblewrap(no-cgroup)",
            digest=interpreter.digest,
            autopsy=running.autopsy,
            dispose=running.dispose,
            folders=[*root.folders(spec.limits)],
            oom_kills=running.group.oom_kills if running.group else None,
        )
        box.boot(payload, spec)
        return box

    def sweep(self) -> int:
        """Remove the control groups of dead drivers; nothing else of a box outlives its worker."""
        return cgroup.sweep()


def _fork(interpreter: Interpreter, spec: BoxSpec) -> tuple[Forked, bytes]:
    """A worker forked from the template of boxes like ``spec``, and what it is to be."""
    sources = shown.sources(spec.mounts)
    shows = shown.folders(sources)
    key = (Bubblewrap, interpreter.root, spec.environment.preload, spec.limits.cpus)
    group = cgroup.Cgroup.create(spec.limits)
    running = Forked(
        lambda: template.shared(key, lambda: _template(interpreter, spec, shows, group), shows), None, group
    )
    config = _forked_config(spec, group, sources, running.template.shows)
    return running, boot.order(running.template.usual, config)


def _forked_config(
    spec: BoxSpec,
    group: cgroup.Cgroup | None,
    sources: Mapping[str, shown.Source] | None = None,
    shows: Sequence[shown.Folder] = (),
) -> dict[str, JsonValue]:
    view = shown.view(spec.limits, _HIDDEN, not splits(), sources or {}, shows)
    return {**_config(spec, group), "view": view}


def _template(
    interpreter: Interpreter, spec: BoxSpec, shows: Sequence[shown.Folder], group: cgroup.Cgroup | None
) -> template.Template:
    """A template that finds each of the folders ``shows`` by its number below the data's folder."""
    staged = (("--ro-bind", *bind) for bind in shown.staged(shows))
    binds = [*shell.library_binds(), *relocation.mounts(interpreter), *staged, ("--dir", DATA)]
    with shell.Inherited({**shell.FILES, **relocation.texts(interpreter)}) as files:
        options = shell.options(root.folders(Limits()), binds, files, _OF_TEMPLATES, masked=False)
        return template.Template(
            [_program(), *options, _PYTHON],
            _forked_config(host.bare(spec), group),
            {**host.variables(spec, root.WORK, root.TEMPORARY, root.SEARCH_PATH), **relocation.variables()},
            namespaces=True,
            inherit=tuple(files.values()),
            shows=shows,
        )


def _start(interpreter: Interpreter, spec: BoxSpec) -> tuple[Running, bytes]:
    """A worker in a bwrap of its own, and what it is to be."""
    group = cgroup.Cgroup.create(spec.limits)
    texts = {**shell.FILES, **relocation.texts(interpreter)}
    mounts = (("--ro-bind", str(path), f"{DATA}/{name}") for name, path in spec.mounts.items())
    binds = (*shell.library_binds(), *relocation.mounts(interpreter), *mounts)
    with shell.Inherited(texts) as files, group.opened() if group else nullcontext(()) as doors:
        options = shell.options(root.folders(spec.limits), binds, files, (*_KEPT, *_TO_DROP))
        command = [_program(), *options, _PYTHON, "-I", "-c", boot.BOOTSTRAP]
        running = Running(command, group, inherit=(*files.values(), *doors))
        return running, boot.payload(_config(spec, group, doors))


def _installing() -> str:
    if os.geteuid() == 0:
        return "apt-get install bubblewrap"
    return "conda install -c conda-forge bubblewrap (docs/sandboxes.md, Without root, has more ways)"


def _program() -> str:
    """Where bwrap lies; what it is started with has no ``PATH``.

    Raises:
        SandboxError: if it is not installed.
    """
    if bwrap := shutil.which("bwrap"):
        return bwrap
    raise SandboxError(f"bwrap is not installed; {_installing()}, or use --sandbox process")


def _forks() -> bool:
    """Whether a template can fork boxes: whether what bwrap starts may make namespaces and mounts."""
    bwrap = shutil.which("bwrap")
    return bwrap is not None and _nests(bwrap, splits())


@cache
def _nests(bwrap: str, split: bool) -> bool:
    tree = ["--dev-bind", "/", "/", "--proc", "/proc", "--dev", "/dev"]
    view = {**shown.view(Limits(), _HIDDEN, not split), "memory": {root.TEMPORARY: "size=4096"}}
    return kernel.furnishes([bwrap, *shell.namespaces(_OF_TEMPLATES), *tree], view)


def _config(spec: BoxSpec, group: cgroup.Cgroup | None, doors: tuple[int, ...] = ()) -> dict[str, JsonValue]:
    rlimits: dict[str, int] = {}
    if group is None:
        rlimits["AS"] = (spec.limits.memory_mb + 2048) * 2**20
        if not splits():
            rlimits["NPROC"] = spec.limits.pids + 1  # the worker counts
    return host.worker_config(
        spec,
        work=root.WORK,
        temporary=root.TEMPORARY,
        search_path=root.SEARCH_PATH,
        data={name: f"{DATA}/{name}" for name in spec.mounts},
        more_variables=relocation.variables(),
        uid=UID if splits() else None,
        group=doors,
        landlock=root.reach() if root.landlocked() else None,
        rlimits=rlimits,
        keep_capabilities=tuple(_KEPT.values()) if splits() else (),
    )


def _fix(said: str) -> str:
    """The command that fixes what bwrap complained about."""
    return "install bubblewrap 0.7 or newer" if "nknown option" in said else kernel.namespace_fix()
