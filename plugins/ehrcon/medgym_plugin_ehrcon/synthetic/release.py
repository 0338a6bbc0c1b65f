"""Writing a release in the published layout: notes as CSV, labels as pickles of plain data."""

from __future__ import annotations

import csv
import pickle
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from medgym_plugin_ehrcon.release import CATEGORIES, COLUMNS, SPLITS
from medgym_plugin_ehrcon.synthetic.labels import label, string_label
from medgym_plugin_ehrcon.synthetic.moment import Frame
from medgym_plugin_ehrcon.synthetic.note import Text

_TITLES = {"discharge": "Discharge summary", "physician": "Physician ", "nursing": "Nursing"}


@dataclass(frozen=True)
class Written:
    """A finished note."""

    row_id: int
    split: str
    frame: Frame
    text: Text


def write_release(out: Path, notes: Sequence[Written]) -> None:
    """Write the folder ``dataset`` into ``out``."""
    for version in ("original", "processed"):
        for split in SPLITS:
            for category in CATEGORIES:
                chosen = [note for note in notes if (note.split, note.frame.category) == (split, category)]
                folder = out / "dataset" / version / split / category
                labels = folder / f"{category}_label"
                labels.mkdir(parents=True)
                _write(
                    folder / f"{category}.csv",
                    labels / f"{category}_{split}.pkl",
                    chosen,
                    version == "processed",
                )


def _write(table: Path, labels: Path, notes: Sequence[Written], processed: bool) -> None:
    annotated: dict[int, list[dict[str, object]]] = {}
    with table.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, COLUMNS, lineterminator="\n")
        writer.writeheader()
        for note in notes:
            text, statements = note.text.version(processed)
            annotated[note.row_id] = [label(said, line) for line, said in statements]
            if note.frame.category == "physician":
                text += "\nUrine color yellow."
                annotated[note.row_id].append(string_label(text.count("\n") + 1, note.frame.charted))
            writer.writerow({**_fields(note), "TEXT": text})
    labels.write_bytes(pickle.dumps(annotated, protocol=4))


def _fields(note: Written) -> dict[str, object]:
    stay, charted = note.frame.stay, note.frame.charted
    timed = note.frame.category != "discharge"
    return {
        "ROW_ID": note.row_id,
        "SUBJECT_ID": stay.subject_id,
        "HADM_ID": float(stay.hadm_id),
        "CHARTDATE": f"{charted:%Y-%m-%d}",
        "CHARTTIME": f"{charted:%Y-%m-%d %H:%M:%S}" if timed else "",
        "STORETIME": f"{charted:%Y-%m-%d %H:%M:%S}" if timed else "",
        "CATEGORY": _TITLES[note.frame.category],
        "DESCRIPTION": "Report",
        "ADMITTIME": f"{stay.admitted:%Y-%m-%d %H:%M:%S}",
    }
