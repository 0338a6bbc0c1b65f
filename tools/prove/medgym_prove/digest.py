"""Digests of source: what findings and certificates stand on."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import medgym_core
import medgym_prove

_NOT_SOURCE = {
    "__pycache__",
    ".git",
    ".hypothesis",
    ".mypy_cache",
    ".pytest_cache",
    ".ruff_cache",
    ".tox",
    ".venv",
    "dist",
}


def source_files(folder: Path) -> Iterator[Path]:
    """Every file below ``folder``, sorted, but for what tools leave there."""
    for path in sorted(folder.rglob("*")):
        inner = path.relative_to(folder).parts
        if path.is_file() and not _NOT_SOURCE & set(inner) and not inner[0].endswith(".egg-info"):
            yield path


def digest(files: Mapping[str, Path]) -> str:
    """SHA-256 over names and bytes of ``files``, hex."""
    total = hashlib.sha256()
    for name, path in sorted(files.items()):
        content = path.read_bytes()
        total.update(f"{name}\0{len(content)}\0".encode())
        total.update(content)
    return total.hexdigest()


@cache
def judge_digest() -> str:
    """Digest of what judges, the core's source and that of the checks; read once a process."""
    packages = [Path(str(package.__file__)).parent for package in (medgym_core, medgym_prove)]
    return digest(
        {
            path.relative_to(folder.parent).as_posix(): path
            for folder in packages
            for path in source_files(folder)
        }
    )
