"""Builds and gold, made when they are first asked for and kept."""

from __future__ import annotations

import hashlib
import json
import shutil
import tempfile
from pathlib import Path

from pydantic import JsonValue

from medgym_core.access.keeping import close_to_others, refuse_exposed
from medgym_core.builds.fingerprint import fingerprint
from medgym_core.errors import DataError
from medgym_core.family import TaskFamily
from medgym_core.files import replace_file
from medgym_core.source import Build, Progress, Source, silent
from medgym_core.task import Gold, Task


def ensure_build(family: TaskFamily, source: Source, home: Path, progress: Progress = silent) -> Build:
    """The build of ``family`` from ``source`` below ``home``, made now unless it stands already.

    An interrupted build leaves nothing behind: it grows in a temporary folder that is renamed when whole.

    Raises:
        DataError: if the raw data is missing or malformed, or is labelled and ``home`` within a git checkout.
    """
    digest = _digest(family, source, home, progress)
    root = home.resolve() / "builds" / digest[:24]
    build = Build(
        family=family.name, version=family.version, digest=digest, tier=source.tier, source=source, root=root
    )
    if (root / "build.json").is_file():
        return build
    refuse_exposed(root.parent, source.tier)
    root.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with tempfile.TemporaryDirectory(dir=root.parent, prefix=".growing-") as scratch:
        growing = build.model_copy(update={"root": Path(scratch) / "build"})
        growing.public.mkdir(parents=True)
        growing.private.mkdir(mode=0o700)
        family.build(_raw(family, source, Path(scratch), progress), growing, progress)
        manifest = build.model_dump_json(exclude={"root"}, indent=1)
        (growing.root / "build.json").write_text(manifest)
        _open_to_boxes(growing.public)
        close_to_others(growing.root, source.tier)
        _settle(growing.root, root)
    return build


def load_build(root: Path) -> Build:
    """The build that stands at ``root``.

    Raises:
        DataError: if there is none.
    """
    root = root.resolve()
    manifest = root / "build.json"
    if not manifest.is_file():
        raise DataError(f"no finished build at {root}; run `medgym data build` to make one")
    return Build(root=root, **json.loads(manifest.read_text()))


def gold_of(family: TaskFamily, build: Build, task: Task) -> Gold:
    """The task's gold: from ``private/gold`` if stored, else computed now and stored there."""
    path = build.private / "gold" / task.split / f"{task.index}.json"
    try:
        return Gold(*json.loads(path.read_text()))
    except FileNotFoundError:
        pass
    gold = family.gold(build, task)
    path.parent.mkdir(parents=True, exist_ok=True)
    replace_file(path, json.dumps(gold.turns).encode())
    return gold


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
        if not (root / "build.json").is_file():
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
