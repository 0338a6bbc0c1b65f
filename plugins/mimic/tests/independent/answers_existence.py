"""What happened, a second time, straight from the wording."""

from collections import Counter

import pandas as pd

from medgym_ehr.testing.independent import threes
from medgym_ehr.testing.independent.period import Slots, Tables, during, rows_of
from medgym_ehr.testing.independent.records import records
from medgym_ehr.testing.independent.threes import days, of_patient, of_patients

NORMAL = {
    "temperature c (calc)": (35.5, 38.1),
    "sao2": (95, 100),
    "heart rate": (60, 100),
    "respiratory rate": (12, 18),
    "arterial bp [systolic]": (90, 120),
    "arterial bp [diastolic]": (60, 90),
    "arterial bp mean": (60, 110),
}


def of_kind(kind: str, slot: str) -> threes.Solver:
    """Which of three things of a kind the patient has."""
    return of_patient(lambda tables, slots: records(tables, kind, slots), slot)


def having(kind: str, slot: str) -> threes.Solver:
    """Which of three patients have an event of this kind whose name the slot holds."""
    return of_patients(lambda tables, slots: records(tables, kind, slots, slots[slot]))


def visits_of_type(tables: Tables, slots: Slots) -> pd.DataFrame:
    own = during(tables, rows_of(tables, "ADMISSIONS", slots["patient"]), "ADMITTIME", slots)
    return own[own.ADMISSION_TYPE.eq(slots["type"])].rename(columns={"ADMITTIME": "TIME"})


def grown(tables: Tables, slots: Slots) -> pd.DataFrame:
    tests = records(tables, "microbiology test", slots, slots["specimen"])
    return tests[tests.ORG_NAME.notna()]


def tests_with_organism(tables: Tables, slots: Slots) -> pd.DataFrame:
    tests = records(tables, "microbiology test", slots)
    return tests[tests.ORG_NAME.eq(slots["organism"]).fillna(False).astype(bool)]


def vital_beyond(tables: Tables, slots: Slots) -> object:
    rows = records(tables, "vital sign", slots, slots["vital"])
    beyond = {"above": rows.VALUE.gt, "below": rows.VALUE.lt}[slots["comparison"]]
    return sorted(set(days(rows[beyond(slots["value"])])))


def vital_abnormal(tables: Tables, slots: Slots) -> object:
    rows = records(tables, "vital sign", slots, slots["vital"])
    outside = rows[rows.VALUE.notna() & ~rows.VALUE.between(*NORMAL[slots["vital"]])]
    return [list(each) for each in Counter(days(outside)).items()]


SOLVERS: dict[str, threes.Solver] = {
    "has_drug": of_kind("prescription", "drug"),
    "have_drug": having("prescription", "drug"),
    "have_any_event": of_patients(lambda tables, slots: records(tables, slots["event"], slots)),
    "have_visit_of_type": of_patients(visits_of_type),
    "has_diagnosis": of_kind("diagnosis", "diagnosis"),
    "has_procedure": of_kind("procedure", "procedure"),
    "has_lab": of_kind("lab test", "lab"),
    "have_culture": having("microbiology test", "specimen"),
    "have_growth": of_patients(grown),
    "have_organism": of_patients(tests_with_organism),
    "have_intake": having("intakes", "intake"),
    "has_careunit": of_kind("care unit", "careunit"),
    "vital_beyond": vital_beyond,
    "vital_abnormal": vital_abnormal,
}
