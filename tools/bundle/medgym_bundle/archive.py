"""Reading a bundle: every file held against its checksum."""

from __future__ import annotations

import errno
import hashlib
import zipfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING

from medgym_bundle.manifest import Manifest, parse
from medgym_core.errors import ConfigError, DataError

if TYPE_CHECKING:
    from medgym_core.source import Progress

MANIFEST = "manifest.json"
CHUNK = 2**20
"""Bytes read at a time."""
FIX = "fetch it anew"


class Archive:
    """An open bundle; to be closed."""

    def __init__(self, path: Path) -> None:
        """Reads the manifest alone.

        Raises:
            ConfigError: if there is no such file.
            DataError: if it is no whole bundle, or its names are not those that the manifest lists.
        """
        self.path = path
        if not path.is_file():
            raise ConfigError(f"there is no bundle at {path}")
        with ExitStack() as stack, self._damage():
            self._zip = stack.enter_context(zipfile.ZipFile(path))
            self.manifest: Manifest = parse(self._zip.read(MANIFEST))
            self._compare()
            stack.pop_all()

    def __enter__(self) -> Archive:
        """Itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        self._zip.close()

    def names(self, prefix: str) -> list[str]:
        """Names of the files that begin so, sorted."""
        return sorted(name for name in self.manifest.files if name.startswith(prefix))

    def verify(self, progress: Progress) -> None:
        """Read every file and hold it against its checksum; writes nothing.

        Raises:
            DataError: naming the first that differs.
        """
        total = sum(file.size for file in self.manifest.files.values()) or 1
        done = 0
        for name, file in self.manifest.files.items():
            progress("verifying", done / total)
            self._read(name, None)
            done += file.size

    def extract(self, name: str, path: Path) -> None:
        """Write the file ``name`` to ``path``, and hold it against its checksum.

        Raises:
            DataError: if it differs.
        """
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as out:
            self._read(name, out)

    def _compare(self) -> None:
        names, listed = self._zip.namelist(), {MANIFEST, *self.manifest.files}
        for name in sorted({*names} ^ listed):
            what = "is missing" if name in listed else "is not in its manifest"
            raise DataError(f"{name!r} {what}; {FIX}")
        if len(names) != len(listed):
            raise DataError(f"it holds a name twice; {FIX}")

    def _read(self, name: str, out: IO[bytes] | None) -> None:
        expected = self.manifest.files[name]
        digest, size = hashlib.sha256(), 0
        with self._damage(name), self._zip.open(name) as stream:
            while size <= expected.size and (chunk := stream.read(CHUNK)):
                size += len(chunk)
                digest.update(chunk)
                if out:
                    out.write(chunk)
        if (size, digest.hexdigest()) != (expected.size, expected.sha256):
            raise DataError(f"{self.path}: {name} is not what its checksum says; {FIX}")

    @contextmanager
    def _damage(self, name: str = "") -> Iterator[None]:
        """Damage shows in many ways, depending on where it lies."""
        try:
            yield
        except DataError as error:
            raise DataError(f"{self.path} cannot be used: {error}") from error
        except Exception as error:
            if isinstance(error, OSError) and error.errno != errno.EINVAL:  # which a mad offset leads to
                raise
            where = f" at {name}" if name else ""
            raise DataError(
                f"{self.path} is no whole bundle: it is truncated or damaged{where} ({error}); {FIX}"
            ) from error
