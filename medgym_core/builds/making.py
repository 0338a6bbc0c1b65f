"""Builds and gold, made when they are first asked for and kept."""

from __future__ import annotations

import errno
import hashlib
import hmac
import json
import os
import secrets
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from pydantic import Field, JsonValue

from medgym_core.access.keeping import close_to_others, refuse_exposed
from medgym_core.access.tier import Tier
from medgym_core.builds.fingerprint import fingerprint
from medgym_core.builds.inventory import Item, inventory, refuse_damaged
from medgym_core.errors import ConfigError, DataError
from medgym_core.family import TaskFamily
from medgym_core.files import replace_file
from medgym_core.source import Build, Progress, Source, silent
from medgym_core.task import Gold, Task
from medgym_sandbox.boundary.frozen import Frozen

MANIFEST = "build.json"
"""File of a finished build that says what it is and what it holds."""


class Manifest(Frozen):
    """What a build says of itself; the fields of :class:`Build` but for where it lies."""

    family: str
    """Family it belongs to."""
    version: str
    """Family version that built it."""
    digest: str
    """Identity of the build."""
    tier: Tier
    """Its sensitivity."""
    source: Source
    """What it was made of."""
    files: dict[str, Item] = Field(default_factory=dict)
    """Its files when it was finished, by path; a build of an older core does not say."""


def ensure_build(family: TaskFamily, source: Source, home: Path, progress: Progress = silent) -> Build:
    """The build of ``family`` from ``source`` below ``home``, made now unless it stands already.

    An interrupted build leaves nothing behind: it grows in a temporary folder that is renamed when whole.

    Raises:
        ConfigError: if nothing can be made in ``home``.
        DataError: if the raw data is missing or malformed, or is labelled and ``home`` within a git checkout,
            if the build that stands is damaged, or if the disk is full.
    """
    digest = _digest(family, source, home, progress)
    root = home.resolve() / "builds" / digest[:24]
    build = Build(
        family=family.name, version=family.version, digest=digest, tier=source.tier, source=source, root=root
    )
    if (root / MANIFEST).is_file():
        return load_build(root)
    refuse_exposed(root.parent, source.tier)
    try:
        root.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise ConfigError(f"cannot make {root.parent}: {error.strerror}; choose another --home") from error
    with (
        _reporting_full_disk(root),
        tempfile.TemporaryDirectory(dir=root.parent, prefix=".growing-") as scratch,
    ):
        growing = build.model_copy(update={"root": Path(scratch) / "build"})
        growing.public.mkdir(parents=True)
        growing.private.mkdir(mode=0o700)
        family.build(_raw(family, source, Path(scratch), progress), growing, progress)
        _open_to_boxes(growing.public)
        manifest = Manifest(**build.model_dump(exclude={"root"}), files=inventory(growing.root))
        (growing.root / MANIFEST).write_text(manifest.model_dump_json(indent=1))
        close_to_others(growing.root, source.tier)
        _settle(growing.root, root)
    return build


@contextmanager
def _reporting_full_disk(root: Path) -> Iterator[None]:
    try:
        yield
    except (OSError, sqlite3.OperationalError) as error:
        full = "disk is full" in str(error) or getattr(error, "errno", 0) in (errno.ENOSPC, errno.EDQUOT)
        if not full:
            raise
        raise DataError(
            f"the disk is full: {root} cannot be built, and nothing is left of it; free some space, or "
            f"choose another --home"
        ) from error


def load_build(root: Path) -> Build:
    """The build that stands at ``root``.

    Raises:
        DataError: if there is none, or a file of it is missing or is not as it was.
    """
    build, files = read_manifest(root)
    refuse_damaged(build.root, files, build.family)
    return build


def read_manifest(root: Path) -> tuple[Build, dict[str, Item]]:
    """The build at ``root`` as it says of itself, and the files that it says it holds, which are not read.

    Raises:
        DataError: if there is none, or what it says of itself is damaged.
    """
    root = root.resolve()
    try:
        manifest = Manifest.model_validate_json((root / MANIFEST).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise DataError(f"no finished build at {root}; run `medgym data build` to make one") from None
    except (OSError, ValueError) as error:
        raise DataError(
            f"the build at {root} is damaged: {MANIFEST} cannot be read; remove that folder and make it anew "
            f"with `medgym data build`"
        ) from error
    return Build(root=root, **manifest.model_dump(exclude={"files"})), manifest.files


def gold_of(family: TaskFamily, build: Build, task: Task) -> Gold:
    """The task's gold: from ``private/gold`` if stored, else computed now and stored there.

    Nobody who cannot read the folder's key knows which file is whose: sizes would tell short answers.
    """
    folder = build.private / "gold"
    path = folder / f"{hmac.digest(_key(folder), task.id.encode(), 'sha256').hex()}.json"
    try:
        return Gold(*json.loads(path.read_text()))
    except FileNotFoundError:
        pass
    gold = family.gold(build, task)
    replace_file(path, json.dumps(gold.turns).encode())
    return gold


def _key(folder: Path) -> bytes:
    """The secret by which files of ``folder`` are named; drawn by whoever comes first."""
    path = folder / "key.json"
    with suppress(FileNotFoundError):
        return path.read_bytes()
    folder.mkdir(exist_ok=True)
    for split in filter(Path.is_dir, folder.iterdir()):  # earlier versions named files by their tasks
        shutil.rmtree(split, ignore_errors=True)
    with tempfile.NamedTemporaryFile(dir=folder, prefix=".key-") as drawn, suppress(FileExistsError):
        drawn.write(json.dumps(secrets.token_hex(32)).encode())
        drawn.flush()
        os.link(drawn.name, path)
    return path.read_bytes()


def _raw(family: TaskFamily, source: Source, scratch: Path, progress: Progress) -> Path:
    if source.path is not None:
        return source.path
    raw = scratch / "raw"
    raw.mkdir()
    family.synthesise(raw, source.seed, source.scale, progress)
    return raw


def _open_to_boxes(public: Path) -> None:
    """Agent code reads mounts under a uid of its own; the folders above stay closed to other users."""
    for path in (public, *public.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)


def _settle(growing: Path, root: Path) -> None:
    try:
        growing.rename(root)
    except OSError:  # another process finished the same build first; theirs is equal to ours
        if not (root / MANIFEST).is_file():
            shutil.rmtree(root)
            growing.rename(root)


def _digest(family: TaskFamily, source: Source, home: Path, progress: Progress) -> str:
    identity: dict[str, JsonValue] = {"family": family.name, "version": family.version, "kind": source.kind}
    if source.path is None:
        identity |= {"seed": source.seed, "scale": source.scale}
    else:
        files: dict[str, JsonValue] = {**fingerprint(source.path, home, progress)}
        identity |= {"tier": source.tier, "files": files}
    return hashlib.sha256(json.dumps(identity, sort_keys=True).encode()).hexdigest()
