"""Creating a bundle."""

from __future__ import annotations

import gzip
import hashlib
import os
import shutil
import tempfile
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from types import ModuleType

import medgym_bundle
import medgym_core
import medgym_sandbox
from medgym_bundle import packages
from medgym_bundle.archive import CHUNK, MANIFEST
from medgym_bundle.documentation import documentation
from medgym_bundle.installation import IMAGES
from medgym_bundle.machine import Machine, glibc_of, this_machine
from medgym_bundle.manifest import File, Manifest
from medgym_core import plugins
from medgym_core.builds.making import ensure_build
from medgym_core.errors import ConfigError, DataError
from medgym_core.family import TaskFamily
from medgym_core.registry.document import shipped
from medgym_core.source import Progress, silent
from medgym_sandbox import engine
from medgym_sandbox.image import ensure_image
from medgym_sandbox.wheels import pip

PROGRAM = {
    medgym_core: ("__init__", "errors/__init__", "files"),
    medgym_sandbox: ("__init__", "errors", "home"),
}
"""Modules of other packages that the program needs beside those of this one."""
_CREATING = ("cli", "creation", "documentation", "hooks", "packages")
_START = """\
import sys

if "{python}" != "%s %s.%s" % (sys.implementation.name, sys.version_info[0], sys.version_info[1]):
    sys.exit("Error: this bundle is made for {python}; run it with that interpreter: python{minor} FILE")

from pathlib import Path

from medgym_bundle.program import main

sys.exit(main(Path(__file__).parent))
"""
"""Runs in every Python since 3.3, to say which one is needed."""
_EPOCH = (1980, 1, 1, 0, 0, 0)
"""Time of every file, so that equal contents make equal bundles."""


@dataclass(frozen=True)
class Created:
    """A bundle that was made."""

    path: Path
    """The file."""
    size: int
    """Bytes."""
    sha256: str
    """Of the whole file, hex, to be compared after it was carried over."""
    manifest: Manifest
    """What it holds."""


@dataclass(frozen=True)
class Contents:
    """What to put in beside packages."""

    extras: tuple[str, ...] = ("llm",)
    """Extras of the core and of its tools."""
    images: bool = False
    """The images of the families' boxes."""
    builds: bool = False
    """Synthetic builds of the families."""


def create(
    out: Path, names: Sequence[str], contents: Contents, home: Path, progress: Progress = silent
) -> Created:
    """Create the bundle ``out`` of the installed families ``names`` (all, if empty).

    ``home`` keeps builds. What goes wrong leaves no ``out``.

    Raises:
        ConfigError: if ``out`` exists, a family is not installed, or a package cannot be had.
        DataError: if a build may not leave this machine, or the bundle would exceed 2 GiB.
        SandboxError: if an image cannot be made.
    """
    if out.exists():
        raise ConfigError(f"{out} exists already; choose another name")
    families = [plugins.family(name) for name in names or _installed()]
    if contents.builds:
        _refuse_labelled(families)
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out.parent, prefix=f".{out.name}-") as scratch:
        folder = Path(scratch) / "contents"
        environment = _wheels(families, contents.extras, folder / "wheels", progress)
        images = _images(families, folder / IMAGES, home, progress) if contents.images else ()
        files = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
        files |= {f"docs/{name}": path for name, path in documentation().items()}
        files |= _builds(families, home, progress) if contents.builds else {}
        files |= {"registry.json": shipped(), **program()}
        manifest = Manifest(
            medgym=version(packages.CORE),
            families={family.name: family.version for family in families},
            machine=_machine(path.name for path in (folder / "wheels").iterdir()),
            environment=environment,
            images=images,
            files={},
        )
        progress(f"writing {out}", None)
        return pack(out, manifest, files, Path(scratch))


def pack(out: Path, manifest: Manifest, files: Mapping[str, Path], scratch: Path) -> Created:
    """Write ``files`` by name, the program's start and ``manifest``, which lists them, to ``out``."""
    start = scratch / "start"
    python = manifest.machine.python
    start.write_text(_START.format(python=python, minor=python.split()[1]), encoding="utf-8")
    files = {"__main__.py": start, **dict(sorted(files.items()))}
    listed = {name: _described(path) for name, path in files.items()}
    manifest = Manifest(**{**vars(manifest), "files": listed})
    (scratch / MANIFEST).write_text(manifest.text(), encoding="utf-8")
    growing = scratch / "bundle"
    with growing.open("wb") as stream:
        stream.write(b"#!/usr/bin/env python3\n")
        try:
            with zipfile.ZipFile(stream, "w", allowZip64=False) as archive:
                for name, path in {**files, MANIFEST: scratch / MANIFEST}.items():
                    _add(archive, name, path)
        except zipfile.LargeZipFile as error:
            raise DataError(
                f"{out} would exceed 2 GiB, which Python 3.11 cannot run; make several, each with some "
                f"--family, or leave out --image or --data"
            ) from error
    growing.chmod(0o755)
    found = _described(growing)
    os.replace(growing, out)
    return Created(out, found.size, found.sha256, manifest)


