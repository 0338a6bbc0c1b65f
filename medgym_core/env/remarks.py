"""What is said of the form of declared files while they can still be changed; never of their content."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from medgym_core.task import FileSpec
from medgym_core.verifier.prediction_file import remark
from medgym_sandbox.backend import FileRefused, Sandbox


def remarks(box: Sandbox, files: Iterable[FileSpec], said: dict[str, str]) -> Iterator[str]:
    """What is to be said now; ``said`` has what was last said of each file, and is kept up to date."""
    for file in files:
        if not file.columns or file.format != "csv":
            continue
        try:
            found = remark(file.path, box.read(file.path, file.max_bytes), file.columns)
        except FileRefused:
            found = ""
        if found != said.get(file.path, ""):
            yield found
        said[file.path] = found
