"""What happened, a second time, straight from the wording."""

from collections import Counter

import pandas as pd

from medgym_ehr.testing.independent import threes
from medgym_ehr.testing.independent.period import Slots, Tables, rows_of
from medgym_ehr.testing.independent.records import listed
from medgym_ehr.testing.independent.threes import days, of_patient, of_patients

from .records import records, visits

NORMAL = {
    "temperature": (35.5, 38.1),
    "oxygen saturation": (95, 100),
    "heart rate": (60, 100),
    "respiration": (12, 18),
    "systolic blood pressure": (90, 120),
    "diastolic blood pressure": (60, 90),
    "mean blood pressure": (60, 110),
}


def of_kind(kind: str, slot: str) -> threes.Solver:
    """Which of three things of a kind the patient has."""
    return of_patient(lambda tables, slots: records(tables, kind, slots), slot)


def having(kind: str, slot: str) -> threes.Solver:
    """Which of three patients have an event of this kind whose name the slot holds."""
    return of_patients(lambda tables, slots: records(tables, kind, slots, slots[slot]))


def visits_from_source(tables: Tables, slots: Slots) -> pd.DataFrame:
    own = visits(tables, slots)
    return own[own.hospitaladmitsource.eq(slots["source"])].rename(columns={"ADMITTIME": "TIME"})


def treatments_elsewhere(tables: Tables, slots: Slots) -> object:
    """In a hospital that is not the one of the latest admission."""
    own = rows_of(tables, "ADMISSIONS", slots["patient"])
    (hospital,) = own[own.ADMITTIME.eq(own.ADMITTIME.max())].HOSPITAL.unique()
    rows = records(tables, "treatment", slots)
    return listed(rows[rows.HOSPITAL.ne(hospital)].NAME)


def beyond(values: pd.Series, slots: Slots, bound: str) -> pd.Series:
    """Which values lie on the slots' side of the bound."""
    return {"above": values.gt, "below": values.lt}[slots["side"]](float(slots[bound]))


def lab_beyond(tables: Tables, slots: Slots) -> object:
    rows = records(tables, "lab test", slots, slots["lab"])
    return sorted(set(days(rows[beyond(rows.VALUE, slots, "bound")])))


def vital_beyond(tables: Tables, slots: Slots) -> object:
    rows = records(tables, "vital sign", slots, slots["vital"])
    return sorted(set(days(rows[beyond(rows.VALUE, slots, "vital.bound")])))


def vital_abnormal(tables: Tables, slots: Slots) -> object:
    rows = records(tables, "vital sign", slots, slots["vital"])
    outside = rows[~rows.VALUE.between(*NORMAL[slots["vital"]])]
    return [list(each) for each in Counter(days(outside)).items()]


SOLVERS: dict[str, threes.Solver] = {
    "has_diagnosis": of_kind("diagnosis", "diagnosis"),
    "has_treatment": of_kind("treatment", "treatment"),
    "has_drug": of_kind("prescription", "drug"),
    "has_lab": of_kind("lab test", "lab"),
    "have_drug": having("prescription", "drug"),
    "have_intake": having("intakes", "intake"),
    "have_allergy": having("allergy", "allergy"),
    "have_culture": having("microbiology test", "specimen"),
    "have_organism": having("organism", "organism"),
    "have_any_event": of_patients(lambda tables, slots: records(tables, slots["event"], slots)),
    "have_visit_from_source": of_patients(visits_from_source),
    "treatments_elsewhere": treatments_elsewhere,
    "lab_beyond": lab_beyond,
    "vital_beyond": vital_beyond,
    "vital_abnormal": vital_abnormal,
}
