"""Times of events, and what has passed since, a second time, straight from the wording."""

from collections.abc import Callable

import pandas as pd

from medgym_ehr.testing.independent.cohort import NOW
from medgym_ehr.testing.independent.period import Slots, Tables, rows_of
from medgym_ehr.testing.independent.records import listed, nth, one

from .answers_existence import beyond
from .records import current_visit, records, stays, visits

UNITS = {unit: pd.Timedelta(**{unit: 1}) for unit in ("weeks", "days", "hours", "minutes")}
EDGES = {"admitted to": "ADMITTIME", "discharged from": "DISCHTIME"}


def timed(rows: pd.DataFrame, slots: Slots) -> object:
    """The time at the place that is named, or the only one."""
    return nth(rows, slots["nth"], "TIME") if "nth" in slots else one(rows.TIME)


def named(kind: str, slot: str) -> Callable[[Tables, Slots], object]:
    """The time of an event whose name the slot holds."""
    return lambda tables, slots: timed(records(tables, kind, slots, slots[slot]), slots)


def visit_edge(edge: str) -> Callable[[Tables, Slots], object]:
    return lambda tables, slots: nth(visits(tables, slots, edge), slots["nth"], edge, edge)


def stay_edge(edge: str) -> Callable[[Tables, Slots], object]:
    return lambda tables, slots: nth(stays(tables, slots, edge), slots["nth"], edge, edge)


def visit_times(tables: Tables, slots: Slots) -> object:
    edge = EDGES[slots["edge"]]
    return listed(visits(tables, slots, edge)[edge])


def passed(time: str, unit: str) -> float:
    return float((NOW - pd.Timestamp(time)) / UNITS[unit])


def since_admission(tables: Tables, slots: Slots) -> object:
    own = current_visit(tables, rows_of(tables, "ADMISSIONS", slots["patient"]))
    return passed(one(own.ADMITTIME), slots["unit"])


def since_icu_admission(tables: Tables, slots: Slots) -> object:
    own = current_visit(tables, rows_of(tables, "ICUSTAYS", slots["patient"]))
    return passed(one(own.INTIME), slots["unit"])


def since(kind: str, slot: str) -> Callable[[Tables, Slots], object]:
    """What has passed since an event whose name the slot holds."""

    def solve(tables: Tables, slots: Slots) -> object:
        return passed(timed(records(tables, kind, slots, slots[slot]), slots), slots["unit"])

    return solve


def extreme_time(kind: str, slot: str) -> Callable[[Tables, Slots], object]:
    def solve(tables: Tables, slots: Slots) -> object:
        rows = records(tables, kind, slots, slots[slot])
        extreme = {"highest": rows.VALUE.max(), "lowest": rows.VALUE.min()}[slots["extreme"]]
        return one(rows[rows.VALUE.eq(extreme)].TIME)

    return solve


def vital_beyond_time(tables: Tables, slots: Slots) -> object:
    rows = records(tables, "vital sign", slots, slots["vital"])
    return nth(rows[beyond(rows.VALUE, slots, "vital.bound")], slots["nth"], "TIME")


SOLVERS: dict[str, Callable[[Tables, Slots], object]] = {
    "diagnosis_time": named("diagnosis", "diagnosis"),
    "treatment_time": named("treatment", "treatment"),
    "drug_time": named("prescription", "drug"),
    "drug_stop_time": named("end of prescription", "drug"),
    "lab_time": named("lab test", "lab"),
    "intake_time": named("intakes", "intake"),
    "output_time": named("outputs", "output"),
    "specimen_time": named("microbiology test", "specimen"),
    "allergy_time": named("allergy", "allergy"),
    "ward_time": named("ward", "ward"),
    "since_admission": since_admission,
    "since_icu_admission": since_icu_admission,
    "since_diagnosis": since("diagnosis", "diagnosis"),
    "since_treatment": since("treatment", "treatment"),
    "since_drug": since("prescription", "drug"),
    "since_lab": since("lab test", "lab"),
    "lab_extreme_time": extreme_time("lab test", "lab"),
    "vital_extreme_time": extreme_time("vital sign", "vital"),
    "vital_beyond_time": vital_beyond_time,
    "admission_time": visit_edge("ADMITTIME"),
    "discharge_time": visit_edge("DISCHTIME"),
    "icu_admission_time": stay_edge("INTIME"),
    "icu_discharge_time": stay_edge("OUTTIME"),
    "visit_times": visit_times,
}
