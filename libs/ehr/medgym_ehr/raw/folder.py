"""Finding a dataset's files in a folder, and making sure that they are what they claim to be."""

from __future__ import annotations

import csv
import lzma
import zlib
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

from medgym_core import DataError
from medgym_ehr.raw.layout import Layout, RawFile
from medgym_raw import base_name, files, open_text, plain

_SIGNATURES = {
    "MIMIC-IV": {"anchor_age", "admit_provider_id", "stay_id", "transfer_id", "icd_version"},
    "eICU": {"patientunitstayid", "patienthealthsystemstayid"},
    "MIMIC-III": {"icustay_id", "dod_hosp", "icd9_code"},
}
"""Columns that no other of these datasets has, in lower case."""


def find_files(layout: Layout, folder: Path, may_lack: Collection[str] = ()) -> dict[str, Path]:
    """Each file of ``layout`` in or below ``folder``: ``NAME.csv``, packed or not, in any case.

    Of files with one name the uppermost counts, and a file of another dataset does not count at all.

    Args:
        layout: whose files.
        folder: where.
        may_lack: files that need not be there.

    Raises:
        DataError: if the folder or any file is missing (all are named), or one is there twice.
    """
    if not folder.is_dir():
        raise DataError(f"{folder} is not a folder; give the one that holds the files of {layout.title}")
    present = _listed(layout, folder)
    missing = [name for name in layout.files if name not in present and name not in may_lack]
    if missing:
        raise DataError(_missing(layout, folder, missing))
    for paths in present.values():
        if len(twins := [path for path in paths if len(path.parts) == len(paths[0].parts)]) > 1:
            both = " and ".join(str(path.relative_to(folder)) for path in twins)
            raise DataError(f"{folder} holds both {both}; keep one of them")
    return {name: paths[0] for name, paths in present.items()}


def match_header(layout: Layout, file: RawFile, path: Path, may_lack: Collection[str] = ()) -> dict[str, str]:
    """For each column of ``file`` its spelling in the header of ``path``; case and marks do not matter.

    Raises:
        DataError: if the file is empty or unreadable, or a column other than those of ``may_lack`` is
            missing, or one is there twice.
    """
    header = read_header(path)
    spelling = {plain(column): column for column in header}
    missing = [column for column in file.columns if plain(column) not in spelling]
    foreign = _foreign(layout, header) if missing else None
    if foreign or set(missing) - set(may_lack):
        origin = f"this looks like {foreign}" if foreign else "it may be of another version, or edited"
        raise DataError(f"{path}, line 1: the header lacks {', '.join(missing)}; {origin}; {_get(layout)}")
    twice = [c for c in file.columns if [plain(h) for h in header].count(plain(c)) > 1]
    if twice:
        raise DataError(f"{path}, line 1: the header names {', '.join(twice)} twice; {_get(layout)}")
    return {column: spelling[plain(column)] for column in file.columns if column not in missing}


def read_header(path: Path) -> list[str]:
    """The columns that the first line names, as spelt there.

    Raises:
        DataError: if the file is empty or unreadable.
    """
    try:
        with open_text(path, errors="replace") as stream:
            header = next(csv.reader([stream.readline(1 << 20)]), [])
    except (EOFError, zlib.error, lzma.LZMAError) as error:
        raise DataError(f"{path} is not whole packed data ({error}); download it again") from error
    except (OSError, csv.Error) as error:
        raise DataError(f"{path}, line 1: {error}; check the file or download it again") from error
    if not header:
        raise DataError(f"{path} is empty; download it again")
    return header


def _listed(layout: Layout, folder: Path) -> Mapping[str, list[Path]]:
    """Name of a file of the layout to where it lies, the uppermost first."""
    names = {f"{name.lower()}.csv": name for name in layout.files}
    listed: dict[str, list[Path]] = {}
    for path in files(folder):
        name = names.get(base_name(path))
        if name and (path.parent == folder or not _foreign_file(layout, path)):
            listed.setdefault(name, []).append(path)
    return listed


def _missing(layout: Layout, folder: Path, missing: Iterable[str]) -> str:
    names = {f"{name.lower()}.csv" for name in layout.files}
    namesakes = [path for path in files(folder) if base_name(path) in names]
    foreign = [title for path in namesakes if (title := _foreign_file(layout, path))]
    if {"hosp", "icu"} <= {child.name for child in folder.iterdir() if child.is_dir()}:
        foreign.append("MIMIC-IV")
    fix = (f"this looks like {foreign[0]}; " if foreign else "") + _get(layout)
    return f"{folder} lacks {', '.join(f'{name}.csv(.gz)' for name in missing)}; {fix}"


def _foreign(layout: Layout, header: Iterable[str]) -> str | None:
    """The dataset, other than the layout's, to which a header belongs, if it gives itself away."""
    columns = {column.strip().lower() for column in header}
    titles = (title for title, signature in _SIGNATURES.items() if columns & signature)
    return next((title for title in titles if not layout.title.startswith(title)), None)


def _foreign_file(layout: Layout, path: Path) -> str | None:
    try:
        return _foreign(layout, read_header(path))
    except DataError:
        return None


def _get(layout: Layout) -> str:
    return f"get the files of {layout.title} from https://physionet.org and leave them as they are"
