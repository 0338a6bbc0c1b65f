"""When each unit stay begins: the first half of step A of the build.

eICU gives no dates, only the year and the minute of the day; EHRSQL draws a day for each hospital visit.
"""

from __future__ import annotations

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]
from numpy.typing import NDArray

from medgym_ehr.draws import text_keys, uniforms
from medgym_ehr.ehrsql.clock import first_years

_DAY = 86_400


def dated(rows: pa.Table) -> pa.Table:
    """Plausible rows of patient with ``person``, ``age`` and ``unitadmittime``; inconsistent ones go.

    Where a stay's offsets contradict each other, it and the patient's later stays are dropped.

    Args:
        rows: ascending by patientunitstayid, without nulls in what is dated; ``age`` is a number.
    """
    rows = rows.append_column("person", pa.array(text_keys(rows["uniquepid"].to_pylist())))
    rows = _in_order(rows)
    person, year = rows["person"].to_numpy(), rows["hospitaldischargeyear"].to_numpy()
    patient = _runs(person)
    gap = year - _first(patient, year)
    shown = first_years(person) + gap
    youngest = np.full(len(rows), np.iinfo(np.int64).max)
    np.minimum.at(youngest, patient, rows["age"].to_numpy())
    seconds = _days(rows, shown) * _DAY + rows["hospitaladmittime24"].cast(pa.int32()).to_numpy()
    seconds = seconds - 60 * rows["hospitaladmitoffset"].to_numpy()
    rows = rows.set_column(
        rows.schema.get_field_index("age"), "age", pa.array(youngest[patient] + gap)
    ).append_column("unitadmittime", pa.array(seconds.astype("datetime64[s]")))
    return rows.filter(pa.array(_before_the_first(~_consistent(rows), patient))).sort_by("patientunitstayid")


def _in_order(rows: pa.Table) -> pa.Table:
    """By patient, discharge year, visit (in the order of their first stays) and stay."""
    stay = rows["patientunitstayid"].to_numpy()
    groups = [rows[name].to_numpy() for name in ("person", "hospitaldischargeyear")]
    visit = rows["patienthealthsystemstayid"].to_numpy()
    keys = np.stack([*groups, visit], axis=1)
    _, group = np.unique(keys, axis=0, return_inverse=True)
    begun = np.full(len(rows), np.iinfo(np.int64).max)
    np.minimum.at(begun, group, stay)
    return rows.take(pa.array(np.lexsort((stay, begun[group], *groups[::-1]))))


def _days(rows: pa.Table, shown: NDArray[np.int64]) -> NDArray[np.int64]:
    """Each row's day of hospital admission, since 1970: a year's k visits lie in k equal parts of it."""
    visit = rows["patienthealthsystemstayid"].to_numpy()
    year = _runs(rows["person"].to_numpy(), rows["hospitaldischargeyear"].to_numpy())
    number = _runs(rows["person"].to_numpy(), rows["hospitaldischargeyear"].to_numpy(), visit)
    number = number - _first(year, number)
    most = np.zeros(len(rows), np.int64)
    np.maximum.at(most, year, number)
    share = (number + uniforms(visit, "date")) / (most[year] + 1)
    first, last = _new_year(shown), _new_year(shown + 1) - 1
    drawn: NDArray[np.int64] = first + np.floor(share * (last - first)).astype(np.int64)
    return drawn


def _consistent(rows: pa.Table) -> NDArray[np.bool_]:
    admitted, left, discharged = (
        rows[name].to_numpy()
        for name in ("hospitaladmitoffset", "unitdischargeoffset", "hospitaldischargeoffset")
    )
    fits: NDArray[np.bool_] = (admitted <= 0) & (left > 0) & (left <= discharged)
    return fits


def _before_the_first(bad: NDArray[np.bool_], run: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which rows have no bad row of their run at or before them."""
    seen = np.cumsum(bad)
    before: NDArray[np.bool_] = seen == _first(run, seen - bad)
    return before


def _runs(*columns: NDArray[np.int64]) -> NDArray[np.int64]:
    """Numbers the runs of equal rows, from 0."""
    new = np.zeros(len(columns[0]), bool)
    for column in columns:
        new[1:] |= column[1:] != column[:-1]
    return np.cumsum(new)


def _first(run: NDArray[np.int64], values: NDArray[np.int64]) -> NDArray[np.int64]:
    """For each row the value of its run's first row."""
    first: NDArray[np.int64] = values[np.searchsorted(run, run)]
    return first


def _new_year(years: NDArray[np.int64]) -> NDArray[np.int64]:
    """Days from 1970 to the first of January."""
    return (years - 1970).astype("datetime64[Y]").astype("datetime64[D]").astype(np.int64)
