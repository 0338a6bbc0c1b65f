"""The patients of the database and their stays: step A of the build."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.compute as pc  # type: ignore[import-untyped]
from numpy.typing import NDArray

from medgym_core import DataError
from medgym_ehr.ehrsql.clock import until_now
from medgym_ehr.ehrsql.sample import draw_patients
from medgym_ehr.ehrsql.shuffle import Shuffling
from medgym_ehr.eicu.ehrsql.visit import dated
from medgym_ehr.raw.reading import RawFolder

_GIVEN = (
    "hospitaladmitsource",
    "hospitaladmitoffset",
    "hospitaladmittime24",
    "unitdischargeoffset",
    "hospitaldischargeoffset",
    "hospitaldischargeyear",
)
_OFFSETS = {
    "hospitaladmittime": "hospitaladmitoffset",
    "unitdischargetime": "unitdischargeoffset",
    "hospitaldischargetime": "hospitaldischargeoffset",
}


@dataclass(frozen=True)
class Cohort:
    """The drawn patients and what is remembered of them."""

    stays: pa.Table
    """The table patient, ascending by patientunitstayid."""
    shuffling: Shuffling
    """Whether values of events are shuffled."""
    published: pa.ChunkedArray
    """patientunitstayid of every row of the raw file."""

    def is_published(self, batch: pa.RecordBatch) -> pa.Array:
        """Which rows belong to a stay that the raw files know."""
        return pc.is_in(batch["patientunitstayid"], value_set=self.published)

    def has_stay(self, batch: pa.RecordBatch) -> pa.Array:
        """Which rows belong to a stay of the cohort."""
        return pc.is_in(batch["patientunitstayid"], value_set=self.stays["patientunitstayid"])

    def timed(self, rows: pa.Table, time: str, offset: str) -> pa.Table:
        """``rows`` of the cohort with ``time`` in place of ``offset``; null where later than now."""
        stay = pc.index_in(rows["patientunitstayid"], value_set=self.stays["patientunitstayid"])
        column = pa.array(_later(self.stays["unitadmittime"].take(stay), rows[offset]))
        return rows.set_column(rows.schema.get_field_index(offset), time, column)

    def owned(self, rows: pa.Table) -> pa.Table:
        """``rows`` of the cohort with uniquepid and patienthealthsystemstayid."""
        stay = pc.index_in(rows["patientunitstayid"], value_set=self.stays["patientunitstayid"])
        for column in ("uniquepid", "patienthealthsystemstayid"):
            rows = rows.append_column(column, self.stays[column].take(stay))
        return rows


def select_cohort(raw: RawFolder, shuffling: Shuffling) -> Cohort:
    """Draw the cohort, whose events ``shuffling`` concerns. The file patient is held whole.

    Raises:
        DataError: if no stay is left.
    """
    patients = raw.table("patient").sort_by("patientunitstayid")
    stays = _admitted(dated(_plausible(patients)))
    inside = stays.filter(pc.field("hospitaldischargetime").is_null())
    left = stays.filter(pc.field("hospitaldischargetime").is_valid())
    drawn = pa.array(draw_patients(inside["person"].to_numpy(), left["person"].to_numpy()))
    own = stays.filter(pc.is_in(stays["person"], value_set=drawn))
    return Cohort(own, shuffling, patients["patientunitstayid"])


def _plausible(patients: pa.Table) -> pa.Table:
    """Rows of the right sex, age and length, with age as a number."""
    male_or_female = pc.is_in(patients["gender"], value_set=pa.array(["male", "female"]))
    numbered = pc.match_substring_regex(patients["age"], pattern="^[0-9]+$")
    known = reduce(pc.and_, (patients[name].is_valid() for name in _GIVEN), male_or_female)
    rows = patients.filter(pc.and_(known, numbered))
    at = rows.schema.get_field_index("age")
    rows = rows.set_column(at, "age", rows["age"].cast(pa.int64())).filter(pc.field("age") > 10)
    length = rows["hospitaldischargeoffset"].to_numpy() - rows["hospitaladmitoffset"].to_numpy()
    usual = length < (np.percentile(length, 95) if length.size else 0)
    if not usual.any():
        raise DataError(
            f"of {len(patients)} unit stays {len(rows)} are of men and women aged 11 to 89 with a known "
            "source, times and year, and none of these is shorter than their 95th percentile; the build "
            "needs at least two lengths of stay"
        )
    return rows.filter(pa.array(usual))


def _admitted(stays: pa.Table) -> pa.Table:
    """With times; without stays that begin later than now, and without outcomes that are not known yet."""
    for time, offset in _OFFSETS.items():
        stays = stays.append_column(time, pa.array(_later(stays["unitadmittime"], stays[offset])))
    unit = pa.array(until_now(stays["unitadmittime"].to_numpy()))
    stays = stays.set_column(stays.schema.get_field_index("unitadmittime"), "unitadmittime", unit)
    stays = stays.filter(pc.field("hospitaladmittime").is_valid() & pc.field("unitadmittime").is_valid())
    if not len(stays):
        raise DataError(
            "no unit stay is left: all are inconsistent or later than the database's current time"
        )
    for column in ("hospitaldischargestatus", "dischargeweight"):
        known = pc.if_else(stays["hospitaldischargetime"].is_valid(), stays[column], None)
        stays = stays.set_column(stays.schema.get_field_index(column), column, known)
    return stays


def _later(start: pa.ChunkedArray, minutes: pa.ChunkedArray) -> NDArray[np.datetime64]:
    """So many minutes later; NaT where that is later than now or not known."""
    passed = pc.multiply(minutes, 60).cast(pa.duration("s")).to_numpy()
    return until_now(start.to_numpy() + passed)
