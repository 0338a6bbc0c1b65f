"""A folder that is there whole or not at all."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from medgym_core.errors import ConfigError, DataError


@contextmanager
def whole_folder(out: Path) -> Iterator[Path]:
    """A folder to write into; it becomes ``out`` at the end, and is removed if anything goes wrong.

    Raises:
        ConfigError: if ``out`` holds something already, or cannot be made.
        DataError: if the disk refuses.
    """
    if out.exists() and not (out.is_dir() and not any(out.iterdir())):
        raise ConfigError(f"{out} exists already; choose another --out")
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        growing = Path(tempfile.mkdtemp(dir=out.parent, prefix=f".{out.name}-"))
    except OSError as error:
        raise ConfigError(f"cannot make {out}: {error.strerror}; choose another --out") from error
    try:
        yield growing
        os.replace(growing, out)
    except OSError as error:
        why = error.strerror or error
        raise DataError(f"{out} cannot be written ({why}); nothing is left of it: free some space") from error
    finally:
        shutil.rmtree(growing, ignore_errors=True)
