"""Numbers of patients and of events, a second time, straight from the wording."""

from collections.abc import Callable

import pandas as pd

from medgym_ehr.testing.independent.pairs import after, together
from medgym_ehr.testing.independent.people import of_age
from medgym_ehr.testing.independent.period import Slots, Tables

from .answers_existence import beyond
from .answers_lookup import TIMES
from .records import current_visit, deaths, of_gender, records, stays, visits


def events(kind: str, slot: str) -> Callable[[Tables, Slots], object]:
    """How many events have the name that the slot holds."""
    return lambda tables, slots: len(records(tables, kind, slots, slots[slot]))


def different(kind: str) -> Callable[[Tables, Slots], object]:
    return lambda tables, slots: records(tables, kind, slots).NAME.nunique()


def patients(kind: str, slot: str) -> Callable[[Tables, Slots], object]:
    """How many patients have such an event."""
    return lambda tables, slots: records(tables, kind, slots, slots[slot]).SUBJECT_ID.nunique()


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


def visits_of(column: str, slot: str) -> Callable[[Tables, Slots], object]:
    """How many visits that began in the period have in this column what the slot holds."""
    return lambda tables, slots: int(visits(tables, slots)[column].eq(slots[slot]).sum())


def stays_by_ward(tables: Tables, slots: Slots) -> object:
    return int(stays(tables, slots).wardid.eq(slots["ward"]).sum())


def patient_vitals_beyond(tables: Tables, slots: Slots) -> object:
    values = records(tables, "vital sign", slots, slots["vital"]).VALUE
    return int(beyond(values, slots, "vital.bound").sum())


def in_group(tables: Tables, rows: pd.DataFrame, slots: Slots) -> int:
    """Patients of the slots' gender and age band among those of these rows."""
    grouped = of_age(rows, slots["band"]) if "band" in slots else rows
    return int(of_gender(tables, grouped, slots).SUBJECT_ID.nunique())


def patients_admitted_by_age(tables: Tables, slots: Slots) -> object:
    return in_group(tables, visits(tables, slots), slots)


def current_patients_by_age(tables: Tables, slots: Slots) -> object:
    return in_group(tables, current_visit(tables, visits(tables, slots)), slots)


def current_patients(kind: str, slot: str) -> Callable[[Tables, Slots], object]:
    """How many patients have such an event on their current visit."""

    def solve(tables: Tables, slots: Slots) -> object:
        return in_group(tables, current_visit(tables, records(tables, kind, slots, slots[slot])), slots)

    return solve


def patients_discharged(tables: Tables, slots: Slots) -> object:
    left = visits(tables, slots, "DISCHTIME")
    return in_group(tables, left[left.hospitaldischargestatus.eq(slots["status"]).eq(True)], slots)


def patients_with_both_drugs(tables: Tables, slots: Slots) -> object:
    drug, other = (records(tables, "prescription", slots, slots[slot]) for slot in ("drug", "drug2"))
    return together(slots["within"], drug, other).SUBJECT_ID.nunique()


def deaths_after_diagnosis(tables: Tables, slots: Slots) -> object:
    diagnoses = records(tables, "diagnosis", slots, slots["diagnosis"])
    return after(slots["within"], diagnoses, deaths(tables)).SUBJECT_ID.nunique()


def patients_not_returned(tables: Tables, slots: Slots) -> object:
    diagnoses = records(tables, "diagnosis", slots, slots["diagnosis"])
    died = deaths(tables).SUBJECT_ID
    first = diagnoses[~diagnoses.SUBJECT_ID.isin(died)].sort_values("TIME").drop_duplicates("SUBJECT_ID")
    begun = tables["ADMISSIONS"]
    returned = after(slots["within"], first, begun.assign(TIME=begun.ADMITTIME))
    return int((~first.SUBJECT_ID.isin(returned.SUBJECT_ID)).sum())


SOLVERS: dict[str, Callable[[Tables, Slots], object]] = {
    "visits_by_source": visits_of("hospitaladmitsource", "source"),
    "visits_by_hospital": visits_of("HOSPITAL", "hospital"),
    "stays_by_ward": stays_by_ward,
    "drug_prescriptions": events("prescription", "drug"),
    "patient_lab_tests": events("lab test", "lab"),
    "patient_drugs": different("prescription"),
    "patient_diagnoses": different("diagnosis"),
    "patient_vitals_beyond": patient_vitals_beyond,
    "patients_with_diagnosis": patients("diagnosis", "diagnosis"),
    "patients_with_treatment": patients("treatment", "treatment"),
    "patients_with_drug": patients("prescription", "drug"),
    "patients_with_allergy": patients("allergy", "allergy"),
    "patients_with_drug_n_times": n_times("prescription", "drug"),
    "patients_with_lab_n_times": n_times("lab test", "lab"),
    "patients_admitted_by_age": patients_admitted_by_age,
    "patients_discharged": patients_discharged,
    "current_patients_by_age": current_patients_by_age,
    "current_patients_with_lab": current_patients("lab test", "lab"),
    "current_patients_with_diagnosis": current_patients("diagnosis", "diagnosis"),
    "patients_with_drug_after_diagnosis": follow("diagnosis", "diagnosis", "prescription", "drug"),
    "patients_with_treatment_after_diagnosis": follow("diagnosis", "diagnosis", "treatment", "treatment"),
    "patients_with_diagnosis_after_treatment": follow("treatment", "treatment", "diagnosis", "diagnosis"),
    "patients_with_lab_after_drug": follow("prescription", "drug", "lab test", "lab"),
    "patients_with_both_drugs": patients_with_both_drugs,
    "deaths_after_diagnosis": deaths_after_diagnosis,
    "patients_not_returned": patients_not_returned,
}
