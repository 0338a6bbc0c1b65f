"""Recipes: the folders that images are built from, and the names they give to images."""

from __future__ import annotations

import hashlib
import io
import re
import tarfile
import tempfile
from collections.abc import Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from typing import IO

from medgym_sandbox.spec import BoxEnvironment


def reference(environment: BoxEnvironment) -> str:
    """``medgym-NAME:DIGEST``, with the name of :func:`name_of`."""
    return f"medgym-{name_of(environment)}:{digest(environment)[:12]}"


def name_of(environment: BoxEnvironment) -> str:
    """The plugin's name, or that of the recipe's folder; a word in small letters and hyphens."""
    folder = environment.recipe.resolve()
    name = folder.parent.name.removeprefix("medgym_plugin_") if folder.name == "image" else folder.name
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "recipe"


def base_reference(ground: str) -> str:
    """``medgym-base:DIGEST``, for the base on the image whose id is ``ground``."""
    return f"medgym-base:{hashlib.sha256(_shipped('base') + ground.encode()).hexdigest()[:12]}"


def digest(environment: BoxEnvironment) -> str:
    """sha256 over the base's Dockerfile and every file of the recipe, hex."""
    total = hashlib.sha256(_shipped("base"))
    for name, content in sorted(_contents(environment).items()):
        total.update(f"\0{name}\0{len(content)}\0".encode() + content)
    return total.hexdigest()


def context(environment: BoxEnvironment) -> IO[bytes]:
    """The build context of a family's layer; to be closed."""
    return _archive(_contents(environment))


def base_context() -> IO[bytes]:
    """The build context of the base; to be closed."""
    return _archive({"Dockerfile": _shipped("base")})


def site_context(dockerfile: str, folder: Path) -> IO[bytes]:
    """A build context of ``dockerfile`` and the files of ``folder``; to be closed."""
    return _archive({"Dockerfile": dockerfile.encode(), **{p.name: p for p in sorted(folder.iterdir())}})


def _contents(environment: BoxEnvironment) -> dict[str, bytes]:
    """The recipe's files by name, with the usual Dockerfile if it has none of its own."""
    folder = environment.recipe
    files = (path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    own = {str(path.relative_to(folder)): path.read_bytes() for path in files}
    return own if "Dockerfile" in own else {**own, "Dockerfile": _shipped("family")}


@cache
def _shipped(name: str) -> bytes:
    return resources.files("medgym_sandbox").joinpath(f"dockerfiles/{name}.Dockerfile").read_bytes()


def _archive(contents: Mapping[str, bytes | Path]) -> IO[bytes]:
    """Files by name as an archive, on disk since wheels may be large."""
    archive = tempfile.TemporaryFile()  # noqa: SIM115 - the caller closes it
    with tarfile.open(fileobj=archive, mode="w") as writer:
        for name, content in contents.items():
            if isinstance(content, Path):
                writer.add(content, name)
            else:
                member = tarfile.TarInfo(name)
                member.size = len(content)
                writer.addfile(member, io.BytesIO(content))
    archive.seek(0)
    return archive
