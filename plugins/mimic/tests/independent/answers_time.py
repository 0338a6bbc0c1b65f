"""Times of events, and what has passed since, a second time, straight from the wording."""

from collections.abc import Callable

import pandas as pd

from medgym_ehr.testing.independent.cohort import NOW
from medgym_ehr.testing.independent.period import Slots, Tables, during, rows_of, spell
from medgym_ehr.testing.independent.records import listed, nth, one, records

UNITS = {unit: pd.Timedelta(**{unit: 1}) for unit in ("weeks", "days", "hours", "minutes")}
EDGES = {"admitted to": "ADMITTIME", "discharged from": "DISCHTIME"}


def timed(rows: pd.DataFrame, slots: Slots) -> object:
    return nth(rows, slots["nth"], "TIME") if "nth" in slots else one(rows.TIME)


def named(kind: str, slot: str) -> Callable[[Tables, Slots], object]:
    """The time of an event whose name the slot holds: the only one, where no place is named."""

    def solve(tables: Tables, slots: Slots) -> object:
        return timed(records(tables, kind, slots, slots[slot]), slots)

    return solve


def organism_time(tables: Tables, slots: Slots) -> object:
    tests = records(tables, "microbiology test", slots)
    return timed(tests[tests.ORG_NAME.eq(slots["organism"])], slots)


def edge_time(table: str, edge: str) -> Callable[[Tables, Slots], object]:
    """The time at which a visit or stay began or ended."""

    def solve(tables: Tables, slots: Slots) -> object:
        rows = during(tables, rows_of(tables, table, slots["patient"]), edge, slots)
        return nth(rows.dropna(subset=edge), slots["nth"], edge, edge)

    return solve


def visit_times(tables: Tables, slots: Slots) -> object:
    edge = EDGES[slots["edge"]]
    return listed(during(tables, rows_of(tables, "ADMISSIONS", slots["patient"]), edge, slots)[edge])


def passed(time: str, unit: str) -> float:
    return float((NOW - pd.Timestamp(time)) / UNITS[unit])


def current_visit(tables: Tables, slots: Slots) -> pd.DataFrame:
    return spell(tables, slots["patient"], "hosp", "cur")


def since_admission(tables: Tables, slots: Slots) -> object:
    return passed(one(current_visit(tables, slots).ADMITTIME), slots["unit"])


def since_icu_admission(tables: Tables, slots: Slots) -> object:
    stays = tables["ICUSTAYS"]
    own = stays[stays.HADM_ID.isin(current_visit(tables, slots).HADM_ID)]
    return passed(one(own.INTIME), slots["unit"])


def since(kind: str, slot: str) -> Callable[[Tables, Slots], object]:
    """What has passed since an event whose name the slot holds."""

    def solve(tables: Tables, slots: Slots) -> object:
        return passed(timed(records(tables, kind, slots, slots[slot]), slots), slots["unit"])

    return solve


def extreme_time(kind: str, slot: str) -> Callable[[Tables, Slots], object]:
    def solve(tables: Tables, slots: Slots) -> object:
        rows = records(tables, kind, slots, slots[slot])
        values = rows.VALUE
        extreme = {"highest": values.max(), "lowest": values.min()}[slots["extreme"]]
        return one(rows[values == extreme].TIME)

    return solve


def vital_beyond_time(tables: Tables, slots: Slots) -> object:
    rows = records(tables, "vital sign", slots, slots["vital"])
    values = rows.VALUE
    beyond = {"above": values > slots["bound"], "below": values < slots["bound"]}[slots["side"]]
    return nth(rows[beyond], slots["nth"], "TIME")


SOLVERS: dict[str, Callable[[Tables, Slots], object]] = {
    "diagnosis_time": named("diagnosis", "diagnosis"),
    "procedure_time": named("procedure", "procedure"),
    "drug_time": named("prescription", "drug"),
    "lab_time": named("lab test", "lab"),
    "intake_time": named("intakes", "intake"),
    "output_time": named("outputs", "output"),
    "specimen_time": named("microbiology test", "specimen"),
    "organism_time": organism_time,
    "since_admission": since_admission,
    "since_icu_admission": since_icu_admission,
    "since_diagnosis": since("diagnosis", "diagnosis"),
    "since_drug": since("prescription", "drug"),
    "since_lab": since("lab test", "lab"),
    "lab_extreme_time": extreme_time("lab test", "lab"),
    "vital_extreme_time": extreme_time("vital sign", "vital"),
    "vital_beyond_time": vital_beyond_time,
    "admission_time": edge_time("ADMISSIONS", "ADMITTIME"),
    "discharge_time": edge_time("ADMISSIONS", "DISCHTIME"),
    "visit_times": visit_times,
    "icu_admission_time": edge_time("ICUSTAYS", "INTIME"),
    "careunit_time": named("care unit", "careunit"),
    "ward_time": named("ward", "ward"),
}
