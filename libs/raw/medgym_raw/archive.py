"""Archives of a copy, as they were downloaded: unpacked for as long as the copy is read."""

from __future__ import annotations

import shutil
import tarfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from medgym_core import DataError
from medgym_raw.tree import files, told

TARS = (".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tar.xz", ".txz")
"""How names of tar archives end."""
DEPTH = 3
"""So many archives may lie within each other."""


@contextmanager
def unpacked(raw: Path, scratch: Path) -> Iterator[Path]:
    """``raw`` itself where no archive lies in it; else a folder of what it and its archives hold.

    Files of ``raw`` are links there, and an archive is a folder of its own name.

    Args:
        raw: folder, file or archive.
        scratch: the folder in which archives are unpacked; what was is gone afterwards.

    Raises:
        DataError: if an archive is damaged, locked, or larger than the space that is left.
    """
    if not any(map(_is_archive, files(raw))):
        yield raw
        return
    with TemporaryDirectory(dir=scratch, prefix="unpacked-") as made:
        folder = Path(made)
        for path in files(raw):
            place = folder / (path.relative_to(raw) if path != raw else path.name)
            place.parent.mkdir(parents=True, exist_ok=True)
            if _is_archive(path):
                _unpack(path, place, told(path, raw), DEPTH)
            else:
                place.symlink_to(path.resolve())
        yield folder


def _is_archive(path: Path) -> bool:
    return path.name.lower().endswith((".zip", *TARS))


def _unpack(path: Path, place: Path, name: str, depth: int) -> None:
    """Unpack into ``place``, and then each archive that lay in it, which goes."""
    place.mkdir(parents=True, exist_ok=True)
    try:
        if path.name.lower().endswith(".zip"):
            _unzip(path, place, name)
        else:
            _untar(path, place, name)
    except (OSError, EOFError, ValueError, RuntimeError, zipfile.BadZipFile, tarfile.TarError) as error:
        why = str(error).partition("\n")[0].rstrip(":") or type(error).__name__
        raise DataError(f"{name} cannot be unpacked ({why}); download it again") from error
    for inner in [path for path in files(place) if _is_archive(path)]:
        if not depth:
            raise DataError(f"{name} holds archives within archives within archives; unpack it yourself")
        packed = inner.rename(inner.with_name(f".{inner.name}"))
        _unpack(packed, inner, f"{name}/{told(inner, place)}", depth - 1)
        packed.unlink()


def _unzip(path: Path, place: Path, name: str) -> None:
    with zipfile.ZipFile(path) as packed:
        _refuse_large(sum(member.file_size for member in packed.infolist()), place, name)
        packed.extractall(place)


def _untar(path: Path, place: Path, name: str) -> None:
    with tarfile.open(path) as packed:
        for member in packed:
            _refuse_large(member.size, place, name)
            if member.isfile() or member.isdir():
                packed.extract(member, place, filter="data")


def _refuse_large(size: int, place: Path, name: str) -> None:
    if size > (free := shutil.disk_usage(place).free):
        raise DataError(f"{name} needs {size:,} bytes, and {free:,} are free in {place}; free some space")
