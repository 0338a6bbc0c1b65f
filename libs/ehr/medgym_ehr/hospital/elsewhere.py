"""The family's questions asked at another hospital: a second database, and a split that is about it alone.

A source may hold the raw files of another hospital in the folder :data:`FOLDER`, laid out as its own. They
are made into a database as its own are, and asked the templates of the test by the same code. Without that
folder the split has no tasks.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from medgym_core import DataError, Split
from medgym_ehr.hospital.description import Hospital
from medgym_raw import files, told

SPLIT = "site"
"""Name of the split."""
FOLDER = "other-site"
"""The folder of the other hospital's files, at any depth of a source."""
TABLES = "tables-other-site.txt"
"""Tables and columns of its database, in the public half."""
LACKS = f"no folder {FOLDER} with another hospital's files: the split {SPLIT} has no tasks"
"""What is said where there is none."""


class Sources(NamedTuple):
    """The two hospitals of a source."""

    home: Path
    """The family's own files."""
    elsewhere: Path | None
    """The other hospital's; None where there are none."""


def site_split(hospital: Hospital, chance_rate: float) -> Mapping[str, Split]:
    """The split, if the hospital has another to be asked about."""
    if hospital.elsewhere is None:
        return {}
    size = hospital.elsewhere.size
    split = Split(size=size, evaluation=True, chance_rate=chance_rate, counted=False, novel="site")
    return {SPLIT: split}


@contextmanager
def parted(hospital: Hospital, raw: Path, scratch: Path) -> Iterator[Sources]:
    """The two hospitals of the folder ``raw``, which is one if the family asks about one alone.

    Args:
        hospital: the family's own.
        raw: the source, unpacked.
        scratch: where a folder of links to the family's own files is made, if others lie beside them.

    Raises:
        DataError: if there are two other hospitals.
    """
    folders = _folders(raw) if hospital.elsewhere else []
    if len(folders) > 1:
        both = " and ".join(told(folder, raw) for folder in folders[:2])
        raise DataError(f"{raw} holds both {both}; keep one of them")
    if not folders:
        yield Sources(raw, None)
        return
    (folder,) = folders
    with TemporaryDirectory(dir=scratch, prefix="home-") as made:
        for path in files(raw):
            if folder not in path.parents:
                place = Path(made) / path.relative_to(raw)
                place.parent.mkdir(parents=True, exist_ok=True)
                place.symlink_to(path.resolve())
        yield Sources(Path(made), folder)


def require_apart(hospital: Hospital, home: Path, elsewhere: Path) -> None:
    """Check that two databases are of two hospitals.

    Raises:
        DataError: if a patient, or whatever else tells hospitals apart, is in both.
    """
    for what, query in (hospital.elsewhere.apart if hospital.elsewhere else {}).items():
        if both := _found(home, query) & _found(elsewhere, query):
            raise DataError(
                f"{FOLDER} holds no other hospital: {len(both)} {what} are also in the files outside of it; "
                "divide the data by hospital, or leave the folder out"
            )


def _folders(raw: Path) -> list[Path]:
    """Folders named so that hold files, none within another."""
    found: dict[Path, None] = {}
    for path in files(raw):
        above = [folder for folder in path.parents if folder != raw and folder.is_relative_to(raw)]
        named = [folder for folder in above if folder.name.lower() == FOLDER]
        if named:
            found[named[-1]] = None
    return list(found)


def _found(database: Path, query: str) -> set[object]:
    with closing(sqlite3.connect(database)) as connection:
        return {value for (value,) in connection.execute(query)}
