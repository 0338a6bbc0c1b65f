"""What a copy of the data publishes beside its events: splits, labels, and reports on chest radiographs."""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

from medgym_core import DataError
from medgym_plugin_ehrshot.record import Label, Report, minute
from medgym_plugin_ehrshot.target import FINDINGS, TARGETS

SPLIT_FILE = "splits/person_id_map.csv"
LABEL_FILE = "benchmark/{}/labeled_patients.csv"
REPORT_FILE = "benchmark/chexpert/chexpert_labeled_radiology_notes.csv"
"""Findings of each report, tab separated: 1 stated, all else not. Not all copies have it."""
_ROLES = {"train": "train", "val": "validation", "test": "test"}
_BOOLEANS = {"true": 1, "false": 0}


def read_roles(raw: Path) -> dict[int, str]:
    """Patient to role.

    Raises:
        DataError: if the file is missing or damaged, or gives a patient two roles.
    """
    roles: dict[int, str] = {}
    path = raw / SPLIT_FILE
    for line, (split, patient) in _rows(path, ("split", "omop_person_id"), ","):
        if split not in _ROLES:
            raise DataError(f"{path}, line {line}: {split!r} is none of {', '.join(_ROLES)}")
        number = _whole(patient, path, line)
        if roles.setdefault(number, _ROLES[split]) != _ROLES[split]:
            raise DataError(f"{path}, line {line}: patient {number} is in two splits; download it again")
    return roles


def read_labels(raw: Path, target: str) -> dict[int, list[Label]] | None:
    """Patient to labels in the order of time and value; None if none are published.

    Raises:
        DataError: if the file is damaged, or a value is none of the target's.
    """
    path = raw / LABEL_FILE.format(target)
    if not path.is_file():
        return None
    labels: defaultdict[int, list[Label]] = defaultdict(list)
    most = {"outcome": 1, "laboratory": 3, "findings": 2 ** len(FINDINGS) - 1}[TARGETS[target].form]
    for line, (patient, time, value) in _rows(path, ("patient_id", "prediction_time", "value"), ","):
        number = _BOOLEANS.get(value.lower())
        number = _whole(value, path, line) if number is None else number
        if not 0 <= number <= most:
            raise DataError(f"{path}, line {line}: the value {value} is not within 0 to {most}")
        labels[_whole(patient, path, line)].append(Label(minute(_time(time, path, line)), number))
    return {patient: sorted(found) for patient, found in labels.items()}


def read_reports(raw: Path) -> dict[int, list[Report]]:
    """Patient to reports; none if there is no such file.

    Raises:
        DataError: if it is damaged.
    """
    path = raw / REPORT_FILE
    reports: defaultdict[int, list[Report]] = defaultdict(list)
    if path.is_file():
        for line, (patient, time, *cells) in _rows(path, ("patient_id", "start", *FINDINGS), "\t"):
            bits = "".join(str(int(cell in ("1", "1.0"))) for cell in cells)
            reports[_whole(patient, path, line)].append(Report(_time(time, path, line), int(bits, 2)))
    return reports


def _rows(path: Path, columns: Sequence[str], delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """Line numbers, and the cells of the named columns."""
    if not path.is_file():
        raise DataError(f"{path} is missing; name the folder EHRSHOT_ASSETS of your copy")
    with path.open(encoding="utf-8-sig", newline="") as stream:
        reader = csv.reader(stream, delimiter=delimiter)
        try:
            header = next(reader, [])
            if missing := [name for name in columns if name not in header]:
                raise DataError(f"{path}, line 1: no column is called {', '.join(missing)}")
            places = [header.index(name) for name in columns]
            for row in reader:
                if len(row) != len(header):
                    raise DataError(f"{path}, line {reader.line_num}: {len(row)} cells, not {len(header)}")
                yield reader.line_num, [row[place] for place in places]
        except (csv.Error, UnicodeDecodeError) as error:
            raise DataError(f"{path}, line {reader.line_num}: {error}; download it again") from None


def _whole(text: str, path: Path, line: int) -> int:
    try:
        return int(text)
    except ValueError:
        raise DataError(f"{path}, line {line}: {text!r} is no whole number") from None


def _time(text: str, path: Path, line: int) -> int:
    try:
        return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp())
    except ValueError:
        raise DataError(f"{path}, line {line}: {text!r} is no time") from None
