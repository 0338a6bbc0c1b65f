"""Numbers of patients and of events, a second time, straight from the wording."""

from collections.abc import Callable

import pandas as pd

from medgym_ehr.testing.independent.pairs import after, together
from medgym_ehr.testing.independent.people import of_age, of_gender
from medgym_ehr.testing.independent.period import Slots, Tables, during, rows_of
from medgym_ehr.testing.independent.records import records

TIMES = {"once": 1, "twice": 2, "three times": 3, "four times": 4, "five times": 5}


def events(kind: str, slot: str) -> Callable[[Tables, Slots], object]:
    """How many events have the name that the slot holds."""

    def solve(tables: Tables, slots: Slots) -> object:
        return len(records(tables, kind, slots, slots[slot]))

    return solve


def patients(kind: str, slot: str) -> Callable[[Tables, Slots], object]:
    """How many patients have such an event."""

    def solve(tables: Tables, slots: Slots) -> object:
        return records(tables, kind, slots, slots[slot]).SUBJECT_ID.nunique()

    return solve


def n_times(kind: str, slot: str) -> Callable[[Tables, Slots], object]:
    """How many patients have exactly that many such events."""

    def solve(tables: Tables, slots: Slots) -> object:
        counts = records(tables, kind, slots, slots[slot]).SUBJECT_ID.value_counts()
        return int((counts == TIMES[slots["times"]]).sum())

    return solve


def follow(earlier: str, first_slot: str, later: str, slot: str) -> Callable[[Tables, Slots], object]:
    """How many patients have the later event after the earlier one, which lies in the period."""

    def solve(tables: Tables, slots: Slots) -> object:
        before = records(tables, earlier, slots, slots[first_slot])
        return after(slots["within"], before, records(tables, later, {}, slots[slot])).SUBJECT_ID.nunique()

    return solve


def patient_visits(tables: Tables, slots: Slots) -> object:
    return len(during(tables, rows_of(tables, "ADMISSIONS", slots["patient"]), "ADMITTIME", slots))


def visits_begun(tables: Tables, slots: Slots) -> pd.DataFrame:
    return during(tables, tables["ADMISSIONS"], "ADMITTIME", slots)


def visits_by_location(tables: Tables, slots: Slots) -> object:
    return int(visits_begun(tables, slots).ADMISSION_LOCATION.eq(slots["location"]).sum())


def stays_by_careunit(tables: Tables, slots: Slots) -> object:
    begun = during(tables, tables["ICUSTAYS"], "INTIME", slots)
    return int(begun.FIRST_CAREUNIT.eq(slots["careunit"]).sum())


def patient_drugs(tables: Tables, slots: Slots) -> object:
    return records(tables, "prescription", slots).NAME.nunique()


def patient_vitals_beyond(tables: Tables, slots: Slots) -> object:
    values = records(tables, "vital sign", slots, slots["vital"]).VALUE
    return int({"above": values > slots["bound"], "below": values < slots["bound"]}[slots["side"]].sum())


def patients_with_organism(tables: Tables, slots: Slots) -> object:
    tests = records(tables, "microbiology test", slots)
    return tests[tests.ORG_NAME.eq(slots["organism"])].SUBJECT_ID.nunique()


def in_group(tables: Tables, visits: pd.DataFrame, slots: Slots) -> int:
    """Patients of the slots' gender in their band at one of these visits."""
    grouped = of_age(visits, slots["band"])
    return int(grouped[grouped.SUBJECT_ID.isin(of_gender(tables, slots["gender"]))].SUBJECT_ID.nunique())


def patients_admitted_by_age(tables: Tables, slots: Slots) -> object:
    return in_group(tables, visits_begun(tables, slots), slots)


def current_patients_by_age(tables: Tables, slots: Slots) -> object:
    begun = visits_begun(tables, slots)
    return in_group(tables, begun[begun.DISCHTIME.isna()], slots)


def current_patients_with_lab(tables: Tables, slots: Slots) -> object:
    visits = tables["ADMISSIONS"]
    current = of_age(visits[visits.DISCHTIME.isna()], slots["band"])
    tests = records(tables, "lab test", slots, slots["lab"])
    return tests[tests.HADM_ID.isin(current.HADM_ID)].SUBJECT_ID.nunique()


def patients_discharged(tables: Tables, slots: Slots) -> object:
    left = during(tables, tables["ADMISSIONS"], "DISCHTIME", slots).dropna(subset="DISCHTIME")
    return left[left.DISCHARGE_LOCATION.eq(slots["destination"])].SUBJECT_ID.nunique()


def patients_with_both_drugs(tables: Tables, slots: Slots) -> object:
    drug, other = (records(tables, "prescription", slots, slots[slot]) for slot in ("drug", "drug2"))
    return together(slots["within"], drug, other).SUBJECT_ID.nunique()


def deaths_after_diagnosis(tables: Tables, slots: Slots) -> object:
    dead = tables["PATIENTS"].dropna(subset="DOD")
    diagnoses = records(tables, "diagnosis", slots, slots["diagnosis"])
    return after(slots["within"], diagnoses, dead.assign(TIME=dead.DOD)).SUBJECT_ID.nunique()


def patients_not_returned(tables: Tables, slots: Slots) -> object:
    diagnoses = records(tables, "diagnosis", slots, slots["diagnosis"])
    died = tables["PATIENTS"].dropna(subset="DOD").SUBJECT_ID
    first = diagnoses[~diagnoses.SUBJECT_ID.isin(died)].sort_values("TIME").drop_duplicates("SUBJECT_ID")
    visits = tables["ADMISSIONS"]
    returned = after(slots["within"], first, visits.assign(TIME=visits.ADMITTIME))
    return int((~first.SUBJECT_ID.isin(returned.SUBJECT_ID)).sum())


SOLVERS: dict[str, Callable[[Tables, Slots], object]] = {
    "patient_visits": patient_visits,
    "visits_by_location": visits_by_location,
    "stays_by_careunit": stays_by_careunit,
    "drug_prescriptions": events("prescription", "drug"),
    "patient_drugs": patient_drugs,
    "patient_lab_tests": events("lab test", "lab"),
    "patient_vitals_beyond": patient_vitals_beyond,
    "patients_with_diagnosis": patients("diagnosis", "diagnosis"),
    "patients_with_procedure": patients("procedure", "procedure"),
    "patients_with_drug": patients("prescription", "drug"),
    "patients_with_organism": patients_with_organism,
    "patients_with_drug_n_times": n_times("prescription", "drug"),
    "patients_with_lab_n_times": n_times("lab test", "lab"),
    "patients_admitted_by_age": patients_admitted_by_age,
    "patients_discharged": patients_discharged,
    "current_patients_by_age": current_patients_by_age,
    "current_patients_with_lab": current_patients_with_lab,
    "patients_with_drug_after_diagnosis": follow("diagnosis", "diagnosis", "prescription", "drug"),
    "patients_with_procedure_after_diagnosis": follow("diagnosis", "diagnosis", "procedure", "procedure"),
    "patients_with_lab_after_drug": follow("prescription", "drug", "lab test", "lab"),
    "patients_with_both_drugs": patients_with_both_drugs,
    "deaths_after_diagnosis": deaths_after_diagnosis,
    "patients_not_returned": patients_not_returned,
}
