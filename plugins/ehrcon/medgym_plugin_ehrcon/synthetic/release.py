"""Writing a release in the published layout: notes as CSV, labels as pickles of plain data."""

from __future__ import annotations

import csv
import pickle
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from medgym_patient.note import Note
from medgym_plugin_ehrcon.period import Frame
from medgym_plugin_ehrcon.release import CATEGORIES, COLUMNS, SPLITS
from medgym_plugin_ehrcon.synthetic.chart import Entry
from medgym_plugin_ehrcon.synthetic.labels import Label, Labeller, string_label
from medgym_plugin_ehrcon.synthetic.planting import Planted
from medgym_plugin_ehrcon.synthetic.version import version_of

_TITLES = {"discharge": "Discharge summary", "physician": "Physician ", "nursing": "Nursing"}


@dataclass(frozen=True)
class Written:
    """A finished note with what its labels stand on."""

    row_id: int
    subject_id: int
    hadm_id: int
    split: str
    admitted: datetime
    charted: datetime
    note: Note
    recorded: tuple[Entry, ...]
    planted: Planted

    @property
    def frame(self) -> Frame:
        """What its times are relative to."""
        return Frame(self.note.kind == "discharge", self.admitted.date(), self.charted.date())


def write_release(out: Path, notes: Sequence[Written]) -> None:
    """Write the folder ``dataset`` into ``out``."""
    labelled = [_labelled(note) for note in notes]
    for place, version in enumerate(("processed", "original")):
        for split in SPLITS:
            for category in CATEGORIES:
                chosen = [
                    (note, *versions[place])
                    for note, versions in zip(notes, labelled, strict=True)
                    if (note.split, note.note.kind) == (split, category)
                ]
                folder = out / "dataset" / version / split / category
                labels = folder / f"{category}_label"
                labels.mkdir(parents=True)
                _write(folder / f"{category}.csv", labels / f"{category}_{split}.pkl", chosen)


def _labelled(note: Written) -> tuple[tuple[str, list[Label]], ...]:
    """The text and the labels of the processed and of the original note."""
    processed, original = (version_of(note.note, processed) for processed in (True, False))
    labeller = Labeller(processed.lines, note.frame, note.recorded, note.planted)
    labels = {mention.stated: label for mention in processed.mentions if (label := labeller.label(mention))}
    lines = {mention.stated: mention.line + 1 for mention in original.mentions}
    moved = [
        {entity: {**found, "position": lines[stated]} for entity, found in label.items()}
        for stated, label in labels.items()
    ]
    both = ((processed.text, list(labels.values())), (original.text, moved))
    if note.note.kind != "physician":
        return both
    return tuple(_with_colour(text, found, note.charted) for text, found in both)


def _with_colour(text: str, labels: list[Label], charted: datetime) -> tuple[str, list[Label]]:
    """A note that states a string value too."""
    text += "\nUrine color yellow."
    return text, [*labels, string_label(text.count("\n") + 1, charted)]


def _write(table: Path, labels: Path, notes: Sequence[tuple[Written, str, list[Label]]]) -> None:
    with table.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows({**_fields(note), "TEXT": text} for note, text, _ in notes)
    annotated = {note.row_id: found for note, _, found in notes}
    labels.write_bytes(pickle.dumps(annotated, protocol=4))


def _fields(note: Written) -> dict[str, object]:
    admitted, charted = note.admitted, note.charted
    timed = note.note.kind != "discharge"
    return {
        "ROW_ID": note.row_id,
        "SUBJECT_ID": note.subject_id,
        "HADM_ID": float(note.hadm_id),
        "CHARTDATE": f"{charted:%Y-%m-%d}",
        "CHARTTIME": f"{charted:%Y-%m-%d %H:%M:%S}" if timed else "",
        "STORETIME": f"{charted:%Y-%m-%d %H:%M:%S}" if timed else "",
        "CATEGORY": _TITLES[note.note.kind],
        "DESCRIPTION": "Report",
        "ADMITTIME": f"{admitted:%Y-%m-%d %H:%M:%S}",
    }
