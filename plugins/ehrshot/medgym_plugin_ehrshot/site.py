"""The rows of another hospital's patients, who are asked about and never learned from.

They have the columns that were chosen from training patients of the first hospital. Whatever splits the other
hospital's files name, all its patients are asked about, and no box holds a label of theirs.
"""

from __future__ import annotations

import csv
from collections.abc import Collection, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from medgym_core import Build, DataError, Progress, Pseudonyms
from medgym_plugin_ehrshot.counting import Counter
from medgym_plugin_ehrshot.dataset import CODES, all_known, label_path
from medgym_plugin_ehrshot.drawing import at_one_time
from medgym_plugin_ehrshot.event import events_of
from medgym_plugin_ehrshot.history import History
from medgym_plugin_ehrshot.hospital import OTHER
from medgym_plugin_ehrshot.labelling import labels_of
from medgym_plugin_ehrshot.part import KEYS, PartWriter, rows_of
from medgym_plugin_ehrshot.published import read_labels
from medgym_plugin_ehrshot.reading import Reading, read
from medgym_plugin_ehrshot.record import Label
from medgym_plugin_ehrshot.target import ASKED, TARGETS

PART = ASKED["site"]

Published = Mapping[str, Mapping[int, Sequence[Label]] | None]
"""Target to patient to labels; None for a target without published ones."""


@dataclass
class Found:
    """What was found."""

    events: int = 0
    patients: int = 0
    people: set[int] = field(default_factory=set)
    """The patients who are asked about."""
    rows: dict[str, int] = field(default_factory=dict)
    """Target to rows."""


def write_site(
    other: Path, known: Collection[int], sources: Collection[str], out: Build, progress: Progress
) -> Found:
    """Write the rows of another hospital's patients, for each target of ``sources``: of a patient one time.

    ``out`` holds the columns by now; ``known`` are all patients of the first hospital.

    Raises:
        DataError: if a file is missing or damaged, or a patient is one of the first hospital too.
    """
    names = Pseudonyms.of([events_of(other)])
    published = {target: read_labels(other, target) for target in sources}
    with TemporaryDirectory(dir=out.root.parent) as scratch, ExitStack() as stack:
        reading = read(other, Path(scratch), progress, key=names.number("buckets"))
        counter = Counter(sorted(reading.buckets.codes), reading.ontology)
        counter.adopt(_columns(out.public / CODES))
        writers = {target: stack.enter_context(_writer(out, target)) for target in sources}
        found = Found(events=reading.buckets.events)
        seen: set[int] = set()
        for bucket in reading.histories():
            progress("counting codes of the other hospital", None)
            for history in bucket:
                seen.add(history.patient)
                _add(history, _labels(reading, published, history), counter, names, writers, found)
        all_known(published, seen)
        if twice := seen.intersection(known):
            raise DataError(
                f"{len(twice)} patients of {OTHER}, such as {min(twice)}, have numbers of patients of the "
                "first hospital; put files of other patients there, or give them other numbers"
            )
        found.patients = len(seen)
        found.rows = {target: writer.flush() for target, writer in writers.items()}
    return found


def _labels(reading: Reading, published: Published, history: History) -> dict[str, Sequence[Label]]:
    """The labels of a patient that are graded: published ones where there are any, else computed."""
    labels: dict[str, Sequence[Label]] = {}
    for target, given in published.items():
        if given is not None:
            labels[target] = given.get(history.patient, ())
        elif target in reading.computable:
            labels[target] = labels_of(target, history.record)
    return labels


def _add(
    history: History,
    labels: Mapping[str, Sequence[Label]],
    counter: Counter,
    names: Pseudonyms,
    writers: Mapping[str, PartWriter],
    found: Found,
) -> None:
    if not (drawn := at_one_time(names, history.patient, labels)):
        return
    found.people.add(history.patient)
    times = np.array([given[0].time for given in drawn.values()][:1], np.int64)
    counts = counter.count(history, times)
    for target, given in drawn.items():
        writers[target].add(rows_of((target, PART), history.patient, given, times, counts, names))


def _writer(out: Build, target: str) -> PartWriter:
    keys = out.private / target / KEYS.format(PART)
    return PartWriter(TARGETS[target], out.public / target / PART, label_path(out, target, PART), keys)


def _columns(path: Path) -> list[str]:
    """The codes that are counted."""
    with path.open(encoding="utf-8", newline="") as stream:
        return [row["code"] for row in csv.DictReader(stream)]
