"""Files as their publishers give them: fetched once, checked, and shared by all families that read them.

They lie in ``HOME/downloads/files/ID``. Who has no network puts them there by hand; they are checked alike.
"""

from __future__ import annotations

import fcntl
import logging
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from medgym_core.access.keeping import close_to_others, refuse_exposed
from medgym_core.download.contract import Remote
from medgym_core.errors import DataError
from medgym_core.source import Progress, silent
from medgym_fetch.checksum import checksum, listed, wanted
from medgym_fetch.credential import credential
from medgym_fetch.transfer import RefusedError, Transfer, UnreachableError

MOST = 4
"""Files that a message names where all would be too many."""
PARTS = ".parts"
"""Folder of what is not whole yet."""


def folder_of(remote: Remote, home: Path) -> Path:
    """Where the files of ``remote`` lie."""
    return home / "downloads" / "files" / remote.id


def ensure_files(
    remote: Remote, home: Path, progress: Progress = silent, pause_s: float = 1.0
) -> dict[str, Path]:
    """Every file of ``remote`` by name, whole and right: those that lie there, and the others fetched now.

    Args:
        remote: what is wanted.
        home: folder below which it is kept.
        progress: called with the bytes that come.
        pause_s: before a second try, seconds.

    Raises:
        ConfigError: if the package that fetches is missing, or the user's name at the publisher.
        DataError: if a file is not given, or is not what it should be; files that came whole are kept.
    """
    folder = folder_of(remote, home)
    refuse_exposed(folder, remote.tier)
    folder.mkdir(parents=True, exist_ok=True)
    close_to_others(folder, remote.tier)
    with _alone(folder, progress):
        transfer = Transfer(folder / PARTS, progress=progress, pause_s=pause_s)
        expected = wanted(remote, _listing(remote, folder, transfer))
        missing = [name for name, value in expected.items() if not _lies(folder / name, value)]
        if missing:
            transfer.expected = {url: expected[name] for name, url in _urls(remote, expected).items()}
            transfer.credential = _credential(remote)
            _fetch(remote, folder, missing, expected, transfer)
    return {name: folder / name for name in expected}


@contextmanager
def _alone(folder: Path, progress: Progress) -> Iterator[None]:
    """One process at a time writes into a folder."""
    with (folder / ".lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            progress("waiting for another `medgym data fetch`", None)
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _lies(path: Path, expected: str) -> bool:
    return path.is_file() and checksum(path, expected) == expected


def _credential(remote: Remote) -> tuple[str, str] | None:
    return credential(remote, urlsplit(remote.base).hostname or "") if remote.tier.labelled else None


def _listing(remote: Remote, folder: Path, transfer: Transfer) -> dict[str, str]:
    """What the publisher's list states; the list is kept, and holds from then on."""
    if remote.listing is None or all(remote.files.values()):
        return {}
    path = folder / remote.listing.file
    if not path.is_file():
        transfer.credential = _credential(remote)
        with _explained(remote, folder, {path.name: remote.listing.url, **_urls(remote, remote.files)}):
            transfer(remote.listing.url, path)
    try:
        return listed(remote.listing, path.read_text(encoding="utf-8"))
    except (DataError, UnicodeDecodeError) as error:
        path.unlink()
        raise DataError(f"{error}; it is not kept: run the command again") from error


def _fetch(
    remote: Remote, folder: Path, missing: list[str], expected: Mapping[str, str], transfer: Transfer
) -> None:
    import pooch

    pooch.get_logger().setLevel(logging.WARNING)
    for number, name in enumerate(missing):
        known = expected[name] if expected[name].startswith("sha256:") else None
        (folder / name).unlink(missing_ok=True)
        with _explained(remote, folder, _urls(remote, missing[number:])):
            pooch.create(path=folder, base_url=remote.base, registry={name: known}).fetch(
                name, downloader=transfer
            )


def _urls(remote: Remote, names: Iterable[str]) -> dict[str, str]:
    return {name: remote.base + name for name in names}


@contextmanager
def _explained(remote: Remote, folder: Path, files: Mapping[str, str]) -> Iterator[None]:
    """What the failure of a transfer means to who asked for it."""
    try:
        yield
    except UnreachableError as error:
        names = ", ".join(f"{url} as {folder / name}" for name, url in list(files.items())[:MOST])
        more = f" and {len(files) - MOST} more of {remote.page}" if len(files) > MOST else ""
        raise DataError(
            f"{error}. Run the command again to go on where it stopped. Without a network here, download "
            f"elsewhere {names}{more}, and run it again: it checks what lies there"
        ) from error
    except RefusedError as error:
        raise DataError(f"{error}: {_refusal(remote, error.status)}") from error


def _refusal(remote: Remote, status: int) -> str:
    if status in (401, 403) and remote.tier.labelled:
        return (
            "the name in your netrc file, or its password, is not accepted; check both"
            if status == 401
            else f"your name there has not been given {remote.title}; sign its agreement at {remote.page}"
        )
    if status in (404, 410):
        return f"its publisher has moved it; see {remote.page}, and whether there is a newer medgym"
    return f"its publisher does not give it; see {remote.page}"
