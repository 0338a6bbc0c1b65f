"""The frame ``patients`` in the form that pandas calls ``table``, written at once."""

from __future__ import annotations

import pickle
from typing import Any

import h5py  # type: ignore[import-untyped]
import numpy as np
from numpy.typing import NDArray

from medgym_ehr.synthetic.clock import DAY, NEVER
from medgym_plugin_mimic_extract.synthetic.cohort import Cohort
from medgym_plugin_mimic_extract.synthetic.hourly_file import put

IDS = ("subject_id", "hadm_id", "icustay_id")


def write_patients(file: h5py.File, cohort: Cohort) -> None:
    """Write one row a stay, with the 28 published columns."""
    columns = _columns(cohort)
    ids = dict(zip(IDS, (cohort.subject, cohort.hadm, cohort.icustay), strict=True))
    group = file.create_group("patients")
    blocks: dict[str, tuple[list[str], NDArray[Any], str]] = {}
    for kind in ("float64", "datetime64[ns]", "int64"):
        names = [name for name, (type_, _) in columns.items() if type_ == kind]
        blocks[f"values_block_{len(blocks)}"] = names, np.column_stack([columns[n][1] for n in names]), kind
    for name, (kind, values) in columns.items():
        if kind in ("text", "category"):
            field = f"values_block_{len(blocks)}"
            codes = _write_categories(group, field, values) if kind == "category" else np.array(values, "S")
            blocks[field] = [name], codes[:, None], kind
    _write_table(group, blocks, ids)
    put(
        group,
        pandas_type="frame_table",
        table_type="appendable_multiframe",
        encoding="UTF-8",
        errors="strict",
        index_cols=_pickled([(0, "index")]),
        values_cols=_pickled([*blocks, *IDS]),
        data_columns=_pickled([*IDS]),
        non_index_axes=_pickled([(1, [*IDS, *columns])]),
        info=_pickled({1: {"names": [None], "type": "Index"}, "index": {}}),
        levels=_pickled([*IDS]),
        nan_rep="nan",
    )


def _columns(cohort: Cohort) -> dict[str, tuple[str, NDArray[Any]]]:
    """Column to its type and values, in the published order."""
    nothing = np.zeros(len(cohort.subject), np.int64)
    died = cohort.died.astype(np.int64)
    texts: dict[str, NDArray[Any]] = {
        "insurance": cohort.insurance,
        "diagnosis_at_admission": cohort.diagnosis,
        "discharge_location": cohort.discharge_location,
    }
    whole = {
        **dict.fromkeys(("fullcode_first", "fullcode"), nothing + 1),
        **dict.fromkeys(("dnr_first", "dnr", "cmo_first", "cmo_last", "cmo"), nothing),
        "mort_icu": cohort.died_in_icu.astype(np.int64),
        "mort_hosp": died,
        "hospital_expire_flag": died,
        "hospstay_seq": nothing + 1,
        "readmission_30": cohort.readmitted.astype(np.int64),
        "max_hours": cohort.last_hour,
    }
    moments = ("admittime", "dischtime", "deathtime", "intime", "outtime")
    times = {name: getattr(cohort, name) for name in moments} | {"dnr_first_charttime": nothing + NEVER}
    categories = {
        "gender": cohort.gender,
        "ethnicity": cohort.ethnicity,
        "admission_type": cohort.admission_type,
        "first_careunit": cohort.unit,
    }
    days = (cohort.outtime - cohort.intime) / DAY
    numbers = {"age": cohort.age.round(4), "los_icu": days.round(4)}
    found = {
        **{name: ("text", values) for name, values in texts.items()},
        **{name: ("int64", values) for name, values in whole.items()},
        **{name: ("datetime64[ns]", _nanoseconds(values)) for name, values in times.items()},
        **{name: ("category", values) for name, values in categories.items()},
        **{name: ("float64", values) for name, values in numbers.items()},
    }
    return {name: found[name] for name in ORDER}


ORDER = (
    *("gender", "ethnicity", "age", "insurance", "admittime", "diagnosis_at_admission", "dischtime"),
    *("discharge_location", "fullcode_first", "dnr_first", "fullcode", "dnr", "dnr_first_charttime"),
    *("cmo_first", "cmo_last", "cmo", "deathtime", "intime", "outtime", "los_icu", "admission_type"),
    *("first_careunit", "mort_icu", "mort_hosp", "hospital_expire_flag", "hospstay_seq", "readmission_30"),
    "max_hours",
)
"""Columns in the published order."""


def _nanoseconds(seconds: NDArray[np.int64]) -> NDArray[np.int64]:
    never = seconds == NEVER
    return np.where(never, NEVER, np.where(never, 0, seconds) * 10**9)


def _write_categories(group: h5py.Group, field: str, values: NDArray[Any]) -> NDArray[np.int8]:
    """Write the categories beside the table, give the codes."""
    levels, codes = np.unique(values.astype(str), return_inverse=True)
    beside = group.create_group(f"meta/{field}/meta")
    block = {"values": (["values"], np.array(levels, "S"), "text")}
    _write_table(beside, block, {})
    put(
        beside,
        pandas_type="series_table",
        table_type="appendable_series",
        encoding="UTF-8",
        errors="strict",
        index_cols=_pickled([(0, "index")]),
        values_cols=_pickled(["values"]),
        data_columns=_pickled(["values"]),
        non_index_axes=_pickled([(1, ["values"])]),
        info=_pickled({1: {"names": [None], "type": "Index"}, "index": {}, "values": {}}),
        nan_rep="nan",
    )
    beside.attrs["levels"] = 1
    return codes.astype(np.int8)


def _write_table(
    group: h5py.Group,
    blocks: dict[str, tuple[list[str], NDArray[Any], str]],
    ids: dict[str, NDArray[np.int64]],
) -> None:
    """Write the records and say, as pandas and PyTables do, what each field holds."""
    fields = {**{name: values for name, (_, values, _) in blocks.items()}, **ids}
    rows = len(next(iter(fields.values())))
    kinds = [(name, values.dtype, values.shape[1:]) for name, values in fields.items()]
    records = np.zeros(rows, [("index", np.int64), *kinds])
    records["index"] = np.arange(rows)
    for name, values in fields.items():
        records[name] = values
    table = group.create_dataset("table", data=records, maxshape=(None,), chunks=(1024,))
    put(table, CLASS="TABLE", VERSION="2.7", TITLE="", index_kind="integer")
    table.attrs["NROWS"] = np.int64(rows)
    for name, (names, values, kind) in blocks.items():
        stored = f"bytes{8 * values.dtype.itemsize}" if kind == "text" else values.dtype.name
        meta = "category" if kind == "category" else _pickled(None)
        _describe(table, name, names, kind if kind.startswith("datetime") else stored, meta)
    for name in ids:
        _describe(table, name, [name], "int64", _pickled(None))


def _describe(table: h5py.Dataset, field: str, names: list[str], kind: str, meta: str | bytes) -> None:
    """Say what a field of the records holds."""
    put(table, **{f"{field}_kind": _pickled(names)}, **{f"{field}_dtype": kind, f"{field}_meta": meta})


def _pickled(value: object) -> bytes:
    """As PyTables stores what is no text, number or array."""
    return pickle.dumps(value, 0)
