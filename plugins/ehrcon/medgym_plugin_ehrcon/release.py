"""The files of the EHRCon release: notes as CSV, labels as pickles, in folders by split and note type.

Layout: ``dataset/{original,processed}/{test,valid}/{discharge,nursing,physician}/``, each with CSV files of
notes and folders ``*_label`` of pickles. The processed notes are read: in them, what the database cannot
hold (the history before admission, plans) is left out.

Source: Kwon et al. 2024, EHRCon v1.0.0, doi:10.13026/2nb5-nf74.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator, Mapping
from datetime import date, datetime
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from medgym_core import DataError
from medgym_ehr.raw.folder import read_header
from medgym_plugin_ehrcon.period import Frame
from medgym_plugin_ehrcon.plain_pickle import read_plain
from medgym_raw import base_name, open_text

VERSION = "processed"
AUDIT = "audit"
"""Folder of a source that holds a release of notes to audit; published files have none."""
SPLITS = ("test", "valid")
CATEGORIES = ("discharge", "physician", "nursing")
"""Note types, as the folders are called."""
COLUMNS = (
    *("ROW_ID", "SUBJECT_ID", "HADM_ID", "CHARTDATE", "CHARTTIME", "STORETIME", "CATEGORY", "DESCRIPTION"),
    *("CGID", "ISERROR", "TEXT", "ADMITTIME"),
)
"""Columns of the notes' CSV files, in published order; more are permitted."""
_NOT_FACTS = ("label", "errors")


class Note(NamedTuple):
    """One note."""

    fields: Mapping[str, str]
    """Column of :data:`COLUMNS` to what the file holds."""
    split: str
    """``test`` or ``valid``."""
    category: str
    """Note type."""
    row_id: int
    """Its number."""
    subject_id: int
    """Its patient."""
    hadm_id: int
    """Its admission."""
    charted: date
    """Chart date."""
    admitted: date
    """Day of admission."""

    @property
    def lines(self) -> list[str]:
        """The lines of the text; line 1 comes first."""
        return self.fields["TEXT"].split("\n")

    @property
    def frame(self) -> Frame:
        """What its times are relative to."""
        return Frame(self.category == "discharge", self.admitted, self.charted)


class Check(NamedTuple):
    """One entry of an annotation's data: facts looked for in one table, and what was found."""

    table: str
    """The table, in lower case; ``_icd`` is part of the names of diagnoses and procedures."""
    facts: Mapping[str, str]
    """Column, in lower case, to the text that the note states."""
    wrong: tuple[str, ...]
    """Columns named inconsistent; none where all agrees."""


class Annotation(NamedTuple):
    """One annotated entity of a note."""

    row_id: int
    """The note."""
    entity: str
    """The term in the note."""
    position: int
    """Its line."""
    entity_type: int
    """1 numeric, 2 existence, 3 string."""
    checks: tuple[Check, ...]
    """What it claims."""


class _Entity(BaseModel):
    """An annotation as it is stored."""

    model_config = ConfigDict(extra="ignore")

    data: list[dict[str, Any]] = Field(min_length=1)
    position: int
    entity_type: Annotated[int, Field(ge=1, le=3)]


_LABELS = TypeAdapter(dict[int, list[dict[str, _Entity]]])


def read_notes(root: Path) -> list[Note]:
    """All processed notes below ``root``, the folder that holds ``dataset``; by ROW_ID.

    Raises:
        DataError: if there are none, a column is missing, or a value cannot be.
    """
    notes: dict[int, Note] = {}
    for split, category, folder in _folders(root):
        for path in sorted(path for path in folder.iterdir() if base_name(path).endswith(".csv")):
            for note in _notes(path, split, category):
                if note.row_id in notes:
                    raise DataError(f"{path}: note {note.row_id} is there twice; keep one of its rows")
                notes[note.row_id] = note
    if not notes:
        raise DataError(f"no note in {root}/dataset/{VERSION}; {_GET}")
    return [notes[row_id] for row_id in sorted(notes)]


