"""Labels and prediction times of the 15 targets, computed from a patient's record.

The definitions are those by which the published labels were made (Wornow et al. 2023, and the benchmark's own
code where the two differ). Times are compared to the second and then given to the minute.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from medgym_plugin_ehrshot.record import DAY, MINUTE, Label, Record, Stay, end_of_day, minute
from medgym_plugin_ehrshot.severity import SCALES, severity
from medgym_plugin_ehrshot.target import TARGETS

LONG = 7 * DAY
"""A long stay lasts as many seconds or more."""


def labels_of(target: str, record: Record) -> list[Label]:
    """The labels of one patient, in the order of time and value."""
    found = LABELLERS[target](record)
    return sorted(Label(minute(label.time), label.value) for label in found)


def long_stays(record: Record) -> list[Label]:
    """At the end of the day of admission: does the stay last 7 days or more?"""
    return [
        Label(end_of_day(stay.start), int(stay.end - stay.start >= LONG)) for stay in _overnight(record.stays)
    ]


def readmissions(record: Record) -> list[Label]:
    """At the end of the day of discharge: does a stay begin from 1 minute to 30 days later?

    Left out are discharges on a day on which an earlier one of the stays began, and those that no stay
    follows within 30 days while the record ends before these are over.
    """
    times, admitted = set(), set()
    for stay in record.stays:
        if stay.end // DAY not in admitted:
            times.add(end_of_day(stay.end))
            admitted.add(stay.start // DAY)
    starts = [stay.start for stay in record.stays]
    labels = [Label(time, _any_within(starts, time + MINUTE, time + 30 * DAY)) for time in sorted(times)]
    return [label for label in labels if label.value or record.last >= label.time + 30 * DAY]


def intensive_care(record: Record) -> list[Label]:
    """At the end of the day of admission: does intensive care begin before the stay ends?

    Left out are stays on whose first day intensive care begins.
    """
    taken = {time // DAY for time in record.intensive}
    return [
        Label(end_of_day(stay.start), _any_within(record.intensive, end_of_day(stay.start), stay.end))
        for stay in _overnight(record.stays)
        if stay.start // DAY not in taken
    ]


def new_diagnoses(target: str, record: Record) -> list[Label]:
    """At the end of the day of discharge, up to the first diagnosis: is there one in 1 to 365 days?

    A record that ends earlier counts as having none.
    """
    times = sorted({end_of_day(stay.end) for stay in record.stays})
    known = record.diagnoses.get(target, ())
    return [
        Label(time, _any_within(known, time + DAY, time + 365 * DAY))
        for time in times
        if not known or time <= min(known)
    ]


def results(target: str, record: Record) -> list[Label]:
    """One minute before each result: its severity. Results at the time of the first event do not count."""
    found = (
        (result.time, severity(target, result.value, result.unit))
        for result in record.results.get(target, ())
        if result.time != record.first and result.value
    )
    return [Label(time - MINUTE, value) for time, value in found if value is not None]


def radiographs(record: Record) -> list[Label]:
    """24 hours before each report that was made more than 24 hours after the first event: its findings."""
    return [
        Label(report.time - DAY, report.findings)
        for report in record.reports
        if report.time - DAY > record.first
    ]


def _overnight(stays: Sequence[Stay]) -> list[Stay]:
    """Stays that do not end on the day on which they begin."""
    return [stay for stay in stays if stay.start // DAY != stay.end // DAY]


def _any_within(times: Sequence[int], earliest: int, latest: int) -> int:
    return int(any(earliest <= time <= latest for time in times))


LABELLERS: Mapping[str, Callable[[Record], list[Label]]] = {
    "guo_los": long_stays,
    "guo_readmission": readmissions,
    "guo_icu": intensive_care,
    "chexpert": radiographs,
    **{name: partial(results, name) for name in SCALES},
    **{name: partial(new_diagnoses, name) for name in TARGETS if name.startswith("new_")},
}
"""Target to the function that labels a record."""
