"""Fetched sources by name: a folder made of published files, with a record of what it holds.

``HOME/downloads/sources/FAMILY/NAME`` is the folder and ``NAME.json`` beside it the record. Without one a
folder is not whole; with one, every file is held against it before anything is built, and the tier of what is
built is the one recorded.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from pydantic import ValidationError

from medgym_core.access import Tier
from medgym_core.builds.fingerprint import fingerprint
from medgym_core.download.contract import Download
from medgym_core.errors import ConfigError, DataError
from medgym_core.source import Progress, Source, silent
from medgym_sandbox.boundary.frozen import Frozen


class Origin(Frozen):
    """Where a part of a fetched source is from."""

    remote: str
    """Name and version of the published set."""
    base: str
    """What the address of each file began with."""
    licence: str
    """Its licence."""
    checked_by: str
    """How its files were checked."""


class Fetched(Frozen):
    """The record of a fetched source."""

    family: str
    """Family that reads it."""
    name: str
    """Its name there."""
    tier: Tier
    """How sensitive it is."""
    origins: tuple[Origin, ...]
    """Where its parts are from."""
    files: dict[str, str]
    """Each file by name, to its SHA-256, hex."""
    fetched: str
    """When, UTC, ISO 8601."""


def folder_of(family: str, name: str, home: Path) -> Path:
    """Where the source ``name`` of ``family`` lies once it is fetched."""
    return home / "downloads" / "sources" / family / name


def record_of(folder: Path) -> Fetched | None:
    """The record of the fetched source in ``folder``; None where nothing whole was fetched.

    Raises:
        DataError: if the record cannot be read.
    """
    path = record_path(folder)
    if not path.is_file():
        return None
    try:
        return Fetched.model_validate_json(path.read_bytes())
    except ValidationError as error:
        raise DataError(f"{path} is no record of a fetched source; remove it and fetch again") from error


def located(given: Path, family: str, known: Mapping[str, Download], home: Path) -> Path:
    """The path that ``given`` means: itself if something is there, else the fetched source of that name.

    Raises:
        ConfigError: if it names a source that is not fetched yet.
    """
    if given.exists() or str(given) not in known:
        return given
    folder = folder_of(family, str(given), home.resolve())
    if record_of(folder) is None:
        raise ConfigError(
            f"the source {given} of {family} is not here yet; run `medgym data fetch {family} {given}`"
        )
    return folder


def user_source(path: Path, tier: Tier, home: Path, progress: Progress = silent) -> Source:
    """The user's own copy at ``path``: of the tier recorded where it was fetched, else of ``tier``.

    Raises:
        DataError: if it was fetched, and is not what was fetched any more.
    """
    path = path.resolve()
    if (home / "downloads" / "sources").resolve() not in path.parents:
        return Source.user(path, tier)
    record = record_of(path)
    if record is None:
        return Source.user(path, tier)
    found = fingerprint(path, home, progress)
    if changed := sorted(name for name, _ in found.items() ^ record.files.items()):
        names = ", ".join(dict.fromkeys(changed))
        raise DataError(
            f"{path} is not what was fetched ({names}); run `medgym data fetch {record.family} "
            f"{record.name}`, or give a copy of your own elsewhere"
        )
    return Source.user(path, record.tier)


def record_path(folder: Path) -> Path:
    """Where the record of the fetched source in ``folder`` stands."""
    return folder.with_name(f"{folder.name}.json")
