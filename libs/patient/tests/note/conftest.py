"""Notes of some hundred stays, each in every kind and style, written once."""

from __future__ import annotations

from datetime import datetime

import pytest

from medgym_patient import simulate
from medgym_patient.note import KINDS, STYLES, open_case, write

ADMITTED = datetime(2150, 3, 4, 9)


@pytest.fixture(scope="session")
def records():
    return next(simulate(31, 260, "teaching"))


@pytest.fixture(scope="session")
def cases(records):
    """Row of each adult stay of two days or more to its case."""
    stays = records.stays
    rows = [
        row
        for row in range(len(stays.person))
        if not records.people.newborn[stays.person[row]] and stays.minutes[row] > 2 * 24 * 60
    ]
    return {row: open_case(records, row, ADMITTED) for row in rows}


@pytest.fixture(scope="session")
def notes(cases):
    """Row and note: of each stay one of each kind, the styles in turn."""
    styles = tuple(STYLES)
    return [
        (row, write(case, kind, row, styles[(row + number) % len(styles)]))
        for row, case in cases.items()
        for number, kind in enumerate(KINDS)
    ]
