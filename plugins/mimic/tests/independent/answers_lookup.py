"""Facts and names, a second time, straight from the wording."""

from collections.abc import Callable

import pandas as pd

from medgym_ehr.testing.independent.period import Slots, Tables, during, rows_of, spell
from medgym_ehr.testing.independent.records import at, listed, nth, one, plain, records

TIMES = {"once": 1, "twice": 2, "three times": 3, "four times": 4, "five times": 5}


def patient_gender(tables: Tables, slots: Slots) -> object:
    return one(rows_of(tables, "PATIENTS", slots["patient"]).GENDER)


def patient_birth(tables: Tables, slots: Slots) -> object:
    return one(rows_of(tables, "PATIENTS", slots["patient"]).DOB)


def admissions(tables: Tables, slots: Slots, time: str = "ADMITTIME") -> pd.DataFrame:
    return during(tables, rows_of(tables, "ADMISSIONS", slots["patient"]), time, slots)


def visit_age(tables: Tables, slots: Slots) -> object:
    return one(admissions(tables, slots).AGE)


def admission_detail(tables: Tables, slots: Slots) -> object:
    return one(admissions(tables, slots)[slots["detail"].upper().replace(" ", "_")])


def discharge_location(tables: Tables, slots: Slots) -> object:
    ended = admissions(tables, slots, "DISCHTIME").dropna(subset="DISCHTIME")
    return nth(ended, slots["nth"], "DISCHARGE_LOCATION", "DISCHTIME")


def ward_entered(tables: Tables, slots: Slots) -> object:
    return nth(records(tables, "ward", slots), slots["nth"], "NAME")


def careunit_entered(tables: Tables, slots: Slots) -> object:
    return nth(records(tables, "care unit", slots), slots["nth"], "NAME")


def stay_unit(tables: Tables, slots: Slots) -> object:
    which = slots["period"]["tag"].removeprefix("rel-icu-")
    stay = spell(tables, slots["patient"], "icu", which)
    return one(stay[f"{slots['end'].upper()}_CAREUNIT"])


def meaning(tables: Tables, dictionary: str, title: str) -> object:
    words = tables[dictionary]
    return one(words[words.SHORT_TITLE.eq(title)].LONG_TITLE)


def diagnosis_meaning(tables: Tables, slots: Slots) -> object:
    return meaning(tables, "D_ICD_DIAGNOSES", slots["diagnosis"])


def procedure_meaning(tables: Tables, slots: Slots) -> object:
    return meaning(tables, "D_ICD_PROCEDURES", slots["procedure"])


def code_title(tables: Tables, slots: Slots) -> object:
    words = tables["D_ICD_DIAGNOSES"]
    return one(words[words.ICD9_CODE.eq(slots["code"])][f"{slots['form'].upper()}_TITLE"])


def drug_route(tables: Tables, slots: Slots) -> object:
    return one(records(tables, "prescription", slots, slots["drug"]).ROUTE)


def drugs_started(tables: Tables, slots: Slots) -> object:
    return listed(at(records(tables, "prescription", slots), slots["nth"]).NAME)


def drugs_prescribed(tables: Tables, slots: Slots) -> object:
    return listed(records(tables, "prescription", slots).NAME)


def drugs_n_times(tables: Tables, slots: Slots) -> object:
    counts = records(tables, "prescription", slots).NAME.value_counts()
    return listed(counts[counts == TIMES[slots["times"]]].index.to_series())


def diagnoses_made(tables: Tables, slots: Slots) -> object:
    return listed(records(tables, "diagnosis", slots).NAME)


def procedures_done(tables: Tables, slots: Slots) -> object:
    return listed(at(records(tables, "procedure", slots), slots["nth"]).NAME)


def labs_done(tables: Tables, slots: Slots) -> object:
    return listed(at(records(tables, "lab test", slots), slots["nth"]).NAME)


def fluids_recorded(tables: Tables, slots: Slots) -> object:
    return listed(at(records(tables, slots["fluid"], slots), slots["nth"]).NAME)


def specimens_tested(tables: Tables, slots: Slots) -> object:
    return listed(at(records(tables, "microbiology test", slots), slots["nth"]).NAME)


def organism_found(tables: Tables, slots: Slots) -> object:
    tests = rows_of(tables, "MICROBIOLOGYEVENTS", slots["patient"]).dropna(subset="ORG_NAME")
    return nth(during(tables, tests, "CHARTTIME", slots), slots["nth"], "ORG_NAME", "CHARTTIME")


def patients_diagnosed(tables: Tables, slots: Slots) -> object:
    patients = records(tables, "diagnosis", slots, slots["diagnosis"]).SUBJECT_ID
    return [plain(patient) for patient in patients.unique()]


SOLVERS: dict[str, Callable[[Tables, Slots], object]] = {
    "patient_gender": patient_gender,
    "patient_birth": patient_birth,
    "visit_age": visit_age,
    "visit_detail": admission_detail,
    "admission_detail": admission_detail,
    "discharge_location": discharge_location,
    "ward_entered": ward_entered,
    "careunit_entered": careunit_entered,
    "stay_unit": stay_unit,
    "diagnosis_meaning": diagnosis_meaning,
    "procedure_meaning": procedure_meaning,
    "code_title": code_title,
    "drug_route": drug_route,
    "drugs_started": drugs_started,
    "drugs_prescribed": drugs_prescribed,
    "drugs_n_times": drugs_n_times,
    "diagnoses_made": diagnoses_made,
    "procedures_done": procedures_done,
    "labs_done": labs_done,
    "fluids_recorded": fluids_recorded,
    "specimens_tested": specimens_tested,
    "organism_found": organism_found,
    "patients_diagnosed": patients_diagnosed,
}
