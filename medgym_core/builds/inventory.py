"""What a finished build holds, so that a damaged one is noticed when it is opened."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from pydantic import ConfigDict

from medgym_core.errors import DataError
from medgym_sandbox.boundary.frozen import Frozen

HALVES = ("public", "private")


class Item(Frozen):
    """One file of a build."""

    model_config = ConfigDict(extra="ignore")  # earlier builds also say when a file was changed

    bytes: int
    """Its size."""
    sha256: str
    """Hash of its content, hex."""


def inventory(root: Path) -> dict[str, Item]:
    """Every file of both halves of the build at ``root``, by path relative to it."""
    return {path.relative_to(root).as_posix(): _item(path) for path in _files(root)}


def refuse_damaged(root: Path, items: dict[str, Item], name: str) -> None:
    """Hold the files of the build of family ``name`` at ``root`` against what it held when it was finished.

    What has come since, such as computed gold, is nobody's business here. A process reads the content of a
    file once, and again only after a change.

    Raises:
        DataError: if a file is missing, or is not as it was, with how to make the build anew.
    """
    for path, item in items.items():
        if fault := _fault(root / path, item):
            raise DataError(
                f"the build of {name} at {root} is damaged: {path} {fault}; remove that folder and make it "
                f"anew with `medgym data build {name}`"
            )


def _files(root: Path) -> Iterator[Path]:
    for half in HALVES:
        yield from (path for path in sorted((root / half).rglob("*")) if path.is_file())


def _item(path: Path) -> Item:
    status = path.stat()
    return Item(bytes=status.st_size, sha256=_hash(path, status.st_size, status.st_mtime_ns))


def _fault(path: Path, item: Item) -> str:
    try:
        status = path.stat()
        if status.st_size != item.bytes:
            return f"has {status.st_size} bytes, not {item.bytes}"
        if _hash(path, status.st_size, status.st_mtime_ns) != item.sha256:
            return "has another content"
    except FileNotFoundError:
        return "is missing"
    except OSError as error:
        return f"cannot be read ({error.strerror})"
    return ""


@lru_cache(maxsize=4096)
def _hash(path: Path, size: int, changed: int) -> str:
    """The hash of a file that had this size and time of its last change when it was asked for."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
