"""What of the host a template shows: folders that hold what many boxes mount, each its own."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from pydantic import JsonValue

from medgym_sandbox import root
from medgym_sandbox.errors import SandboxError
from medgym_sandbox.limits import Limits
from medgym_sandbox.worker.namespaces import DATA


class Folder(NamedTuple):
    """A folder of the host, as it is now."""

    path: str
    """Where it lies."""
    device: int
    inode: int
    """With the device, tells it from one that has taken its place."""


class Source(NamedTuple):
    """Where what a box mounts lies."""

    folder: Folder
    """The folder that a template shows."""
    below: str
    """The path below it, empty or with its slash."""


def sources(mounts: Mapping[str, Path], reached: bool = True) -> dict[str, Source]:
    """Name below ``data/`` to where it lies.

    ``reached`` says that a template enters any folder that this process can. Else what lies in a folder that
    is closed to others, or on another machine, is shown by itself.

    Raises:
        SandboxError: if something is not there.
    """
    return {name: _source(name, path, reached) for name, path in mounts.items()}


def folders(found: Mapping[str, Source]) -> list[Folder]:
    """What a template must show for these, sorted."""
    return sorted({source.folder for source in found.values()})


def staged(shown: Iterable[Folder]) -> list[tuple[str, str]]:
    """Path of the host and path for the template: by number below the data's folder."""
    return [(folder.path, f"{DATA}/{number}") for number, folder in enumerate(shown)]


def view(
    limits: Limits,
    hidden: Sequence[str],
    user: bool,
    found: Mapping[str, Source] | None = None,
    shown: Sequence[Folder] = (),
    owner: int | None = None,
) -> dict[str, JsonValue]:
    """What a worker makes of its template's file tree; see ``namespaces.furnish``.

    ``hidden`` is covered; ``owner`` owns the work directory, which is everybody's where it is None.
    """
    whose = "mode=1777" if owner is None else f"mode=0700,uid={owner},gid={owner}"
    modes = {root.WORK: whose}
    return {
        "proc": True,
        "hidden": [*hidden],
        "memory": {
            folder: f"{modes.get(folder, 'mode=1777')},{root.bounds(size)}"
            for folder, size in root.folders(limits).items()
        },
        "folders": [],
        "data": None
        if found is None
        else {name: f"{DATA}/{shown.index(folder)}{below}" for name, (folder, below) in found.items()},
        "user": user,
    }


def _source(name: str, path: Path, reached: bool) -> Source:
    """The folder that all of a build's mounts share is above ``path`` where that ends with ``name``."""
    text = os.path.realpath(path)  # where a link points to need not be in sight
    folder = text.removesuffix(f"/{name}") or text
    if not (reached or _is_open(folder, Path(text))):
        folder = text
    try:
        found = os.stat(folder)
    except OSError as error:
        if not reached:
            return Source(Folder(folder, 0, 0), text[len(folder) :])
        raise SandboxError(f"the box cannot mount {path}: {error.strerror}: {folder}") from error
    return Source(Folder(folder, found.st_dev, found.st_ino), text[len(folder) :])


def _is_open(folder: str, path: Path) -> bool:
    """Whether other users can get from ``folder`` to ``path``."""
    ways = [parent for parent in path.parents if parent.is_relative_to(folder)]
    try:
        return all(way.stat().st_mode & stat.S_IXOTH for way in ways)
    except OSError:
        return False
