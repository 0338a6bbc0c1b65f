"""Whole records of patients to learn from, and what is known of those who are asked about held-out targets.

A row is an evening of a day of admission on which the patient is still in hospital.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from datetime import datetime, timedelta
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]
from pyarrow import parquet

from medgym_core import Build, Pseudonyms
from medgym_plugin_ehrshot import outcome
from medgym_plugin_ehrshot.counting import Counter, Counts
from medgym_plugin_ehrshot.history import History
from medgym_plugin_ehrshot.outcome import Event
from medgym_plugin_ehrshot.part import (
    COURSE_KEYS,
    KEYS_SCHEMA,
    ROWS,
    ROWS_SCHEMA,
    Features,
    feature_table,
    features_at,
)
from medgym_plugin_ehrshot.record import Label, Record, end_of_day, minute
from medgym_plugin_ehrshot.target import ASKED, COURSE, HELD_OUT, LEARNT

EVENTS = "events.parquet"
"""Name of a file of events."""
SHOWN: Mapping[str, str] = {"creatinine": "creatinine", "lab_anemia": "haemoglobin"}
"""What results are of, as in ``concept.ROOTS``, to how boxes call them."""
_TIME = pa.timestamp("us")
_ABOUT = [("patient", pa.string()), ("prediction_time", _TIME)]
_EVENTS_SCHEMA = pa.schema(
    {"patient": pa.string(), "kind": pa.string(), "start": _TIME, "end": _TIME}
    | {"value": pa.string(), "unit": pa.string()}
)
_LABELS_SCHEMA = pa.schema([("row_id", pa.string()), ("patient", pa.string()), ("value", pa.uint8())])


class Row(NamedTuple):
    """A row, and what boxes show of the patient's record."""

    row_id: str
    patient: str
    time: datetime
    features: Features
    record: Sequence[Event]
    number: int
    """Of the patient in the source, which no box shows."""
    label: int | None = None


def shown(record: Record) -> list[Event]:
    """Stays, results and death as boxes show them, in the order of time."""
    found = [_event("stay", stay.start, stay.end) for stay in record.stays]
    for test, kind in SHOWN.items():
        found += [
            _event(kind, one.time, value=one.value, unit=one.unit) for one in record.results.get(test, ())
        ]
    if record.death is not None:
        found.append(_event("death", record.death))
    return sorted(found, key=lambda one: (one["start"], one["kind"]))


def known_at(record: Sequence[Event], time: datetime) -> list[Event]:
    """What of a record is known at a time: a stay that goes on has no end."""
    return [
        one | {"end": None if one["end"] and one["end"] > time else one["end"]}
        for one in record
        if one["start"] <= time
    ]


def evenings(record: Record) -> list[int]:
    """Prediction times: 23:59 on days of admission, if the patient is still there."""
    times = {minute(end_of_day(stay.start)) for stay in record.stays}
    alive_until = np.inf if record.death is None else record.death
    last = {time: max(stay for stay in record.stays if stay.start <= time) for time in times}
    return sorted(time for time in times if last[time].end > time < alive_until)


def held_out(record: Record) -> dict[str, list[Label]]:
    """Held-out target to its labels, where the definition leaves the evening in."""
    events, times = shown(record), evenings(record)
    found: dict[str, list[Label]] = {}
    for target in HELD_OUT:
        label: Callable[[list[Event], datetime], int | None] = getattr(outcome, target)
        labels = ((time, label(events, _moment(time))) for time in times)
        found[target] = [Label(time, value) for time, value in labels if value is not None]
    return found


