"""Finding a dataset's files in a folder, and making sure that they are what they claim to be."""

from __future__ import annotations

import csv
import gzip
import zlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import IO

from medgym_core import DataError
from medgym_ehr.raw.layout import Layout, RawFile

_SUFFIXES = (".csv", ".csv.gz")
_SIGNATURES = {
    "MIMIC-IV": {"anchor_age", "admit_provider_id", "stay_id", "transfer_id", "icd_version"},
    "eICU": {"patientunitstayid", "patienthealthsystemstayid"},
    "MIMIC-III": {"icustay_id", "dod_hosp", "icd9_code"},
}
"""Columns that no other of these datasets has, in lower case."""


def find_files(layout: Layout, folder: Path) -> dict[str, Path]:
    """Each file of ``layout`` in ``folder``: ``NAME.csv`` or ``NAME.csv.gz``, in any case.

    Raises:
        DataError: if the folder or any file is missing (all are named), or one is there twice.
    """
    if not folder.is_dir():
        raise DataError(f"{folder} is not a folder; give the one that holds the files of {layout.title}")
    present = _listed(folder)
    missing = [name for name in layout.files if name.lower() not in present]
    if missing:
        raise DataError(_missing(layout, folder, missing))
    for name in layout.files:
        if len(present[name.lower()]) > 1:
            twins = " and ".join(path.name for path in present[name.lower()])
            raise DataError(f"{folder} holds both {twins}; keep one of them")
    return {name: present[name.lower()][0] for name in layout.files}


def match_header(layout: Layout, file: RawFile, path: Path) -> dict[str, str]:
    """For each column of ``file`` its spelling in the header of ``path``; case does not matter.

    Raises:
        DataError: if the file is empty or unreadable, or a column is missing or there twice.
    """
    header = read_header(path)
    spelling = {column.strip().lower(): column for column in header}
    missing = [column for column in file.columns if column.lower() not in spelling]
    if missing:
        foreign = _foreign(layout, header)
        origin = f"this looks like {foreign}" if foreign else "it may be of another version, or edited"
        raise DataError(f"{path}, line 1: the header lacks {', '.join(missing)}; {origin}; {_get(layout)}")
    twice = [c for c in file.columns if [h.strip().lower() for h in header].count(c.lower()) > 1]
    if twice:
        raise DataError(f"{path}, line 1: the header names {', '.join(twice)} twice; {_get(layout)}")
    return {column: spelling[column.lower()] for column in file.columns}


def read_header(path: Path) -> list[str]:
    """The columns that the first line names, as spelt there.

    Raises:
        DataError: if the file is empty or unreadable.
    """
    try:
        with open_text(path) as stream:
            header = next(csv.reader([stream.readline(1 << 20)]), [])
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise DataError(f"{path} is not whole gzip data ({error}); download it again") from error
    except (OSError, csv.Error) as error:
        raise DataError(f"{path}, line 1: {error}; check the file or download it again") from error
    if not header:
        raise DataError(f"{path} is empty; download it again")
    return header


def open_text(path: Path) -> IO[str]:
    """``path`` as text, unpacked if its name ends in ``.gz``; what is not UTF-8 is replaced."""
    if path.suffix.lower() == ".gz":
        return gzip.open(path, "rt", encoding="utf-8-sig", errors="replace", newline="")
    return path.open(encoding="utf-8-sig", errors="replace", newline="")


def _listed(folder: Path) -> Mapping[str, list[Path]]:
    listed: dict[str, list[Path]] = {}
    for path in sorted(folder.iterdir()):
        for suffix in _SUFFIXES:
            if path.name.lower().endswith(suffix) and path.is_file():
                listed.setdefault(path.name.lower().removesuffix(suffix), []).append(path)
    return listed


def _missing(layout: Layout, folder: Path, missing: Iterable[str]) -> str:
    children = [child for child in sorted(folder.iterdir()) if child.is_dir()]
    nested = [child for child in children if all(name.lower() in _listed(child) for name in layout.files)]
    present = _listed(folder)
    namesakes = [path for name in layout.files for path in present.get(name.lower(), [])]
    foreign = [title for path in namesakes if (title := _foreign_file(layout, path))]
    if {"hosp", "icu"} <= {child.name for child in children}:
        foreign.append("MIMIC-IV")
    if nested:
        fix = f"they are in {nested[0]}: give that folder"
    else:
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
