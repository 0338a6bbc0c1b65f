"""From a copy of the data to the rows of all targets and parts."""

from __future__ import annotations

import csv
from collections import Counter as Tally
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from medgym_core import Build, DataError, Progress, Pseudonyms
from medgym_plugin_ehrshot.counting import Counter
from medgym_plugin_ehrshot.course import CourseWriter, held_out
from medgym_plugin_ehrshot.drawing import at_one_time
from medgym_plugin_ehrshot.history import History
from medgym_plugin_ehrshot.ontology import Ontology
from medgym_plugin_ehrshot.part import KEYS, PartWriter, rows_of
from medgym_plugin_ehrshot.published import LABEL_FILE, read_labels, read_roles
from medgym_plugin_ehrshot.reading import Reading, read
from medgym_plugin_ehrshot.record import Label
from medgym_plugin_ehrshot.target import ASKED, LEARNT, ROLES, TARGETS

CODES = "codes.csv"
"""What the columns of counts are."""

Labels = Mapping[int, Mapping[str, Sequence[Label]]]
"""Patient to target to labels."""


@dataclass
class Summary:
    """What was found."""

    events: int = 0
    patients: dict[str, int] = field(default_factory=dict)
    """Role to number of patients with events."""
    people: defaultdict[str, set[int]] = field(default_factory=lambda: defaultdict(set))
    """Role to the patients who have rows."""
    sources: dict[str, str] = field(default_factory=dict)
    """Target to where its graded labels come from: ``published`` or ``computed``."""
    rows: dict[str, dict[str, int]] = field(default_factory=dict)
    """Target to role to rows."""


def label_path(build: Build, target: str, part: str) -> Path:
    """Where the labels of a target and part lie: those that are asked for are private."""
    if part in ASKED.values():
        return build.private / target / f"{part}.parquet"
    return build.public / target / "labels" / f"{part}.parquet"


def write_datasets(raw: Path, out: Build, names: Pseudonyms, progress: Progress) -> Summary:
    """Write features and labels of all targets and parts; ``names`` stand for patients and rows.

    Raises:
        DataError: if a file is missing or damaged, or a role has no patient.
    """
    roles = read_roles(raw)
    with TemporaryDirectory(dir=out.root.parent) as scratch:
        reading = read(raw, Path(scratch), progress, key=names.number("buckets"))
        summary = Summary(events=reading.buckets.events)
        counter = Counter(sorted(reading.buckets.codes), reading.ontology)
        labels = _labels(reading, roles, counter, summary, progress)
        _write_codes(out.public / CODES, counter.settle(), reading.ontology)
        with ExitStack() as stack:
            writers = {
                (target, role): stack.enter_context(
                    PartWriter(
                        TARGETS[target],
                        out.public / target / role,
                        label_path(out, target, role),
                        out.private / target / KEYS.format(role),
                    )
                )
                for target in summary.sources
                for role in ROLES
            }
            courses = stack.enter_context(CourseWriter(names, out))
            for bucket in reading.histories():
                progress("counting codes", None)
                for history in bucket:
                    role, own = roles[history.patient], labels[history.patient]
                    if _add(history, role, own, counter, names, writers, courses):
                        summary.people[role].add(history.patient)
                _flush(writers, courses, summary)
    return summary


def _labels(
    reading: Reading, roles: Mapping[int, str], counter: Counter, summary: Summary, progress: Progress
) -> Labels:
    """The labels that are graded: published ones where there are any, else computed; learns codes beside."""
    published = {target: read_labels(reading.raw, target) for target in TARGETS}
    for target, found in published.items():
        if found is not None or target in reading.computable:
            summary.sources[target] = "computed" if found is None else "published"
    labels: dict[int, dict[str, Sequence[Label]]] = {}
    tally: Tally[str] = Tally()
    known = {target for target, found in published.items() if found is not None}
    for history, computed in reading.labelled(but=known):
        progress("labelling", None)
        role = roles.get(history.patient)
        if role is None:
            raise DataError(
                f"patient {history.patient} has events but is in no split; download the splits again"
            )
        tally[role] += 1
        if role == "train":
            counter.learn(history)
        labels[history.patient] = {
            target: computed[target]
            if (found := published[target]) is None
            else found.get(history.patient, ())
            for target in summary.sources
        }
    if empty := [role for role in ROLES if not tally[role]]:
        raise DataError(f"{sum(tally.values())} patients hold no {empty[0]} patient; take more")
    all_known(published, labels)
    summary.patients = {role: tally[role] for role in ROLES}
    return labels


def all_known(published: Mapping[str, Mapping[int, object] | None], patients: Iterable[int]) -> None:
    """Refuse published labels of people who are none of the patients with events.

    Raises:
        DataError: if there are any.
    """
    known = set(patients)
    for target, found in published.items():
        if strangers := sorted(set(found or ()) - known):
            raise DataError(
                f"{LABEL_FILE.format(target)} labels {len(strangers)} patients without events, such as "
                f"{strangers[0]}; the files are of different releases"
            )


def _add(
    history: History,
    role: str,
    labels: Mapping[str, Sequence[Label]],
    counter: Counter,
    names: Pseudonyms,
    writers: Mapping[tuple[str, str], PartWriter],
    courses: CourseWriter,
) -> bool:
    """Keep all rows of a patient to learn from, of another those of one time; say if there are any."""
    is_learnt, has_course = role in LEARNT, False
    if is_learnt:
        has_course = courses.learn(history, role, counter)
    else:
        held = held_out(history.record) if role == ASKED["ood"] else {}
        labels = at_one_time(names, history.patient, {**labels, **held})
    times = np.array(sorted({label.time for found in labels.values() for label in found}), np.int64)
    if not len(times):
        return has_course
    counts = counter.count(history, times)
    for target, found in labels.items():
        if place := writers.get((target, role)):
            place.add(rows_of((target, role), history.patient, found, times, counts, names))
        else:
            courses.ask(history, target, found[0], counts)
    return True


def _flush(writers: Mapping[tuple[str, str], PartWriter], courses: CourseWriter, summary: Summary) -> None:
    for (target, role), writer in writers.items():
        tally = summary.rows.setdefault(target, defaultdict(int))
        tally[role] += writer.flush()
    courses.flush()


def _write_codes(path: Path, codes: Sequence[str], ontology: Ontology) -> None:
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(("column", "code", "name"))
        writer.writerows((place, code, ontology.names.get(code, "")) for place, code in enumerate(codes))
