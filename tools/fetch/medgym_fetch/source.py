"""A source of a family, fetched whole: a folder made of published files, and the record of what it holds."""

from __future__ import annotations

import os
import shutil
from datetime import UTC, datetime
from pathlib import Path

from medgym_core.access.keeping import close_to_others
from medgym_core.builds.fingerprint import fingerprint
from medgym_core.download.contract import Download
from medgym_core.download.named import Fetched, Origin, folder_of, record_path
from medgym_core.files import replace_file, whole_folder
from medgym_core.source import Progress, silent
from medgym_fetch.cache import ensure_files


def fetch(
    family: str,
    name: str,
    download: Download,
    home: Path,
    progress: Progress = silent,
    pause_s: float = 1.0,
) -> Path:
    """The folder of the source ``name`` of ``family``, whole; what lacks is fetched.

    The record goes first and comes last, so that an interruption leaves no folder that looks whole.

    Raises:
        ConfigError, DataError: as :func:`medgym_fetch.cache.ensure_files`.
    """
    folder = folder_of(family, name, home.resolve())
    files = {
        f"{below}/{file}" if below else file: path
        for below, remote in download.parts.items()
        for file, path in ensure_files(remote, home.resolve(), progress, pause_s).items()
    }
    record_path(folder).unlink(missing_ok=True)
    shutil.rmtree(folder, ignore_errors=True)
    with whole_folder(folder) as growing:
        for file, path in files.items():
            _link(path, growing / file)
    close_to_others(folder, download.tier)
    made = Fetched(
        family=family,
        name=name,
        tier=download.tier,
        origins=tuple(
            Origin(remote=part.id, base=part.base, licence=part.licence, checked_by=part.checked_by)
            for part in download.parts.values()
        ),
        files=fingerprint(folder, home, progress),
        fetched=datetime.now(UTC).isoformat(timespec="seconds"),
    )
    replace_file(record_path(folder), made.model_dump_json(indent=1).encode())
    return folder


def _link(path: Path, to: Path) -> None:
    """The same file under another name, or a copy where the file system has no links."""
    to.parent.mkdir(parents=True, exist_ok=True)
    try:
        os.link(path, to)
    except OSError:
        shutil.copyfile(path, to)
