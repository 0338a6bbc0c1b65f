"""What of the host a box without an image needs to see, and how its worker is configured."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cache
from pathlib import Path

from pydantic import JsonValue

from medgym_sandbox.environment import Interpreter
from medgym_sandbox.spec import BoxSpec

LIBRARIES = ("/usr/lib", "/usr/lib64", "/usr/bin", "/bin", "/lib", "/lib64", "/usr/share/zoneinfo")
CONFIGURATION = ("/etc/ld.so.cache", "/etc/alternatives")
DEVICES = ("/dev/zero", "/dev/urandom", "/dev/random")
FIGURES = ("/proc/meminfo", "/proc/cpuinfo", "/proc/stat")
"""All that boxes may read of the machine: what programs size themselves by."""
PACKAGE_FOLDERS = ("site-packages", "dist-packages")
# The kernel counts descriptors that are on their way through sockets (held to NOFILE), and queued signals and
# timers, for all programs of a user together: a box takes less than the 1024 that others usually may have.
LIMITS = {"CORE": 0, "NOFILE": 512, "MSGQUEUE": 0, "SIGPENDING": 512}


def package_folders(installation: Path) -> list[Path]:
    """Folders of packages installed below a prefix; medgym may be in one, so boxes must not see them."""
    return sorted(
        folder
        for library in ("lib", "lib64")
        for name in PACKAGE_FOLDERS
        for folder in (installation / library).glob(f"python3*/{name}")
    )


@cache
def readable(interpreter: Interpreter, covered: bool) -> tuple[str, ...]:
    """Paths a confined child may read: libraries and interpreter without any host package folder.

    Where the box has those ``covered``, all of a library's folder can be shown.
    """
    shown = [str(interpreter.root), *CONFIGURATION, *DEVICES, *FIGURES, str(interpreter.base / "bin")]
    hidden = frozenset() if covered else hidden_folders(interpreter)
    for root in _roots(interpreter):
        shown += _without(root, hidden)
    return tuple(shown)


@cache
def listable(interpreter: Interpreter) -> tuple[str, ...]:
    """Folders above the hidden ones: an interpreter must list its standard library to import from it."""
    above = {parent for folder in hidden_folders(interpreter) for parent in folder.parents}
    roots = _roots(interpreter)
    return tuple(str(folder) for folder in sorted(above) if any(map(folder.is_relative_to, roots)))


@cache
def hidden_folders(interpreter: Interpreter) -> frozenset[Path]:
    """The host package folders below what a confined child may read."""
    installations = (interpreter.base, Path("/usr"), Path("/usr/local"))
    return frozenset(folder.resolve() for prefix in installations for folder in package_folders(prefix))


@cache
def hidden_paths(interpreter: Interpreter) -> tuple[str, ...]:
    """The same as text, in order."""
    return tuple(sorted(map(str, hidden_folders(interpreter))))


def _roots(interpreter: Interpreter) -> list[Path]:
    paths = (*LIBRARIES, interpreter.base / "lib")
    return sorted({Path(path).resolve() for path in paths if Path(path).exists()})


def _without(path: Path, hidden: Collection[Path]) -> Iterator[str]:
    """``path``, or its entries where something below is hidden."""
    if path in hidden:
        return
    if any(path in folder.parents for folder in hidden):
        for entry in sorted(path.iterdir()):
            yield from _without(entry.resolve(), hidden)
    else:
        yield str(path)


def worker_config(
    spec: BoxSpec,
    *,
    work: str,
    temporary: str,
    search_path: str,
    data: Mapping[str, str],
    more_variables: Mapping[str, str] | None = None,
    uid: int | None = None,
    landlock: Mapping[str, JsonValue] | None = None,
    seccomp: bool = True,
    inet: bool = True,
    host_files: bool = False,
    host_processes: bool = False,
    rlimits: Mapping[str, int] | None = None,
    keep_capabilities: tuple[int, ...] = (),
    group: tuple[int, ...] = (),
) -> dict[str, JsonValue]:
    """The worker's boot configuration; ``data`` maps names below ``data/`` to paths inside the box.

    ``group`` holds descriptors of the control groups that its children enter.
    """
    limits: dict[str, JsonValue] = {**LIMITS, "FSIZE": spec.limits.workspace_mb * 2**20}
    return {
        "work": work,
        "data": dict(data),
        "preload": list(spec.environment.preload),
        "ports": list(spec.ports),
        "unpack": bool(spec.content),
        "bounded": False,
        "environment": {**variables(spec, work, temporary, search_path), **(more_variables or {})},
        "jail": {
            "limits": {**limits, **(rlimits or {})},
            "group": list(group),
            "uid": uid,
            "gid": uid,
            "landlock": dict(landlock) if landlock is not None else None,
            "seccomp": seccomp,
            "inet": inet,
            "host_files": host_files,
            "host_processes": host_processes,
            "keep_capabilities": list(keep_capabilities),
        },
    }


def bare(spec: BoxSpec) -> BoxSpec:
    """``spec`` without what one box has and another has not, as templates may know it."""
    return spec.model_copy(update={"mounts": {}, "ports": (), "content": b""})


def cannot_import(missing: Mapping[str, str]) -> str:
    """What to say when packages to preload are not there."""
    listed = "; ".join(f"{name} ({why})" for name, why in missing.items())
    return f"the box environment cannot import {listed}; add it to requirements.txt"


def variables(spec: BoxSpec, work: str, temporary: str, search_path: str) -> dict[str, JsonValue]:
    """The whole environment of a box, built from nothing."""
    threads = str(max(1, int(spec.limits.cpus)))
    return {
        "PATH": search_path,
        "HOME": work,
        "USER": "agent",
        "LOGNAME": "agent",
        "LANG": "C.UTF-8",
        "TMPDIR": temporary,
        "MPLBACKEND": "Agg",
        "MPLCONFIGDIR": f"{temporary}/matplotlib",
        "XDG_CACHE_HOME": f"{temporary}/cache",
        "OMP_NUM_THREADS": threads,
        "OPENBLAS_NUM_THREADS": threads,
        "MKL_NUM_THREADS": threads,
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONHASHSEED": "0",
        "PIP_NO_INDEX": "1",
    }
