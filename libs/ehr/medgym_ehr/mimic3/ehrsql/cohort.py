"""The patients of the database and their stays: step A of the build."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.compute as pc  # type: ignore[import-untyped]
from numpy.typing import NDArray

from medgym_core import DataError
from medgym_ehr.ehrsql.sample import draw_patients
from medgym_ehr.ehrsql.shuffle import Shuffling
from medgym_ehr.mimic3.ehrsql.shift import Shift
from medgym_ehr.mimic3.ehrsql.ward import permute_wards
from medgym_ehr.raw.reading import RawFolder

_DAY = np.timedelta64(1, "D")


@dataclass(frozen=True)
class Cohort:
    """The drawn patients and what is remembered of them."""

    patients: pa.Table
    """PATIENTS, shifted."""
    admissions: pa.Table
    """ADMISSIONS, shifted, with AGE."""
    icustays: pa.Table
    """ICUSTAYS, shifted, and if that is asked for with wards permuted."""
    transfers: pa.Table
    """TRANSFERS likewise."""
    original: pa.Table
    """HADM_ID, ADMITTIME, DISCHTIME as they were, of the cohort's admissions."""
    shift: Shift
    """The patients' offsets."""
    shuffling: Shuffling
    """Whether values of events are shuffled."""

    def has_admission(self, batch: pa.RecordBatch) -> pa.Array:
        """Which rows belong to an admission of the cohort."""
        return pc.is_in(batch["HADM_ID"], value_set=self.original["HADM_ID"])

    def has_patient(self, batch: pa.RecordBatch) -> pa.Array:
        """Which rows belong to a patient of the cohort."""
        return pc.is_in(batch["SUBJECT_ID"], value_set=self.patients["SUBJECT_ID"])


def select_cohort(raw: RawFolder, shuffling: Shuffling) -> Cohort:
    """Draw the cohort; ``shuffling`` is of the units of its ICU stays, and of its events.

    PATIENTS and ADMISSIONS are held whole, since the percentile and the draw look at all; of the other files
    only the cohort's rows.

    Raises:
        DataError: if no admission is left.
    """
    patients = raw.table("PATIENTS").sort_by("ROW_ID")
    kept = _plausible(patients, raw.table("ADMISSIONS").sort_by("ROW_ID"))
    shift = Shift(kept["SUBJECT_ID"].to_numpy(), kept["ADMITTIME"].to_numpy())
    patients = shift.shifted(patients, "DOB", "DOD").filter(pc.field("DOB").is_valid())
    admissions = _admitted(shift.shifted(kept, "ADMITTIME", "DISCHTIME"))
    inside = admissions.filter(pc.field("DISCHTIME").is_null())
    left = admissions.filter(pc.field("DISCHTIME").is_valid())
    drawn = pa.array(draw_patients(inside["SUBJECT_ID"].to_numpy(), left["SUBJECT_ID"].to_numpy()))
    admissions = admissions.filter(pc.is_in(admissions["SUBJECT_ID"], value_set=drawn))
    own = admissions["HADM_ID"]
    icustays = _stays(raw, "ICUSTAYS", own, shift)
    transfers = _stays(raw, "TRANSFERS", own, shift).rename_columns(
        {"CURR_CAREUNIT": "CAREUNIT", "CURR_WARDID": "WARDID"}
    )
    icustays, transfers = permute_wards(icustays, transfers, shuffling)
    original = kept.select(["HADM_ID", "ADMITTIME", "DISCHTIME"])
    return Cohort(
        patients.filter(pc.is_in(patients["SUBJECT_ID"], value_set=drawn)),
        admissions,
        icustays,
        transfers,
        original.filter(pc.is_in(original["HADM_ID"], value_set=own)),
        shift,
        shuffling,
    )


def _plausible(patients: pa.Table, admissions: pa.Table) -> pa.Table:
    """Admissions of the right age and length, with AGE."""
    born = patients["DOB"].take(pc.index_in(admissions["SUBJECT_ID"], value_set=patients["SUBJECT_ID"]))
    age = np.trunc(_whole_days(born, admissions["ADMITTIME"]) / 365.25)
    fit = (age > 10) & (age < 90)
    admissions = admissions.append_column("AGE", pa.array(np.where(fit, age, 0).astype(np.int64)))
    admissions = admissions.filter(pa.array(fit))
    days = _whole_days(admissions["ADMITTIME"], admissions["DISCHTIME"])
    known = days[~np.isnan(days)]
    usual = days < (np.percentile(known, 95) if known.size else 0)
    if not usual.any():
        raise DataError(
            f"of {len(fit)} admissions {int(fit.sum())} are of patients aged 11 to 89, and none of these is "
            "shorter than their 95th percentile; the build needs at least two lengths of stay"
        )
    return admissions.filter(pa.array(usual))


def _whole_days(start: pa.ChunkedArray, end: pa.ChunkedArray) -> NDArray[np.float64]:
    """Whole days between, rounded down; NaN where a time is null."""
    days: NDArray[np.float64] = np.floor((end.to_numpy() - start.to_numpy()) / _DAY)
    return days


def _admitted(admissions: pa.Table) -> pa.Table:
    admissions = admissions.filter(pc.field("ADMITTIME").is_valid())
    if not len(admissions):
        raise DataError("no admission is left: all begin later than the database's current time")
    place = pc.if_else(admissions["DISCHTIME"].is_valid(), admissions["DISCHARGE_LOCATION"], None)
    return admissions.set_column(
        admissions.schema.get_field_index("DISCHARGE_LOCATION"), "DISCHARGE_LOCATION", place
    )


def _stays(raw: RawFolder, name: str, admissions: pa.ChunkedArray, shift: Shift) -> pa.Table:
    own: Iterable[pa.RecordBatch] = (
        batch.filter(pc.is_in(batch["HADM_ID"], value_set=admissions)) for batch in raw.batches(name)
    )
    stays = shift.shifted(pa.Table.from_batches(own), "INTIME", "OUTTIME")
    return stays.filter(pc.field("INTIME").is_valid()).sort_by("ROW_ID")
