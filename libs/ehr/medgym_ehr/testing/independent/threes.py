"""Which of three things or patients that a question numbers, and when first: computed a second time."""

from collections.abc import Callable
from typing import Any

import pandas as pd

from medgym_ehr.testing.independent.period import Slots, Tables
from medgym_ehr.testing.independent.records import plain

Solver = Callable[[Tables, Slots], Any]
Found = Callable[[Tables, Slots], pd.DataFrame]
"""Rows with a column TIME that are found for the slots."""
PLACES = ("", "2", "3")


def numbered(times: list[pd.Series]) -> list[list[Any]]:
    """The numbers of those that have any times, with the earliest."""
    return [[number, plain(own.min())] for number, own in enumerate(times, start=1) if not own.empty]


def of_patient(found: Found, slot: str) -> Solver:
    """Which of three names, that of ``slot`` and two more, the rows of the patient have."""

    def solve(tables: Tables, slots: Slots) -> list[list[Any]]:
        rows = found(tables, slots)
        return numbered([rows[rows.NAME.eq(slots[f"{slot}{place}"])].TIME for place in PLACES])

    return solve


def of_patients(found: Found) -> Solver:
    """Which of three patients have rows."""

    def solve(tables: Tables, slots: Slots) -> list[list[Any]]:
        each = [slots | {"patient": slots[f"patient{place}"]} for place in PLACES]
        return numbered([found(tables, own).TIME for own in each])

    return solve


def days(rows: pd.DataFrame) -> list[str]:
    """The day of each row."""
    return list(rows.TIME.dt.strftime("%Y-%m-%d"))
