"""What is most, a second time, straight from the wording."""

from collections.abc import Callable

import pandas as pd

from medgym_ehr.testing.independent.pairs import after, together
from medgym_ehr.testing.independent.people import of_age
from medgym_ehr.testing.independent.period import Slots, Tables
from medgym_ehr.testing.independent.ranks import most_frequent, top

from .records import of_gender, records, stays, visits

ATTRIBUTES = {"admission sources": "hospitaladmitsource", "ethnicities": "ethnicity"}


def top_of(kind: str, column: str = "NAME") -> Callable[[Tables, Slots], object]:
    """Of all events of a kind, in the slots' group if there is one."""

    def solve(tables: Tables, slots: Slots) -> object:
        return most_frequent(of_group(tables, records(tables, kind, slots), slots)[column], slots["top"])

    return solve


def of_group(tables: Tables, rows: pd.DataFrame, slots: Slots) -> pd.DataFrame:
    """Rows of the slots' gender, age and hospital."""
    rows = of_gender(tables, rows, slots)
    rows = of_age(rows, slots["age"]) if "age" in slots else rows
    return rows[rows.HOSPITAL.eq(slots["hospital"])] if "hospital" in slots else rows


def top_after(earlier: str, slot: str, kind: str) -> Callable[[Tables, Slots], object]:
    """Of the events after an earlier one, of the slots' group, that lies in the period."""

    def solve(tables: Tables, slots: Slots) -> object:
        before = of_group(tables, records(tables, earlier, slots, slots[slot]), slots)
        return most_frequent(after(slots["within"], before, records(tables, kind, {})).NAME, slots["top"])

    return solve


def widest(kind: str) -> Callable[[Tables, Slots], object]:
    """By the number of different patients."""

    def solve(tables: Tables, slots: Slots) -> object:
        rows = of_group(tables, records(tables, kind, slots), slots)
        return top(rows.groupby("NAME").SUBJECT_ID.nunique(), slots["top"])

    return solve


def most_varied_labs_of_patient(tables: Tables, slots: Slots) -> object:
    return top(records(tables, "lab test", slots).groupby("NAME").VALUE.nunique(), slots["top"])


def most_varied_labs_after_diagnosis(tables: Tables, slots: Slots) -> object:
    before = of_group(tables, records(tables, "diagnosis", slots, slots["diagnosis"]), slots)
    later = after(slots["within"], before, records(tables, "lab test", {}))
    return top(later.groupby("NAME").VALUE.nunique(), slots["top"])


def top_wards(tables: Tables, slots: Slots) -> object:
    return most_frequent(stays(tables, slots).wardid, slots["top"])


def top_hospitals(tables: Tables, slots: Slots) -> object:
    return most_frequent(visits(tables, slots).HOSPITAL, slots["top"])


def top_attributes_of_visits(tables: Tables, slots: Slots) -> object:
    grouped = of_group(tables, visits(tables, slots), slots)
    return most_frequent(grouped[ATTRIBUTES[slots["attribute"]]], slots["top"])


def top_diagnoses_with_treatment(tables: Tables, slots: Slots) -> object:
    treated = records(tables, "treatment", slots, slots["treatment"]).HADM_ID
    diagnoses = records(tables, "diagnosis", {})
    return most_frequent(diagnoses[diagnoses.HADM_ID.isin(treated)].NAME, slots["top"])


def top_drugs_with_drug(tables: Tables, slots: Slots) -> object:
    drugs = records(tables, "prescription", {})
    others = drugs[drugs.NAME.ne(slots["drug"])]
    drug = records(tables, "prescription", slots, slots["drug"])
    return most_frequent(together(slots["within"], drug, others).NAME, slots["top"])


def top_drugs_of_patient(tables: Tables, slots: Slots) -> object:
    return top(records(tables, "prescription", slots).groupby("NAME").COST.sum(), slots["top"])


def top_volumes_of_patient(tables: Tables, slots: Slots) -> object:
    return top(records(tables, "intakes", slots).groupby("NAME").VALUE.sum(), slots["top"])


SOLVERS: dict[str, Callable[[Tables, Slots], object]] = {
    "top_diagnoses": top_of("diagnosis"),
    "top_treatments": top_of("treatment"),
    "top_drugs": top_of("prescription"),
    "top_specimens": top_of("microbiology test"),
    "top_allergies": widest("allergy"),
    "top_wards": top_wards,
    "top_hospitals": top_hospitals,
    "top_diagnoses_in_hospital": top_of("diagnosis"),
    "top_labs_in_hospital": top_of("lab test"),
    "top_intakes_in_hospital": top_of("intakes"),
    "top_outputs_in_hospital": top_of("outputs"),
    "top_patients_of_hospital": top_of("prescription", "SUBJECT_ID"),
    "top_drugs_after_diagnosis": top_after("diagnosis", "diagnosis", "prescription"),
    "most_varied_labs_after_diagnosis": most_varied_labs_after_diagnosis,
    "top_treatments_after_diagnosis": top_after("diagnosis", "diagnosis", "treatment"),
    "top_diagnoses_after_treatment": top_after("treatment", "treatment", "diagnosis"),
    "top_diagnoses_with_treatment": top_diagnoses_with_treatment,
    "top_drugs_with_drug": top_drugs_with_drug,
    "top_diagnoses_of_age": top_of("diagnosis"),
    "top_drugs_of_age": top_of("prescription"),
    "top_treatments_of_gender": top_of("treatment"),
    "widest_diagnoses_of_gender": widest("diagnosis"),
    "top_attributes_of_visits": top_attributes_of_visits,
    "top_drugs_of_patient": top_drugs_of_patient,
    "most_varied_labs_of_patient": most_varied_labs_of_patient,
    "top_volumes_of_patient": top_volumes_of_patient,
}
