"""What labels are made of: the events of one patient that count, as seconds since 1970-01-01."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

MINUTE, DAY = 60, 86_400
"""Seconds."""


class Stay(NamedTuple):
    """A stay in hospital, or in intensive care."""

    start: int
    """Admission."""
    end: int
    """Discharge, later than the admission."""


class Result(NamedTuple):
    """A laboratory result as written."""

    time: int
    """When it was recorded."""
    value: str
    """Its text."""
    unit: str
    """Its unit, empty where there is none."""


class Report(NamedTuple):
    """A report on a chest radiograph."""

    time: int
    """When it was recorded."""
    findings: int
    """Its 14 bits, see :data:`medgym_plugin_ehrshot.target.FINDINGS`."""


@dataclass(frozen=True)
class Record:
    """One patient, every sequence in the order of time."""

    first: int
    """Start of the earliest event."""
    last: int
    """Start of the latest event."""
    stays: Sequence[Stay] = ()
    """Stays in hospital."""
    intensive: Sequence[int] = ()
    """Admissions to intensive care."""
    diagnoses: Mapping[str, Sequence[int]] = field(default_factory=dict)
    """Target to the times of events with one of its codes."""
    results: Mapping[str, Sequence[Result]] = field(default_factory=dict)
    """Target, or test that held-out targets read, to results of its laboratory test."""
    reports: Sequence[Report] = ()
    """Reports on chest radiographs."""
    death: int | None = None
    """Death, if it is known."""


class Label(NamedTuple):
    """A label of one patient."""

    time: int
    """Prediction time, a whole minute: what happened later is unknown."""
    value: int
    """0 or 1, a severity, or 14 bits."""


def end_of_day(time: int) -> int:
    """The last second of a time's day, 23:59:59; both in seconds since 1970."""
    return time - time % DAY + DAY - 1


def minute(time: int) -> int:
    """The whole minute of a time; both in seconds since 1970."""
    return time - time % MINUTE
