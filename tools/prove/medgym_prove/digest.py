"""Digests of source: what findings and certificates stand on."""

from __future__ import annotations

import hashlib
import io
import json
import tokenize
import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path

import medgym_core
import medgym_prove
import medgym_reading
import medgym_sandbox
import medgym_statistics

LEFT_OVER = {"__pycache__", ".hypothesis", ".mypy_cache", ".pytest_cache", ".ruff_cache"}
"""Folders that tools make anew whenever they need them."""
_NOT_SOURCE = LEFT_OVER | {".git", ".tox", ".venv", "dist"}
_BESIDE = {"tests", "docs", "README.md", "DETAILS.md", "CHANGELOG.md", "LICENSE"}
"""What lies beside a plugin's package and decides no task and no verdict."""
_DECIDING_METADATA = (
    "name",
    "version",
    "requires-python",
    "dependencies",
    "optional-dependencies",
    "entry-points",
)
_DEVELOPMENT = {"mypy", "pytest", "ruff"}
"""Tools of a project file that decide no task and no verdict; nor do its dependency groups."""


def source_files(folder: Path) -> Iterator[Path]:
    """Every file below ``folder``, sorted, but for what tools leave there."""
    for path in sorted(folder.rglob("*")):
        inner = path.relative_to(folder).parts
        if path.is_file() and not _NOT_SOURCE & set(inner) and not inner[0].endswith(".egg-info"):
            yield path


def digest(files: Mapping[str, Path], read: Callable[[Path], bytes] = Path.read_bytes) -> str:
    """SHA-256 over names of ``files`` and what ``read`` finds in them, hex."""
    total = hashlib.sha256()
    for name, path in sorted(files.items()):
        content = read(path)
        total.update(f"{name}\0{len(content)}\0".encode())
        total.update(content)
    return total.hexdigest()


def decides(name: str) -> bool:
    """Whether a file of a plugin, by its name in the plugin's folder, can decide a task or a verdict."""
    return name.partition("/")[0] not in _BESIDE


def decisive(path: Path) -> bytes:
    """What of a file can decide: Python without comments, project metadata without what only describes."""
    content = path.read_bytes()
    if path.name == "pyproject.toml":
        return _metadata(content)
    if path.suffix != ".py":
        return content
    try:
        return _without_comments(content)
    except (tokenize.TokenError, SyntaxError):
        return content


def _metadata(content: bytes) -> bytes:
    project = tomllib.loads(content.decode())
    metadata = project.get("project", {})
    kept = {"project": {name: metadata[name] for name in _DECIDING_METADATA if name in metadata}}
    if "tool" in project:
        kept["tool"] = {name: table for name, table in project["tool"].items() if name not in _DEVELOPMENT}
    project.pop("dependency-groups", None)
    return json.dumps(project | kept, sort_keys=True, default=str).encode()


def _without_comments(content: bytes) -> bytes:
    """The lines that hold more than a comment, without it; docstrings stay, as prompts may quote them."""
    encoding, _ = tokenize.detect_encoding(io.BytesIO(content).readline)
    text = io.StringIO(content.decode(encoding), newline=None).read()
    lines = text.splitlines(keepends=True)
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            row, column = token.start
            before = lines[row - 1][:column].rstrip()
            lines[row - 1] = f"{before}\n" if before else ""
    return "".join(lines).encode()


@cache
def judge_digest() -> str:
    """Digest of what judges: the core, what it stands on and the checks, as source; read once a process."""
    judges = (medgym_core, medgym_sandbox, medgym_statistics, medgym_reading, medgym_prove)
    packages = [Path(str(package.__file__)).parent for package in judges]
    return digest(
        {
            path.relative_to(folder.parent).as_posix(): path
            for folder in packages
            for path in source_files(folder)
        }
    )
