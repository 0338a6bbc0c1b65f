"""Recipes: the folders that images are built from, and the names they give to images."""

from __future__ import annotations

import hashlib
import re
import tarfile
import tempfile
from importlib.resources import as_file, files
from pathlib import Path
from typing import IO

from medgym_core.family import BoxEnvironment


def reference(environment: BoxEnvironment) -> str:
    """``medgym-NAME:DIGEST``; the name is the plugin's, or that of the recipe's folder."""
    folder = environment.recipe.resolve()
    name = folder.parent.name.removeprefix("medgym_plugin_") if folder.name == "image" else folder.name
    plain = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "recipe"
    return f"medgym-{plain}:{digest(environment)[:12]}"


def base_reference(ground: str) -> str:
    """``medgym-base:DIGEST``, for the base on the image whose id is ``ground``."""
    return f"medgym-base:{hashlib.sha256(base_dockerfile() + ground.encode()).hexdigest()[:12]}"


def digest(environment: BoxEnvironment) -> str:
    """sha256 over the base's Dockerfile and every file of the recipe, hex."""
    total = hashlib.sha256(base_dockerfile())
    for path in _files(environment.recipe):
        content = path.read_bytes()
        total.update(f"\0{path.relative_to(environment.recipe)}\0{len(content)}\0".encode() + content)
    return total.hexdigest()


def base_dockerfile() -> bytes:
    """The Dockerfile of the base."""
    return files("medgym_core.sandbox").joinpath("base/Dockerfile").read_bytes()


def base_archive() -> IO[bytes]:
    """The build context of the base."""
    with as_file(files("medgym_core.sandbox").joinpath("base")) as folder:
        return archive(folder)


def archive(folder: Path) -> IO[bytes]:
    """The files of ``folder`` as a build context, kept on disk since wheels may be large; to be closed."""
    context = tempfile.TemporaryFile()  # noqa: SIM115 - the caller closes it
    with tarfile.open(fileobj=context, mode="w") as writer:
        for path in _files(folder):
            writer.add(path, str(path.relative_to(folder)))
    context.seek(0)
    return context


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
