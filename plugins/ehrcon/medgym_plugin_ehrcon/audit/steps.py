"""What the reference of an audit does in its actions; runs in the box, on the standard library.

Each step reads what the one before it wrote in the work directory.
"""

import csv
import json
from collections.abc import Callable, Sequence
from typing import Any

Stated = tuple[int, int, str, Sequence[Any]]
"""Line, character, words and claims of a mention."""


def read_note(row_id: int) -> None:
    """Show a note with its lines numbered, and keep it in ``note.json``."""
    with open("data/audit-notes.csv", encoding="utf-8", newline="") as stream:
        note = next(row for row in csv.DictReader(stream) if row["ROW_ID"] == str(row_id))
    keep("note", note)
    for number, line in enumerate(note["TEXT"].split("\n"), 1):
        print(number, line)


def look_up(recorded: Callable[[int], Sequence[Any]]) -> None:
    """Keep what the tables record of the admission that the note names in ``records.json``."""
    rows = recorded(int(kept("note")["HADM_ID"]))
    keep("records", rows)
    print(len(rows), "records of", len({row[0] for row in rows}), "items")


def compare(inconsistent: Callable[..., Sequence[str]], mentions: Sequence[Stated]) -> None:
    """Keep what of the mentions the records contradict in ``findings.json``."""
    lines, rows, findings = kept("note")["TEXT"].split("\n"), kept("records"), []
    for line, character, text, claims in mentions:
        if not lines[line - 1].startswith(text, character - 1):
            raise ValueError(f"line {line} of the note does not say {text!r}")
        if columns := inconsistent(rows, claims):
            findings.append({"line": line, "character": character, "columns": columns})
            print(line, text, "differs in", *columns)
    keep("findings", findings)


def keep(name: str, value: object) -> None:
    """Write a value into the work directory."""
    with open(f"{name}.json", "w", encoding="utf-8") as stream:
        json.dump(value, stream)


def kept(name: str) -> Any:
    """A value that an earlier step wrote."""
    with open(f"{name}.json", encoding="utf-8") as stream:
        return json.load(stream)