class CourseWriter:
    """Writes what boxes of held-out targets hold; closes with ``with``."""

    def __init__(self, names: Pseudonyms, out: Build) -> None:
        """``names`` stand for patients and rows, other names than in the files of other targets."""
        self._names = names
        self._stack = ExitStack()
        self._whole = {role: _Part(out.public / COURSE / role) for role in LEARNT}
        asked = ASKED["ood"]
        self._asked = {
            target: _Part(
                out.public / target / asked,
                out.private / target / f"{asked}.parquet",
                out.private / target / COURSE_KEYS.format(asked),
            )
            for target in HELD_OUT
        }

    def __enter__(self) -> CourseWriter:
        """Open the files of all parts."""
        for part in (*self._whole.values(), *self._asked.values()):
            self._stack.enter_context(part)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the files of all parts; what was not flushed is lost."""
        self._stack.__exit__(kind, error, trace)

    def learn(self, history: History, role: str, counter: Counter) -> bool:
        """Keep the rows and the record of a patient to learn from; say whether there are any."""
        if times := evenings(history.record):
            counts = counter.count(history, np.array(times, np.int64))
            record = shown(history.record)
            about = COURSE, role, history.patient
            self._whole[role].add(
                [self._row(about, time, features_at(counts, at), record) for at, time in enumerate(times)]
            )
        return bool(times)

    def ask(self, history: History, target: str, label: Label, counts: Counts) -> None:
        """Keep the row of a patient who is asked about; ``counts`` are those of the label's time alone."""
        about = target, ASKED["ood"], history.patient
        known = known_at(shown(history.record), _moment(label.time))
        row = self._row(about, label.time, features_at(counts, 0), known)
        self._asked[target].add([row._replace(label=label.value)])

    def flush(self) -> None:
        """Write all that is kept: rows in the order of their ids, records in that of patients' names."""
        for part in (*self._whole.values(), *self._asked.values()):
            part.flush()

    def _row(
        self, about: tuple[str, str, int], time: int, features: Features, record: Sequence[Event]
    ) -> Row:
        row_id = f"r{self._names.name('row', *about, time, 0)}"
        patient = f"p{self._names.name('patient', *about)}"
        return Row(row_id, patient, _moment(time), features, record, about[-1])


class _Part:
    """Files of one folder, and of labels and keys if they are asked for."""

    def __init__(self, folder: Path, *asked: Path) -> None:
        paths = {folder / ROWS: _rows_schema(), folder / EVENTS: _EVENTS_SCHEMA}
        paths |= dict(zip(asked, (_LABELS_SCHEMA, KEYS_SCHEMA), strict=False))
        for path in paths:
            path.parent.mkdir(parents=True, exist_ok=True)
        self._writers = [
            parquet.ParquetWriter(path, schema, compression="zstd") for path, schema in paths.items()
        ]
        self._waiting: list[Row] = []

    def __enter__(self) -> _Part:
        return self

    def __exit__(self, *_: object) -> None:
        for writer in self._writers:
            writer.close()

    def add(self, rows: Sequence[Row]) -> None:
        self._waiting += rows

    def flush(self) -> None:
        """Rows in the order of their ids, events in the order of patients' names and time."""
        rows, self._waiting = sorted(self._waiting, key=lambda row: row.row_id), []
        if not rows:
            return
        records = {row.patient: row.record for row in sorted(rows, key=lambda row: row.patient)}
        events = [{"patient": name, **one} for name, record in records.items() for one in record]
        labels = [{"row_id": row.row_id, "patient": row.patient, "value": row.label} for row in rows]
        tables = [_rows(rows), pa.Table.from_pylist(events, _EVENTS_SCHEMA)]
        tables.append(pa.Table.from_pylist(labels, _LABELS_SCHEMA))
        tables.append(pa.Table.from_pylist([_key(row) for row in rows], KEYS_SCHEMA))
        for writer, table in zip(self._writers, tables, strict=False):
            writer.write_table(table)


def _key(row: Row) -> dict[str, Any]:
    seconds = (row.time - _moment(0)) // timedelta(seconds=1)
    return {"row_id": row.row_id, "patient": row.number, "time": seconds}


def _rows(rows: Sequence[Row]) -> pa.Table:
    table = feature_table([row.row_id for row in rows], [row.features for row in rows])
    about = [[row.patient for row in rows], [row.time for row in rows]]
    for place, (field, column) in enumerate(zip(_ABOUT, about, strict=True), 1):
        table = table.add_column(place, pa.field(*field), pa.array(column, field[1]))
    return table


def _rows_schema() -> pa.Schema:
    first, *others = ROWS_SCHEMA
    return pa.schema([first, *(pa.field(*field) for field in _ABOUT), *others])


def _event(kind: str, start: int, end: int | None = None, value: str = "", unit: str = "") -> Event:
    return {
        "kind": kind,
        "start": _moment(start),
        "end": None if end is None else _moment(end),
        "value": value or None,
        "unit": unit or None,
    }


def _moment(time: int) -> datetime:
    return datetime(1970, 1, 1) + timedelta(seconds=time)