def read_annotations(root: Path) -> list[Annotation]:
    """All annotations of the processed notes, in the order of the files.

    Raises:
        DataError: if there are none, or a file is no pickle of plain data in the published form.
    """
    found: list[Annotation] = []
    for _, _, folder in _folders(root):
        for path in sorted(folder.glob("*_label/*.pkl")):
            found += _annotations(path)
    if not found:
        raise DataError(f"no label in {root}/dataset/{VERSION}/*/*/*_label; {_GET}")
    return found


_GET = (
    "get EHRCon from https://physionet.org/content/ehrcon-consistency-of-notes/1.0.0/ and leave it as it is"
)


def _folders(root: Path) -> Iterator[tuple[str, str, Path]]:
    if not (root / "dataset" / VERSION).is_dir():
        raise DataError(
            f"{root} has the tables of MIMIC-III and no notes: there is no folder dataset/{VERSION}. Notes "
            f"with their labels come with EHRCon alone, for admissions of the complete MIMIC-III; "
            f"{_GET}, with its folder dataset in {root}"
        )
    for split in SPLITS:
        for category in CATEGORIES:
            folder = root / "dataset" / VERSION / split / category
            if not folder.is_dir():
                raise DataError(f"{folder} is missing; {_GET}")
            yield split, category, folder


def _notes(path: Path, split: str, category: str) -> Iterator[Note]:
    header = {name.strip().upper() for name in read_header(path)}
    if "TEXT" not in header and "ROW_ID" not in header:
        return  # no file of notes
    if missing := [name for name in COLUMNS if name not in header]:
        raise DataError(f"{path}, line 1: the header lacks {', '.join(missing)}; {_GET}")
    csv.field_size_limit(min(sys.maxsize, 2**31 - 1))
    with open_text(path, errors="replace") as stream:
        reader = csv.DictReader(stream, strict=True)
        reader.fieldnames = [name.strip().upper() for name in reader.fieldnames or ()]
        try:
            for fields in reader:
                yield _note({name: fields[name] or "" for name in COLUMNS}, split, category)
        except (csv.Error, ValueError, TypeError) as error:
            raise DataError(
                f"{path}, before line {reader.line_num + 1}: {error}; download it again"
            ) from error


def _note(fields: dict[str, str], split: str, category: str) -> Note:
    row_id, subject_id, hadm_id = (int(float(fields[name])) for name in ("ROW_ID", "SUBJECT_ID", "HADM_ID"))
    charted, admitted = (datetime.fromisoformat(fields[name]).date() for name in ("CHARTDATE", "ADMITTIME"))
    fields["TEXT"] = fields["TEXT"].replace("\r\n", "\n")
    return Note(fields, split, category, row_id, subject_id, hadm_id, charted, admitted)


def _annotations(path: Path) -> Iterator[Annotation]:
    try:
        labels = _LABELS.validate_python(read_plain(path))
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise DataError(f"{path}, at {where}: {first['msg']}; {_GET}") from error
    for row_id, annotated in labels.items():
        for entity, stored in (pair for entry in annotated for pair in entry.items()):
            checks = tuple(check for entry in stored.data for check in _checks(path, entry))
            yield Annotation(row_id, entity, stored.position, stored.entity_type, checks)


def _checks(path: Path, entry: Mapping[str, Any]) -> Iterator[Check]:
    wrong = str(entry.get("label", "")).split("'")[1::2] if entry.get("errors") else []
    for table, facts in entry.items():
        if table in _NOT_FACTS:
            continue
        if not isinstance(facts, dict):
            raise DataError(f"{path}: the facts of table {table} are no mapping of columns; {_GET}")
        stated = {str(column).lower(): str(value) for column, value in facts.items() if value is not None}
        yield Check(_table(table.lower()), stated, tuple(column.lower() for column in wrong))


def _table(name: str) -> str:
    return f"{name}_icd" if name in ("diagnoses", "procedures") else name
