"""From raw MIMIC-III files and the EHRCon release to a build, and the synthetic files in the same layout.

A source is a folder with the 13 raw files and the release's folder ``dataset``. Labels are read as plain
data, never run (``plain_pickle.py``), and compared with what the label rule finds in the database
(``rule.py``): an annotation on which both agree can be asked about, any other is refused and counted.

Build layout: ``public/ehrcon.sqlite`` (13 tables), ``public/notes.csv``, ``public/synonyms.csv``,
``private/SPLIT.jsonl`` (mentions with their labels), ``private/report.json``.
"""

from __future__ import annotations

import csv
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from functools import cache
from pathlib import Path

from medgym_core import Build, DataError, Progress
from medgym_plugin_ehrcon.claim import Mention
from medgym_plugin_ehrcon.database import build_database, open_raw
from medgym_plugin_ehrcon.mention import RefusalError, Synonyms, first_line, mention, parts, tidy
from medgym_plugin_ehrcon.release import CATEGORIES, COLUMNS, Annotation, Note, read_annotations, read_notes
from medgym_plugin_ehrcon.report import Report, portion
from medgym_plugin_ehrcon.rule import AmbiguousClaimError, Record, inconsistent, records
from medgym_plugin_ehrcon.selection import draw, shuffled
from medgym_plugin_ehrcon.synthetic import synthesise as synthesise_raw
from medgym_plugin_ehrcon.terms import shipped_terms

NOTES = 180
"""Notes of the default synthetic source; a build of fewer asks proportionally fewer questions."""
SIZES = {"train": 3229, "test": 976}
"""Tasks of our splits."""
PUBLISHED = {"published-valid": "valid", "published-test": "test"}
"""Our name of a published split to the release's."""
DATABASE, NOTES_FILE, SYNONYMS_FILE = "ehrcon.sqlite", "notes.csv", "synonyms.csv"
"""Files of the public half."""


def synthesise(out: Path, seed: int, scale: int | None, progress: Progress) -> None:
    """Write synthetic raw files and a release; ``scale`` counts notes, each of its own patient."""
    synthesise_raw(out, seed, scale or NOTES, progress)


def build(raw: Path, out: Build, progress: Progress) -> None:
    """Turn a source into a build.

    Raises:
        DataError: if a file is missing, damaged, of another version, or a label holds more than plain data.
    """
    folder = open_raw(raw, progress)
    notes, annotations = read_notes(raw), read_annotations(raw)
    synonyms = _synonyms(annotations)
    admissions = {note.hadm_id for note in notes}
    rows = build_database(folder, admissions, out.public / DATABASE, progress)
    refused: Counter[str] = Counter()
    mentions = _mentions(annotations, {note.row_id: note for note in notes}, synonyms, refused)
    agreed = _agreed(mentions, out.public / DATABASE, refused, progress)
    _write_notes(out.public / NOTES_FILE, notes)
    _write_synonyms(out.public / SYNONYMS_FILE, synonyms)
    splits = _splits(agreed, notes)
    for name, chosen in splits.items():
        lines = "".join(f"{asked.model_dump_json()}\n" for asked in chosen)
        (out.private / f"{name}.jsonl").write_text(lines, encoding="utf-8")
    report = Report(
        rows=rows,
        notes={category: sum(note.category == category for note in notes) for category in CATEGORIES},
        annotations=len(annotations),
        agreements=len(agreed),
        refused=dict(sorted(refused.items())),
        mentions=portion(agreed),
        splits={name: portion(chosen) for name, chosen in splits.items()},
    )
    (out.private / "report.json").write_text(report.model_dump_json(indent=1), encoding="utf-8")


def size(build: Build, split: str) -> int:
    """Number of tasks of a split; published ones are those of a user's copy."""
    if split in PUBLISHED and build.source.kind == "synthetic":
        return 0
    return read_report(build).splits[split].mentions


def asked(build: Build, split: str, index: int) -> Mention:
    """What one task is about; private.

    Raises:
        DataError: if there is no such task.
    """
    if index >= size(build, split):
        raise DataError(f"{split} has no task {index} in build {build.digest[:12]}")
    return Mention.model_validate_json(_lines(build.private / f"{split}.jsonl")[index])


@cache
def _lines(path: Path) -> Sequence[str]:
    return path.read_text(encoding="utf-8").split("\n")


def read_report(build: Build) -> Report:
    """What the build came to."""
    return _report(build.private / "report.json")


@cache
def _report(path: Path) -> Report:
    return Report.model_validate_json(path.read_text(encoding="utf-8"))


def _gathered(pairs: Iterable[tuple[str, str]]) -> dict[str, frozenset[str]]:
    gathered: defaultdict[str, set[str]] = defaultdict(set)
    for term, name in pairs:
        gathered[term].add(name)
    return {term: frozenset(names) for term, names in gathered.items()}


def _synonyms(annotations: Iterable[Annotation]) -> Synonyms:
    """The shipped table, the terms themselves, and the names that the annotations look for."""
    pairs = [(tidy(term), tidy(name)) for term, name in shipped_terms()]
    for annotation in annotations:
        try:
            stated = parts(annotation)
        except RefusalError:
            continue
        for term, group in stated.items():
            pairs += [(term, term), *((term, name) for one in group for name in one.names)]
    return _gathered(pairs)


def _mentions(
    annotations: Sequence[Annotation], notes: Mapping[int, Note], synonyms: Synonyms, refused: Counter[str]
) -> list[Mention]:
    """The mentions of all annotations that make one, each place once."""
    base = first_line(annotations, notes)
    places: defaultdict[tuple[int, int, int, str], list[Mention]] = defaultdict(list)
    for annotation in annotations:
        if annotation.row_id not in notes:
            refused["its note is not there"] += 1
            continue
        try:
            found = mention(annotation, notes[annotation.row_id], base, synonyms)
        except RefusalError as refusal:
            refused[str(refusal)] += 1
        else:
            places[found.row_id, found.line, found.character, found.text].append(found)
    for same in places.values():
        if len(same) > 1:
            refused["another annotation of the same words"] += len(same)
    return [same[0] for same in places.values() if len(same) == 1]


def _agreed(
    mentions: Iterable[Mention], database: Path, refused: Counter[str], progress: Progress
) -> list[Mention]:
    """The mentions whose label is what the rule finds."""
    by_admission: defaultdict[int, list[Mention]] = defaultdict(list)
    for one in mentions:
        by_admission[one.hadm_id].append(one)
    agreed: list[Mention] = []
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        for done, (hadm_id, group) in enumerate(by_admission.items()):
            progress("comparing labels with the rule", done / len(by_admission))
            recorded = records(connection, hadm_id)
            for one in group:
                difference = _difference(one, recorded)
                if difference is None:
                    agreed.append(one)
                else:
                    refused[difference] += 1
    return agreed


def _difference(asked: Mention, recorded: Sequence[Record]) -> str | None:
    """How label and rule differ, or None."""
    try:
        found = inconsistent(asked.claims, recorded)
    except AmbiguousClaimError:
        return "two columns explain it equally well"
    if found == asked.columns:
        return None
    if found and asked.columns:
        return "label and rule name other columns"
    return f"the label says {'in' * bool(asked.columns)}consistent, the rule does not"


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


def _write_notes(path: Path, notes: Iterable[Note]) -> None:
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows({**note.fields, "ROW_ID": note.row_id, "HADM_ID": note.hadm_id} for note in notes)


def _write_synonyms(path: Path, synonyms: Synonyms) -> None:
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(("term", "name"))
        writer.writerows((term, name) for term, names in sorted(synonyms.items()) for name in sorted(names))
