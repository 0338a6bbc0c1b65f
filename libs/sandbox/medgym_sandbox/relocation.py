"""An interpreter under names that tell nothing of the host: where a box without an image finds its Python."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from medgym_sandbox import host
from medgym_sandbox.environment import BOXED, Interpreter

INSTALLATION = "/opt/python"
"""The installation that the environment stands on, unless it is the system's."""
_SYSTEM = (Path("/usr"), Path("/usr/local"))
_LINE = b"#!"

Mount = tuple[str, ...]
"""One mount of bwrap: its words, the mount point last."""


@cache
def base() -> Path:
    """The installation on the host."""
    return Path(sys.executable).resolve().parents[1]


def installation() -> Path:
    """The installation in the box."""
    return base() if base() in _SYSTEM else Path(INSTALLATION)


@cache
def variables() -> dict[str, str]:
    """What leads a Python to its library that would look for it on the host's path."""
    program = Path(sys.executable).resolve().read_bytes()
    lost = base() not in _SYSTEM and b"libpython" in program and b"$ORIGIN" not in program
    return {"LD_LIBRARY_PATH": f"{INSTALLATION}/lib"} if lost else {}


def mounts(interpreter: Interpreter) -> Iterator[Mount]:
    """The environment, and of the installation its library without packages and no program but Python."""
    for entry in sorted(interpreter.root.iterdir()):
        if entry.is_dir() and not entry.is_symlink() and entry.name != "bin":
            yield ("--ro-bind", str(entry), f"{BOXED}/{entry.name}")
    yield ("--symlink", "lib", f"{BOXED}/lib64")
    for entry in sorted((interpreter.root / "bin").iterdir()):
        place = f"{BOXED}/bin/{entry.name}"
        if entry.is_symlink():
            yield ("--symlink", str(installation() / "bin" / entry.resolve().name), place)
        elif not _is_text(entry):
            yield ("--ro-bind", str(entry), place)
    if base() != Path("/usr"):
        for program in sorted(_pythons(interpreter)):
            yield ("--ro-bind", str(program), str(installation() / "bin" / program.name))
        for name in ("lib", "lib64"):
            if (base() / name).is_dir():
                yield ("--ro-bind", str(base() / name), str(installation() / name))
        yield from hidden(base(), installation())


def texts(interpreter: Interpreter) -> dict[str, str]:
    """Files of the environment that hold its place, rewritten: path in the box to text."""
    settings = (interpreter.root / "pyvenv.cfg").read_text().splitlines()
    home = [f"home = {installation()}/bin" if line.startswith("home") else line for line in settings]
    scripts = (entry for entry in (interpreter.root / "bin").iterdir() if not entry.is_symlink())
    old, new = str(interpreter.root), BOXED
    return {
        f"{BOXED}/pyvenv.cfg": "\n".join(home),
        **{f"{new}/bin/{s.name}": s.read_text().replace(old, new) for s in scripts if _is_text(s)},
    }


def hidden(installation: Path, place: Path) -> Iterator[Mount]:
    """Empty read-only folders over the package folders of an installation, as it stands at ``place``."""
    for folder in host.package_folders(installation):
        covered = str(place / folder.relative_to(installation))
        yield ("--size", "4096", "--perms", "0555", "--tmpfs", covered)
        yield ("--remount-ro", covered)


def _pythons(interpreter: Interpreter) -> set[Path]:
    """What the environment's links lead to: other programs beside it tell what the host has installed."""
    links = (entry for entry in (interpreter.root / "bin").iterdir() if entry.is_symlink())
    return {link.resolve() for link in links}


def _is_text(program: Path) -> bool:
    with program.open("rb") as stream:
        return stream.read(2) == _LINE or program.name.lower().startswith("activate")
