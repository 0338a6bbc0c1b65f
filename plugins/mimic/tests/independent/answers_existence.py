"""Whether something was, a second time, straight from the wording."""

from collections.abc import Callable

import pandas as pd

from medgym_ehr.testing.independent.period import Slots, Tables, during, rows_of
from medgym_ehr.testing.independent.records import records

NORMAL = {
    "temperature c (calc)": (35.5, 38.1),
    "sao2": (95, 100),
    "heart rate": (60, 100),
    "respiratory rate": (12, 18),
    "arterial bp [systolic]": (90, 120),
    "arterial bp [diastolic]": (60, 90),
    "arterial bp mean": (60, 110),
}


def named(kind: str, slot: str) -> Callable[[Tables, Slots], object]:
    """Whether the patient has an event of this kind whose name the slot holds."""

    def solve(tables: Tables, slots: Slots) -> object:
        return not records(tables, kind, slots, slots[slot]).empty

    return solve


def has_drug_of_three(tables: Tables, slots: Slots) -> object:
    drugs = {slots["drug"], slots["drug2"], slots["drug3"]}
    return not drugs.isdisjoint(records(tables, "prescription", slots).NAME)


def has_any_event(tables: Tables, slots: Slots) -> object:
    return not records(tables, slots["event"], slots).empty


def has_visit_of_type(tables: Tables, slots: Slots) -> object:
    visits = during(tables, rows_of(tables, "ADMISSIONS", slots["patient"]), "ADMITTIME", slots)
    return slots["type"] in set(visits.ADMISSION_TYPE)


def has_growth(tables: Tables, slots: Slots) -> object:
    tests = records(tables, "microbiology test", slots, slots["specimen"])
    return bool(tests.ORG_NAME.notna().any())


def has_organism(tables: Tables, slots: Slots) -> object:
    return slots["organism"] in set(records(tables, "microbiology test", slots).ORG_NAME)


def vital_beyond(tables: Tables, slots: Slots) -> object:
    values = records(tables, "vital sign", slots, slots["vital"]).VALUE
    beyond: dict[str, pd.Series] = {"above": values > slots["value"], "below": values < slots["value"]}
    return bool(beyond[slots["comparison"]].any())


def vital_abnormal(tables: Tables, slots: Slots) -> object:
    values = records(tables, "vital sign", slots, slots["sign"]).VALUE
    low, high = NORMAL[slots["sign"]]
    return bool(((values < low) | (values > high)).any())


SOLVERS: dict[str, Callable[[Tables, Slots], object]] = {
    "has_drug": named("prescription", "drug"),
    "has_drug_of_three": has_drug_of_three,
    "has_any_event": has_any_event,
    "has_visit_of_type": has_visit_of_type,
    "has_diagnosis": named("diagnosis", "diagnosis"),
    "has_procedure": named("procedure", "procedure"),
    "has_lab": named("lab test", "lab"),
    "has_culture": named("microbiology test", "specimen"),
    "has_growth": has_growth,
    "has_organism": has_organism,
    "has_intake": named("intakes", "intake"),
    "has_careunit": named("care unit", "careunit"),
    "vital_beyond": vital_beyond,
    "vital_abnormal": vital_abnormal,
}
