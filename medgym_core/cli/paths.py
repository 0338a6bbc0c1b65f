"""Types of options and arguments that name files and folders.

An empty name, as of a variable that a script did not set, is refused: it would mean the current folder.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click


class Named(click.Path):
    """A path of at least one character, as :class:`pathlib.Path`."""

    def __init__(self, **checks: bool) -> None:
        """With the checks of :class:`click.Path`."""
        super().__init__(path_type=Path, **checks)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path; fails for an empty name, and as :class:`click.Path` does."""
        if value == "":
            hint = "; for the current folder give ." if self.dir_okay else ""
            self.fail(f"the name is empty{hint}", param, ctx)
        return super().convert(value, param, ctx)


PATH = Named()
FOLDER = Named(file_okay=False)
FILE = Named(dir_okay=False)
EXISTING_FILE = Named(exists=True, dir_okay=False)
