"""What works on this machine, found by trying, and the command that fixes each gap."""

from __future__ import annotations

import errno
import os
import platform
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from medgym_core.errors import ConfigError, PluginError
from medgym_core.files import default_home

if TYPE_CHECKING:
    from medgym_core.plugins import Installed

LEAST_PYTHON = (3, 11)
LEAST_FREE_MB = 2048
"""Free space below which builds, images and journals are at risk, MiB."""


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at."""

    name: str
    """What."""
    ok: bool
    """Whether nothing is missing."""
    detail: str
    """What was found, one line."""
    fix: str = ""
    """The command or step that fixes the gap."""


def diagnose(home: Path | None = None) -> list[Finding]:
    """Try everything that boxes rest on. ``home`` is where data and environments are kept."""
    home = home or default_home()
    return [
        _python(),
        _kernel(),
        _landlock(),
        _seccomp(),
        _user_namespaces(),
        _control_groups(),
        _backend("bubblewrap"),
        _backend("docker"),
        _backend("process"),
        *_other_engines(),
        *_plugins(),
        _disk(home),
        _choice(home),
    ]


def _python() -> Finding:
    version = platform.python_version()
    ok = sys.version_info >= LEAST_PYTHON
    wanted = ".".join(map(str, LEAST_PYTHON))
    return Finding(
        "python", ok, f"{version} at {sys.executable}", "" if ok else f"use Python {wanted} or newer"
    )


def _kernel() -> Finding:
    ok = platform.system() == "Linux" and platform.machine() in ("x86_64", "aarch64")
    detail = f"{platform.system()} {platform.release()} on {platform.machine()}"
    return Finding("kernel", ok, detail, "" if ok else "use Linux on x86_64 or aarch64")


def _landlock() -> Finding:
    from medgym_sandbox import kernel

    abi = kernel.landlock_abi()
    ok = abi >= kernel.LANDLOCK_ABI
    detail = f"ABI {abi}; the process sandbox wants {kernel.LANDLOCK_ABI}, no other needs it"
    return Finding("landlock", ok, detail, "" if ok else "boot Linux 6.12 or newer with `lsm=landlock,...`")


def _seccomp() -> Finding:
    from medgym_sandbox import kernel

    ok = kernel.seccomp()
    detail = "system call filters can be installed" if ok else "no system call filters"
    return Finding("seccomp", ok, detail, "" if ok else "use a kernel with CONFIG_SECCOMP_FILTER")


def _user_namespaces() -> Finding:
    from medgym_sandbox import kernel

    ok = kernel.user_namespaces()
    detail = "this user may make them" if ok else "this user may not make them"
    return Finding("user namespaces", ok, detail, "" if ok else kernel.namespace_fix())


def _control_groups() -> Finding:
    from medgym_sandbox import cgroup

    version = "v2 (written for, not tested)" if cgroup.is_v2() else "v1"
    if cgroup.allowed():
        return Finding(
            "control groups", True, f"{version}; this user may make groups to hold boxes to limits"
        )
    detail = f"{version}; this user may not make groups, so a box's memory is held per process only"
    fix = "run as root, or under `systemd-run --user --scope -p Delegate=yes`; Docker needs neither"
    return Finding("control groups", False, detail, fix)


def _backend(name: str) -> Finding:
    from medgym_core import plugins

    probed = plugins.sandbox(name).probe()
    return Finding(f"sandbox {name}", probed.ok and not probed.fix, probed.reason, probed.fix)


def _other_engines() -> Sequence[Finding]:
    """What to do where another container tool is at hand; nothing is said of those that are not."""
    findings = []
    if shutil.which("podman"):
        socket = f"/run/user/{os.getuid()}/podman/podman.sock" if os.getuid() else "/run/podman/podman.sock"
        served = Path(socket).exists()
        start = "systemctl --user start podman.socket, or `podman system service -t 0 &`"
        fix = f"{start}; then export DOCKER_HOST=unix://{socket}"
        state = "serves Docker's API" if served else "is here but does not serve Docker's API"
        ok = served and bool(os.environ.get("DOCKER_HOST"))
        findings.append(Finding("podman", ok, f"podman {state}", "" if ok else fix))
    if tool := shutil.which("apptainer") or shutil.which("singularity"):
        reason = f"{tool} starts no boxes: it shares the host's network and process numbers by default"
        findings.append(
            Finding("apptainer", True, f"{reason}; use --sandbox bubblewrap, or process for open data")
        )
    return findings


def _plugins() -> Sequence[Finding]:
    """Whether the installed families can be loaded; those that cannot, one by one."""
    from medgym_core import plugins

    broken = [*broken_families().items()]
    names = {item.name for item, _ in broken}
    whole = [item.name for item in plugins.installed() if item.name not in names]
    found = [Finding("families", True, ", ".join(whole) or "none is installed; see `medgym registry search`")]
    for noun, item, why in (*(("family", *each) for each in broken), *_broken_others()):
        said, _, fix = why.rpartition("; ")
        found.append(Finding(f"{noun} {item.name}", False, said, fix))
    return found


def _broken_others() -> Iterator[tuple[str, Installed, str]]:
    """Verbs, agents, sandboxes and whatever else of plugins that cannot be loaded, and why."""
    from medgym_core import plugins

    for hook, noun in plugins.NOUNS.items():
        for item in plugins.installed(hook):
            try:
                if item.hook == hook != "medgym_task_families":
                    plugins.collect(hook, item.module, item.distribution)
            except PluginError as error:
                yield noun, item, str(error)


def _disk(home: Path) -> Finding:
    existing = next(folder for folder in (home, *home.parents) if folder.exists())
    if not _takes_files(existing):
        detail = f"{existing} is not writable" + (f", so {home} cannot be made" if existing != home else "")
        return Finding("disk", False, detail, "set MEDGYM_HOME to a folder that this user may write to")
    free = shutil.disk_usage(existing).free // 2**20
    fix = f"free {LEAST_FREE_MB} MiB there, or set MEDGYM_HOME to a folder on a larger disk"
    ok = free >= LEAST_FREE_MB
    return Finding("disk", ok, f"{free} MiB free for {home}", "" if ok else fix)


def _takes_files(folder: Path) -> bool:
    """Whether a file can be made in ``folder``; the permissions alone do not tell of a read-only disk."""
    try:
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError as error:
        return error.errno == errno.ENOSPC


def _choice(home: Path) -> Finding:
    """What `--sandbox auto` would take."""
    from medgym_core.env.choose import choose

    try:
        choice = choose("auto", [], home, isolated=False)
    except ConfigError as error:
        return Finding("sandbox auto", False, str(error), "fix one of the gaps above")
    return Finding("sandbox auto", True, choice.line)


def broken_families() -> dict[Installed, str]:
    """Every installed family that cannot be loaded, with why and what helps; imports every plugin."""
    from medgym_core import plugins

    errors = {}
    for item in plugins.installed():
        try:
            plugins.family(item.name)
        except PluginError as error:
            errors[item] = str(error)
    return errors
