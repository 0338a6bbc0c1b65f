"""Where the hospitals of a copy lie: the one that is learned from, and maybe another."""

from __future__ import annotations

from pathlib import Path

from medgym_core import DataError
from medgym_raw import files

EVENTS = "data/ehrshot.csv"
"""File by which the folder of a copy is known as ``EHRSHOT_ASSETS``."""
OTHER = "other-site"
"""Name of the folder, or archive, with the ``EHRSHOT_ASSETS`` of another hospital."""


def hospitals(copy: Path) -> tuple[Path, Path | None]:
    """The folder ``EHRSHOT_ASSETS`` of a copy, and that of another hospital if there is one.

    Each is the uppermost that holds events, in any case of the letters; ``copy`` itself where none does.

    Raises:
        DataError: if a folder for another hospital holds files, but no events.
    """
    home, other, is_named = copy, None, False
    for path in reversed(files(copy)):
        parts = tuple(part.lower() for part in path.relative_to(copy).parts)
        is_other = any(part.partition(".")[0] == OTHER for part in parts[:-1])
        is_named |= is_other
        if "/".join(parts[-2:]) == EVENTS:
            home, other = (home, path.parents[1]) if is_other else (path.parents[1], other)
    if is_named and other is None:
        raise DataError(f"{OTHER} of {copy} holds no {EVENTS}; put the other hospital's EHRSHOT_ASSETS there")
    return home, other
