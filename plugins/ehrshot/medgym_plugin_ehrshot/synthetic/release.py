"""Writing of an invented ``EHRSHOT_ASSETS``.

Lives come from ``medgym_patient``; the modules here say how EHRSHOT writes them down::

admit ─▶ follow ─▶ discover ─▶ draw_visits ─▶ outpatient ─┐
├────────────────────▶ inpatient ─────────────────────────┴▶ data/ehrshot.csv
└────────────────────▶ take_radiographs ───────────────────▶ benchmark/chexpert
"""

from __future__ import annotations

import csv
import hashlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from math import ceil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TextIO

import numpy as np
from pyarrow import csv as arrow_csv  # type: ignore[import-untyped]

from medgym_core import Progress
from medgym_patient import Records, admit
from medgym_patient.clinic import discover, draw_visits, follow, take_radiographs
from medgym_plugin_ehrshot.event import FILE
from medgym_plugin_ehrshot.hospital import OTHER
from medgym_plugin_ehrshot.ontology import FOLDER
from medgym_plugin_ehrshot.published import LABEL_FILE, REPORT_FILE, SPLIT_FILE
from medgym_plugin_ehrshot.reading import read
from medgym_plugin_ehrshot.record import Label
from medgym_plugin_ehrshot.synthetic.event import SCHEMA, lines, seconds
from medgym_plugin_ehrshot.synthetic.hospital import ELSEWHERE, HOME, Hospital
from medgym_plugin_ehrshot.synthetic.inpatient import stay_events
from medgym_plugin_ehrshot.synthetic.outpatient import person_events, visit_events
from medgym_plugin_ehrshot.synthetic.radiograph import radiograph_events
from medgym_plugin_ehrshot.synthetic.vocabulary import vocabulary_files
from medgym_plugin_ehrshot.target import FINDINGS, TARGETS

BATCH = 10_000
"""People simulated at once; only memory and speed depend on it."""
SHARE = 5 / 14
"""Patients of the other hospital for each of the first: as many as are asked about in tests."""
_SPLITS = (*["train"] * 4, *["val"] * 5, *["test"] * 5)
"""Fourteenths of the first hospital's patients: more who are asked about than who are learned from."""


def synthesise(out: Path, seed: int, patients: int, progress: Progress) -> None:
    """Write the files of two hospitals, the other a smaller one; nobody is a patient of both."""
    _release(out, seed % 2**64, patients, HOME, progress)
    _release(out / OTHER / "EHRSHOT_ASSETS", _elsewhere(seed), ceil(patients * SHARE), ELSEWHERE, progress)


def _release(out: Path, seed: int, patients: int, hospital: Hospital, progress: Progress) -> None:
    """Write events, splits, labels, reports and vocabulary of a hospital's patients."""
    for name in (FILE, SPLIT_FILE, REPORT_FILE, FOLDER, *(LABEL_FILE.format(target) for target in TARGETS)):
        (out / name).parent.mkdir(parents=True, exist_ok=True)
    (out / FOLDER).mkdir()
    for name, rows in vocabulary_files():
        _write(out / FOLDER / name, rows, "\t")
    known = range(hospital.first, hospital.first + patients)
    _write(out / SPLIT_FILE, [("split", "omop_person_id"), *((_split_of(n), n) for n in known)], ",")
    with ExitStack() as stack:
        options = arrow_csv.WriteOptions(quoting_style="none")
        events = stack.enter_context(arrow_csv.CSVWriter(out / FILE, SCHEMA, write_options=options))
        reports = csv.writer(
            stack.enter_context(_open(out / REPORT_FILE)), delimiter="\t", lineterminator="\n"
        )
        reports.writerow(("patient_id", "start", *FINDINGS))
        progress("inventing patients", 0.0)
        for first in range(0, patients, BATCH):
            records = admit(seed, first, min(BATCH, patients - first), hospital.site)
            found, lines_of_reports = _lives(records, hospital)
            events.write_table(found)
            reports.writerows(lines_of_reports)
            progress("inventing patients", (int(records.people.number[-1]) + 1) / patients)
    _write_labels(out, progress)


def _elsewhere(seed: int) -> int:
    """Another seed, so that nobody elsewhere is who somebody here is."""
    return int.from_bytes(hashlib.sha256(f"elsewhere {seed}".encode()).digest()[:8], "little")


def _lives(records: Records, hospital: Hospital) -> tuple[Any, list[tuple[str | int, ...]]]:
    """Events and reports of a batch."""
    people, stays, site = records.people, records.stays, hospital.site
    number = hospital.first + people.number
    spans = follow(people, stays)
    found = discover(people, stays, spans)
    visits = draw_visits(people, spans, stays, found.visits(people))
    parts = [
        *person_events(people, stays, spans),
        *visit_events(people, visits, found, site),
        *stay_events(records, found),
    ]
    taken = take_radiographs(records, visits)
    reports = zip(
        number[taken.person].tolist(),
        _texts(seconds(taken.minute).tolist()),
        *taken.findings.astype(np.int64).tolist(),
        strict=True,
    )
    return lines([*parts, *radiograph_events(people, taken)], number), list(reports)


def _write_labels(out: Path, progress: Progress) -> None:
    """The labels of what was written, as the labellers find them."""
    rows: dict[str, list[Sequence[str | int]]] = {
        name: [("patient_id", "prediction_time", "value", "label_type")] for name in TARGETS
    }
    with TemporaryDirectory(dir=out) as scratch:
        for history, labels in read(out, Path(scratch), progress).labelled():
            for name, found in labels.items():
                rows[name] += _label_rows(history.patient, name, found)
    for name, written in rows.items():
        _write(out / LABEL_FILE.format(name), written, ",")


def _label_rows(patient: int, target: str, labels: Sequence[Label]) -> Iterator[Sequence[str | int]]:
    is_boolean = TARGETS[target].form == "outcome"
    kind = "boolean" if is_boolean else "categorical"
    for time, label in zip(_texts(label.time for label in labels), labels, strict=True):
        yield patient, time, str(bool(label.value)) if is_boolean else label.value, kind


def _texts(times: Iterable[int]) -> list[str]:
    found = np.fromiter(times, np.int64).astype("datetime64[s]")
    return [text.replace("T", " ") for text in np.datetime_as_string(found).tolist()]


def _split_of(patient: int) -> str:
    """By a hash of the number: the same in every build, whatever the seed."""
    return _SPLITS[
        int.from_bytes(hashlib.sha256(str(patient).encode()).digest()[:8], "little") % len(_SPLITS)
    ]


def _open(path: Path) -> TextIO:
    return path.open("w", encoding="utf-8", newline="")


def _write(path: Path, rows: Iterable[Sequence[str | int]], delimiter: str) -> None:
    with path.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream, delimiter=delimiter, lineterminator="\n").writerows(rows)
