"""From raw MIMIC-III files and the EHRCon release to a build, and the synthetic files in the same layout.

A source is a folder with the 13 raw files and the release's folder ``dataset``. Labels are read as plain
data, never run (``plain_pickle.py``), and compared with what the label rule finds in the database
(``rule.py``): an annotation on which both agree can be asked about, any other is refused and counted.

Build layout: ``public/ehrcon.sqlite`` (13 tables), ``public/notes.csv``, ``public/synonyms.csv``,
``private/SPLIT.jsonl`` (mentions with their labels; of ``reworded`` also how each is put),
``private/report.json``, and the files of the audits (``audit/building.py``).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from medgym_core import Build, DataError, Progress
from medgym_ehr.ledger import half_of
from medgym_ehr.raw.reading import RawFolder
from medgym_plugin_ehrcon import files, oracle
from medgym_plugin_ehrcon.agreement import agreed_mentions, alike, gathered_synonyms
from medgym_plugin_ehrcon.audit.building import SPLITS as AUDITS
from medgym_plugin_ehrcon.audit.building import build_audits
from medgym_plugin_ehrcon.audit.inventory import Inventory, loaded
from medgym_plugin_ehrcon.claim import Mention
from medgym_plugin_ehrcon.correction import EACH, Correction, drawn
from medgym_plugin_ehrcon.database import build_database, open_raw
from medgym_plugin_ehrcon.release import AUDIT, CATEGORIES, VERSION, Note, read_annotations, read_notes
from medgym_plugin_ehrcon.report import Report, audited, portion
from medgym_plugin_ehrcon.rewording import SPLIT as REWORDED
from medgym_plugin_ehrcon.rewording import Put, restated
from medgym_plugin_ehrcon.selection import NOTES, SOURCE, draw, shuffled
from medgym_plugin_ehrcon.storage import lines_of, restored, stored
from medgym_plugin_ehrcon.synthetic import synthesise as synthesise_raw
from medgym_raw import root_of, unpacked

SIZES = {"train": 3229, "test": 976}
"""Tasks of our splits."""
CORRECTED = "ood"
"""The split of corrections."""
PUBLISHED = {"published-valid": "valid", "published-test": "test"}
"""Our name of a published split to the release's."""


def synthesise(out: Path, seed: int, scale: int | None, progress: Progress) -> None:
    """Write synthetic raw files and a release; ``scale`` counts notes, each of its own patient."""
    synthesise_raw(out, seed, scale or NOTES, progress)


def build(raw: Path, out: Build, progress: Progress) -> None:
    """Turn a source into a build.

    Raises:
        DataError: if a file is missing, damaged, of another version, or a label holds more than plain data.
    """
    with unpacked(raw, out.root.parent) as folder:
        _build(_release(folder), out, progress, open_raw(folder, progress))


def _release(folder: Path) -> Path:
    """The folder that holds EHRCon's folder ``dataset``; ``folder`` itself where none does."""
    found = root_of(folder, f"dataset/{VERSION}")
    return folder if found.name == AUDIT else found


def _build(raw: Path, out: Build, progress: Progress, folder: RawFolder) -> None:
    notes, annotations = read_notes(raw), read_annotations(raw)
    synonyms = gathered_synonyms(annotations)
    admissions = {note.hadm_id for note in notes}
    rows = build_database(folder, admissions, out.public / files.DATABASE, progress)
    refused: Counter[str] = Counter()
    agreed = agreed_mentions(annotations, notes, synonyms, out.public / files.DATABASE, refused, progress)
    files.write_notes(out.public / files.NOTES, notes)
    files.write_synonyms(out.public / files.SYNONYMS, synonyms)
    splits = _splits(agreed, notes)
    for name, chosen in splits.items():
        lines = "".join(f"{json.dumps(stored(mention))}\n" for mention in chosen)
        (out.private / f"{name}.jsonl").write_text(lines, encoding="utf-8")
    corrections = _corrections(agreed, notes, out.public / files.DATABASE)
    splits[CORRECTED] = [mention for mention, _ in corrections]
    lines = "".join(f"{json.dumps({**stored(one.mention), 'kind': one.kind})}\n" for one in corrections)
    (out.private / f"{CORRECTED}.jsonl").write_text(lines, encoding="utf-8")
    put = list(restated(splits["test"], alike(out.public / files.DATABASE, synonyms)))
    splits[REWORDED] = [mention for mention, _ in put]
    lines = "".join(f"{json.dumps({**stored(mention), 'put': how.model_dump()})}\n" for mention, how in put)
    (out.private / f"{REWORDED}.jsonl").write_text(lines, encoding="utf-8")
    audits = build_audits(raw, out, annotations, admissions, progress)
    report = Report(
        rows=rows,
        notes={category: sum(note.category == category for note in notes) for category in CATEGORIES},
        annotations=len(annotations),
        agreements=len(agreed),
        refused=dict(sorted(refused.items())),
        mentions=portion(agreed),
        splits={name: portion(chosen) for name, chosen in splits.items()},
        audits={name: audited(inventories) for name, inventories in audits.items()},
    )
    (out.private / "report.json").write_text(report.model_dump_json(indent=1), encoding="utf-8")


