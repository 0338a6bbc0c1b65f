"""The event tables: steps C to F and H to J of the build."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce

import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.compute as pc  # type: ignore[import-untyped]

from medgym_ehr.ehrsql.clock import BEGINNING
from medgym_ehr.ehrsql.numbering import renumbered
from medgym_ehr.mimic3.ehrsql.cohort import Cohort
from medgym_ehr.mimic3.ehrsql.columns import VITALS
from medgym_ehr.mimic3.ehrsql.prescription import dosed, in_usual_units, usual_units
from medgym_ehr.raw.reading import RawFolder


def coded(raw: RawFolder, cohort: Cohort, name: str, dictionary: pa.Table, time: str) -> pa.Table:
    """DIAGNOSES_ICD at ADMITTIME or PROCEDURES_ICD at DISCHTIME: C and D."""
    codes = dictionary["ICD9_CODE"]

    def read() -> Iterator[pa.RecordBatch]:
        for batch in raw.batches(name):
            code = batch["ICD9_CODE"].cast(pa.string())
            batch = batch.set_column(batch.schema.get_field_index("ICD9_CODE"), "ICD9_CODE", code)
            yield batch.filter(pc.is_in(code, value_set=codes))

    rows = cohort.shuffling.shuffled(read, cohort.has_admission, ["ICD9_CODE"], name.lower())
    at = pc.index_in(rows["HADM_ID"], value_set=cohort.original["HADM_ID"])
    return _dated(rows.append_column("CHARTTIME", cohort.original[time].take(at)), cohort, "CHARTTIME")


def labs(raw: RawFolder, cohort: Cohort, dictionary: pa.Table) -> pa.Table:
    """LABEVENTS: E."""

    def read() -> Iterator[pa.RecordBatch]:
        for batch in raw.batches("LABEVENTS"):
            known = pc.is_in(batch["ITEMID"], value_set=dictionary["ITEMID"])
            yield batch.filter(_given(batch, known, "HADM_ID", "CHARTTIME", "VALUENUM", "VALUEUOM"))

    rows = cohort.shuffling.shuffled(
        read, cohort.has_admission, ["ITEMID", "VALUENUM", "VALUEUOM"], "labevents"
    )
    return _dated(rows, cohort, "CHARTTIME")


def prescriptions(raw: RawFolder, cohort: Cohort) -> pa.Table:
    """PRESCRIPTIONS: F."""
    name = "PRESCRIPTIONS"
    units = usual_units(dosed(raw.batches(name)))

    def read() -> Iterator[pa.RecordBatch]:
        return in_usual_units(dosed(raw.batches(name)), units)

    columns = ["DRUG", "DOSE_VAL_RX", "DOSE_UNIT_RX", "ROUTE"]
    rows = cohort.shuffling.shuffled(read, cohort.has_admission, columns, name.lower())
    return _dated(rows, cohort, "STARTDATE", "ENDDATE")


def vitals(raw: RawFolder, cohort: Cohort) -> pa.Table:
    """CHARTEVENTS: H."""
    items = pa.array(VITALS)
    own = []
    for batch in raw.batches("CHARTEVENTS"):
        ours = pc.and_(pc.is_in(batch["ITEMID"], value_set=items), cohort.has_patient(batch))
        ours = _given(batch, ours, "HADM_ID", "ICUSTAY_ID", "CHARTTIME", "VALUENUM", "VALUEUOM")
        own.append(batch.filter(ours))
    rows = cohort.shift.shifted(pa.Table.from_batches(own), "CHARTTIME")
    rows = rows.filter(pc.field("CHARTTIME").is_valid())
    rows = cohort.shuffling.permuted(rows, ["ITEMID", "VALUENUM", "VALUEUOM"], "chartevents")
    return renumbered(_begun(rows.filter(cohort.has_admission(rows)), "CHARTTIME"))


def fluids(
    raw: RawFolder, cohort: Cohort, name: str, dictionary: pa.Table, amount: str, unit: str
) -> pa.Table:
    """INPUTEVENTS_CV or OUTPUTEVENTS: I."""

    def read() -> Iterator[pa.RecordBatch]:
        for batch in raw.batches(name):
            known = pc.is_in(batch["ITEMID"], value_set=dictionary["ITEMID"])
            known = pc.and_(known, pc.equal(batch[unit], "ml"))
            yield batch.filter(_given(batch, known, "HADM_ID", "ICUSTAY_ID", "CHARTTIME", amount))

    rows = cohort.shuffling.shuffled(read, cohort.has_admission, ["ITEMID", amount], name.lower())
    return _dated(rows, cohort, "CHARTTIME")


def cultures(raw: RawFolder, cohort: Cohort) -> pa.Table:
    """MICROBIOLOGYEVENTS: J."""

    def read() -> Iterator[pa.RecordBatch]:
        for batch in raw.batches("MICROBIOLOGYEVENTS"):
            time = pc.coalesce(batch["CHARTTIME"], batch["CHARTDATE"])
            batch = batch.set_column(batch.schema.get_field_index("CHARTTIME"), "CHARTTIME", time)
            yield batch.filter(_given(batch, batch["HADM_ID"].is_valid(), "SPEC_TYPE_DESC", "CHARTTIME"))

    rows = cohort.shuffling.shuffled(
        read, cohort.has_admission, ["SPEC_TYPE_DESC", "ORG_NAME"], "microbiologyevents"
    )
    return _dated(rows, cohort, "CHARTTIME")


def _given(batch: pa.RecordBatch, also: pa.Array, *columns: str) -> pa.Array:
    """Rows where ``also`` holds and none of ``columns`` is null."""
    return reduce(pc.and_, (batch[column].is_valid() for column in columns), also)


def _dated(rows: pa.Table, cohort: Cohort, time: str, *others: str) -> pa.Table:
    """Shift the times and drop rows whose first is unknown or too early."""
    return renumbered(_begun(cohort.shift.shifted(rows, time, *others), time))


def _begun(rows: pa.Table, time: str) -> pa.Table:
    return rows.filter(pc.field(time) >= pa.scalar(BEGINNING))
