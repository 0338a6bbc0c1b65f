"""What is most, a second time, straight from the wording."""

from collections.abc import Callable

import pandas as pd

from medgym_ehr.testing.independent.charges import charged
from medgym_ehr.testing.independent.pairs import after, together
from medgym_ehr.testing.independent.people import at_age, of_age, of_gender
from medgym_ehr.testing.independent.period import Slots, Tables, during
from medgym_ehr.testing.independent.ranks import most_frequent, top
from medgym_ehr.testing.independent.records import records

ATTRIBUTES = {
    "ethnicities": "ETHNICITY",
    "marital statuses": "MARITAL_STATUS",
    "admission locations": "ADMISSION_LOCATION",
    "insurances": "INSURANCE",
    "languages": "LANGUAGE",
}


def top_of(kind: str, slot: str | None = None, column: str = "NAME") -> Callable[[Tables, Slots], object]:
    """Of all events of a kind, or of those whose name the slot holds, in the slots' group if there is one."""

    def solve(tables: Tables, slots: Slots) -> object:
        rows = of_group(tables, records(tables, kind, slots, slots[slot] if slot else None), slots)
        return most_frequent(rows[column], slots["top"])

    return solve


def of_group(tables: Tables, rows: pd.DataFrame, slots: Slots) -> pd.DataFrame:
    if "gender" in slots:
        rows = rows[rows.SUBJECT_ID.isin(of_gender(tables, slots["gender"]))]
    return at_age(tables, rows, slots["age"]) if "age" in slots else rows


def top_after_diagnosis(kind: str) -> Callable[[Tables, Slots], object]:
    """Of the events after a diagnosis that lies in the period."""

    def solve(tables: Tables, slots: Slots) -> object:
        diagnoses = of_group(tables, records(tables, "diagnosis", slots, slots["diagnosis"]), slots)
        return most_frequent(after(slots["within"], diagnoses, records(tables, kind, {})).NAME, slots["top"])

    return solve


def top_wards(tables: Tables, slots: Slots) -> object:
    rows = records(tables, "ward", slots)
    return most_frequent(rows[rows.EVENTTYPE.eq(slots["event"])].NAME, slots["top"])


def top_careunits(tables: Tables, slots: Slots) -> object:
    return most_frequent(during(tables, tables["ICUSTAYS"], "INTIME", slots).FIRST_CAREUNIT, slots["top"])


def top_diagnoses_with_procedure(tables: Tables, slots: Slots) -> object:
    visits = records(tables, "procedure", slots, slots["procedure"]).HADM_ID
    diagnoses = records(tables, "diagnosis", {})
    return most_frequent(diagnoses[diagnoses.HADM_ID.isin(visits)].NAME, slots["top"])


def top_drugs_with_drug(tables: Tables, slots: Slots) -> object:
    drugs = records(tables, "prescription", {})
    others = drugs[drugs.NAME.ne(slots["drug"])]
    drug = records(tables, "prescription", slots, slots["drug"])
    return most_frequent(together(slots["within"], drug, others).NAME, slots["top"])


def widest_diagnoses_of_gender(tables: Tables, slots: Slots) -> object:
    rows = of_group(tables, records(tables, "diagnosis", slots), slots)
    return top(rows.groupby("NAME").SUBJECT_ID.nunique(), slots["top"])


def top_attributes_of_visits(tables: Tables, slots: Slots) -> object:
    visits = of_age(during(tables, tables["ADMISSIONS"], "ADMITTIME", slots), slots["age"])
    return most_frequent(visits[ATTRIBUTES[slots["attribute"]]], slots["top"])


def top_drugs_of_patient(tables: Tables, slots: Slots) -> object:
    drugs = charged(tables, "prescription", slots)
    return top(drugs.groupby("NAME").COST.sum(), slots["top"])


def most_varied_labs_of_patient(tables: Tables, slots: Slots) -> object:
    return top(records(tables, "lab test", slots).groupby("NAME").VALUE.nunique(), slots["top"])


def top_volumes_of_patient(tables: Tables, slots: Slots) -> object:
    return top(records(tables, "intakes", slots).groupby("NAME").VALUE.sum(), slots["top"])


SOLVERS: dict[str, Callable[[Tables, Slots], object]] = {
    "top_diagnoses": top_of("diagnosis"),
    "top_procedures": top_of("procedure"),
    "top_drugs": top_of("prescription"),
    "top_labs": top_of("lab test"),
    "top_specimens": top_of("microbiology test"),
    "top_organisms": top_of("microbiology test", column="ORG_NAME"),
    "top_intakes": top_of("intakes"),
    "top_outputs": top_of("outputs"),
    "top_wards": top_wards,
    "top_careunits": top_careunits,
    "top_drugs_after_diagnosis": top_after_diagnosis("prescription"),
    "top_labs_after_diagnosis": top_after_diagnosis("lab test"),
    "top_specimens_after_diagnosis": top_after_diagnosis("microbiology test"),
    "top_procedures_after_diagnosis": top_after_diagnosis("procedure"),
    "top_diagnoses_with_procedure": top_diagnoses_with_procedure,
    "top_drugs_with_drug": top_drugs_with_drug,
    "top_diagnoses_of_age": top_of("diagnosis"),
    "top_drugs_of_age": top_of("prescription"),
    "top_procedures_of_gender": top_of("procedure"),
    "widest_diagnoses_of_gender": widest_diagnoses_of_gender,
    "top_specimens_of_group": top_of("microbiology test"),
    "top_attributes_of_visits": top_attributes_of_visits,
    "top_drugs_of_patient": top_drugs_of_patient,
    "most_varied_labs_of_patient": most_varied_labs_of_patient,
    "top_volumes_of_patient": top_volumes_of_patient,
    "top_organisms_in_specimen": top_of("microbiology test", "specimen", "ORG_NAME"),
}