def size(build: Build, split: str) -> int:
    """Number of tasks of a split; published ones are those of a user's copy."""
    report = read_report(build)
    if split in AUDITS:
        return report.audits[split].notes
    if split in PUBLISHED and build.source.kind == "synthetic":
        return 0
    return report.splits[split].mentions


def asked(build: Build, split: str, index: int) -> Mention:
    """What one task about a mention is about; private.

    Raises:
        DataError: if there is no such task.
    """
    kept = json.loads(_line(build, split, index))
    kept.pop("put", None)
    return restored(kept, build.public / files.NOTES, build.public / files.SYNONYMS)


def correction(build: Build, split: str, index: int) -> Correction:
    """What one correction is about; private.

    Raises:
        DataError: if there is no such task.
    """
    kept = json.loads(_line(build, split, index))
    kind = kept.pop("kind")
    return Correction(restored(kept, build.public / files.NOTES, build.public / files.SYNONYMS), kind)


def note_lines(build: Build, asked: Mention) -> Sequence[str]:
    """The lines of the note of a mention."""
    return lines_of(build.public / files.NOTES)[asked.row_id]


def put(build: Build, index: int) -> Put:
    """How the mention of a task of ``reworded`` is put; private.

    Raises:
        DataError: if there is no such task.
    """
    return Put.model_validate(json.loads(_line(build, REWORDED, index))["put"])


def inventory(build: Build, split: str, index: int) -> Inventory:
    """What one audit is about; private.

    Raises:
        DataError: if there is no such task.
    """
    return loaded(_line(build, split, index), build.public)


def _line(build: Build, split: str, index: int) -> str:
    if index >= size(build, split):
        raise DataError(f"{split} has no task {index} in build {build.digest[:12]}")
    return _lines(build.private / f"{split}.jsonl")[index]


@cache
def _lines(path: Path) -> Sequence[str]:
    return path.read_text(encoding="utf-8").split("\n")


def read_report(build: Build) -> Report:
    """What the build came to."""
    return _report(build.private / "report.json")


@cache
def _report(path: Path) -> Report:
    return Report.model_validate_json(path.read_text(encoding="utf-8"))


def _corrections(agreed: Sequence[Mention], notes: Sequence[Note], database: Path) -> list[Correction]:
    """Corrections of notes on patients of the test."""
    pool = shuffled(
        [one for one in agreed if half_of(SOURCE, "patient", one.subject_id) == "test"], CORRECTED
    )
    recorded = {hadm_id: oracle.recorded(database, hadm_id) for hadm_id in {one.hadm_id for one in pool}}
    return list(drawn(pool, recorded, max(1, round(EACH * min(1.0, len(notes) / NOTES)))))


def _splits(agreed: Sequence[Mention], notes: Sequence[Note]) -> dict[str, list[Mention]]:
    share = min(1.0, len(notes) / NOTES)
    release = {note.row_id: note.split for note in notes}
    return {
        "train": draw(agreed, "train", round(SIZES["train"] * share)),
        "test": draw(agreed, "test", round(SIZES["test"] * share)),
        **{
            name: shuffled([one for one in agreed if release[one.row_id] == split])
            for name, split in PUBLISHED.items()
        },
    }
