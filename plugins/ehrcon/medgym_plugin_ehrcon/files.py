"""The files of a build that several modules name, and how those of notes and terms are written."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from pathlib import Path

from medgym_plugin_ehrcon.mention import Synonyms
from medgym_plugin_ehrcon.release import COLUMNS, Note

DATABASE, NOTES, SYNONYMS = "ehrcon.sqlite", "notes.csv", "synonyms.csv"
"""Files of the public half."""
AUDIT_NOTES, AUDIT_SYNONYMS = "audit-notes.csv", "audit-synonyms.csv"
"""Those of notes to audit."""


def write_notes(path: Path, notes: Iterable[Note]) -> None:
    """Write notes with the published columns."""
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows({**note.fields, "ROW_ID": note.row_id, "HADM_ID": note.hadm_id} for note in notes)


def write_synonyms(path: Path, synonyms: Synonyms) -> None:
    """Write terms, each with every name that it may have."""
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(("term", "name"))
        writer.writerows((term, name) for term, names in sorted(synonyms.items()) for name in sorted(names))