def _installed() -> list[str]:
    return [item.name for item in plugins.installed()]


def _wheels(
    families: Iterable[TaskFamily], extras: tuple[str, ...], out: Path, progress: Progress
) -> tuple[str, ...]:
    """Wheels of the environment and of every box; returns the pins of the environment."""
    out.mkdir(parents=True)
    names = {family.name for family in families}
    providers = [item.distribution for item in plugins.installed() if item.name in names]
    providers += sorted({item.distribution for item in plugins.installed("medgym_commands") if item.hook})
    requirements = [family.environment.recipe / "requirements.txt" for family in families]
    lists = {path.read_bytes(): path for path in requirements}.values()
    progress("fetching packages", None)
    with tempfile.TemporaryDirectory() as scratch:
        tool = pip(Path(scratch))
        environment = packages.fetch_environment(tool, providers, extras, out)
        for number, path in enumerate(lists, 1):
            progress(f"fetching packages of boxes ({number} of {len(lists)})", None)
            packages.fetch_boxes(tool, path, out)
    return environment


def _machine(wheels: Iterable[str]) -> Machine:
    here = this_machine()
    return Machine(here.python, here.platform, glibc_of(wheels, here))


def _images(families: Iterable[TaskFamily], out: Path, home: Path, progress: Progress) -> tuple[str, ...]:
    """Images of all families in one file, so that common layers are there once; returns their references."""
    images = [ensure_image(family.environment, home, progress) for family in families]
    references = tuple(sorted({image.reference for image in images}))
    progress(f"saving {len(references)} images", None)
    with out.open("wb") as raw, gzip.GzipFile("", "wb", mtime=0, fileobj=raw) as stream:
        for chunk in engine.save(references):
            stream.write(chunk)
    return references


def _refuse_labelled(families: Iterable[TaskFamily]) -> None:
    for family in families:
        if (tier := family.default_source().tier).labelled:
            raise DataError(
                f"{family.name} would be built of {tier} data, and no bundle carries such data; leave out "
                f"--data, and build it where the data may be"
            )


def _builds(families: Iterable[TaskFamily], home: Path, progress: Progress) -> dict[str, Path]:
    """Files of the families' synthetic builds, made now unless they stand."""
    found = {}
    for family in families:
        build = ensure_build(family, family.default_source(), home, progress)
        for path in build.root.rglob("*"):
            if path.is_symlink():
                raise DataError(f"{path} is a link, which no bundle carries; leave out --data")
            if path.is_file():
                found[f"builds/{build.root.name}/{path.relative_to(build.root).as_posix()}"] = path
    return found


def program() -> dict[str, Path]:
    """Modules of the program, by their name in the archive."""
    own = [path.stem for path in _folder(medgym_bundle).glob("*.py") if path.stem not in _CREATING]
    modules = [(_folder(package), name) for package, names in PROGRAM.items() for name in names]
    modules += [(_folder(medgym_bundle), name) for name in own]
    return {f"{folder.name}/{name}.py": folder / f"{name}.py" for folder, name in modules}


def _folder(package: ModuleType) -> Path:
    return Path(str(package.__file__)).parent


def _described(path: Path) -> File:
    with path.open("rb") as stream:
        digest = hashlib.file_digest(stream, "sha256").hexdigest()
    return File(path.stat().st_size, digest)


def _add(archive: zipfile.ZipFile, name: str, path: Path) -> None:
    member = zipfile.ZipInfo(name, _EPOCH)
    packed = path.suffix in (".whl", ".gz")
    member.compress_type = zipfile.ZIP_STORED if packed else zipfile.ZIP_DEFLATED
    member.external_attr = 0o644 << 16
    member.file_size = path.stat().st_size
    with path.open("rb") as source, archive.open(member, "w") as target:
        shutil.copyfileobj(source, target, CHUNK)
