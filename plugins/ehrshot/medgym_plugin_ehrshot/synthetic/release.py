"""Writing of an invented ``EHRSHOT_ASSETS``."""

from __future__ import annotations

import csv
import hashlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from medgym_core import Progress
from medgym_plugin_ehrshot.event import FILE
from medgym_plugin_ehrshot.ontology import FOLDER
from medgym_plugin_ehrshot.published import LABEL_FILE, REPORT_FILE, SPLIT_FILE
from medgym_plugin_ehrshot.reading import read
from medgym_plugin_ehrshot.record import Label
from medgym_plugin_ehrshot.synthetic.life import Life
from medgym_plugin_ehrshot.synthetic.vocabulary import vocabulary_files
from medgym_plugin_ehrshot.target import FINDINGS, TARGETS

FIRST_PATIENT = 900_000_001
"""Number of the first invented patient."""
_HEADER = ("patient_id", "start", "end", "code", "value", "unit", "visit_id", "omop_table")
_SPLITS = ("train", "val", "test")


def synthesise(out: Path, seed: int, patients: int, progress: Progress) -> None:
    """Write events, splits, labels, reports and vocabulary of invented patients."""
    for name in (FILE, SPLIT_FILE, REPORT_FILE, FOLDER, *(LABEL_FILE.format(target) for target in TARGETS)):
        (out / name).parent.mkdir(parents=True, exist_ok=True)
    (out / FOLDER).mkdir()
    for name, rows in vocabulary_files():
        _write(out / FOLDER / name, rows, "\t")
    numbers = range(FIRST_PATIENT, FIRST_PATIENT + patients)
    splits = {number: _split_of(number) for number in numbers}
    _write(out / SPLIT_FILE, [("split", "omop_person_id"), *((split, n) for n, split in splits.items())], ",")
    with ExitStack() as stack:
        streams = (stack.enter_context(_open(out / name)) for name in (FILE, REPORT_FILE))
        events, reports = (
            csv.writer(s, delimiter=d, lineterminator="\n") for s, d in zip(streams, ",\t", strict=True)
        )
        events.writerow(_HEADER)
        reports.writerow(("patient_id", "start", *FINDINGS))
        for done, (number, split) in enumerate(splits.items()):
            if done % 100 == 0:
                progress("inventing patients", done / patients)
            life = Life(number, split, seed)
            events.writerows(_lines(number, life))
            times = _texts(time for time, _ in life.reports)
            reports.writerows(
                (number, time, *cells) for time, (_, cells) in zip(times, life.reports, strict=True)
            )
    _write_labels(out, progress)


def _write_labels(out: Path, progress: Progress) -> None:
    """The labels of what was written, as the labellers find them."""
    rows: dict[str, list[Sequence[str | int]]] = {
        name: [("patient_id", "prediction_time", "value", "label_type")] for name in TARGETS
    }
    with TemporaryDirectory(dir=out) as scratch:
        for history, labels in read(out, Path(scratch), progress).labelled():
            for name, found in labels.items():
                rows[name] += _label_rows(history.patient, name, found)
    for name, lines in rows.items():
        _write(out / LABEL_FILE.format(name), lines, ",")


def _label_rows(patient: int, target: str, labels: Sequence[Label]) -> Iterator[Sequence[str | int]]:
    is_boolean = TARGETS[target].form == "outcome"
    kind = "boolean" if is_boolean else "categorical"
    for time, label in zip(_texts(label.time for label in labels), labels, strict=True):
        yield patient, time, str(bool(label.value)) if is_boolean else label.value, kind


def _lines(number: int, life: Life) -> Iterator[tuple[str | int | None, ...]]:
    starts = _texts(event.start for event in life.events)
    ends = _texts(event.start if event.end is None else event.end for event in life.events)
    for event, start, end in zip(life.events, starts, ends, strict=True):
        stop = "" if event.end is None else end
        yield number, start, stop, event.code, event.value, event.unit, event.visit, event.table


def _texts(times: Iterable[int]) -> list[str]:
    seconds = np.fromiter(times, np.int64).astype("datetime64[s]")
    return [text.replace("T", " ") for text in np.datetime_as_string(seconds).tolist()]


def _split_of(patient: int) -> str:
    """By a hash of the number: the same in every build, whatever the seed."""
    return _SPLITS[int.from_bytes(hashlib.sha256(str(patient).encode()).digest()[:8], "little") % 3]


def _open(path: Path):  # type: ignore[no-untyped-def]
    return path.open("w", encoding="utf-8", newline="")


def _write(path: Path, rows: Iterable[Sequence[str | int]], delimiter: str) -> None:
    with path.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream, delimiter=delimiter, lineterminator="\n").writerows(rows)
