"""Facts and names, a second time, straight from the wording."""

from collections.abc import Callable

from medgym_ehr.testing.independent.period import Slots, Tables, rows_of
from medgym_ehr.testing.independent.records import at, listed, nth, one

from .records import records, stays, visits

TIMES = {"once": 1, "twice": 2, "three times": 3, "four times": 4, "five times": 5}


def detail(column: str) -> Callable[[Tables, Slots], object]:
    """What the patient's visits in the period have in this column."""
    return lambda tables, slots: one(visits(tables, slots)[column])


def patient_detail(column: str) -> Callable[[Tables, Slots], object]:
    return lambda tables, slots: one(rows_of(tables, "ICUSTAYS", slots["patient"])[column])


def nth_of(kind: str, column: str, slot: str = "") -> Callable[[Tables, Slots], object]:
    """What the first, last, ... event of a kind, or of those named by the slot, has in this column."""

    def solve(tables: Tables, slots: Slots) -> object:
        return nth(records(tables, kind, slots, slots[slot] if slot else None), slots["nth"], column)

    return solve


def drug_route(tables: Tables, slots: Slots) -> object:
    return one(records(tables, "prescription", slots, slots["drug"]).routeadmin)


def names_at(kind: str) -> Callable[[Tables, Slots], object]:
    """The names of a kind at the first, last, ... time of that kind."""
    return lambda tables, slots: listed(at(records(tables, kind, slots), slots["nth"]).NAME)


def names(kind: str) -> Callable[[Tables, Slots], object]:
    return lambda tables, slots: listed(records(tables, kind, slots).NAME)


def n_times(kind: str) -> Callable[[Tables, Slots], object]:
    """The names that are recorded exactly so many times."""

    def solve(tables: Tables, slots: Slots) -> object:
        counts = records(tables, kind, slots).NAME.value_counts()
        return listed(counts[counts == TIMES[slots["times"]]].index.to_series())

    return solve


def patients(kind: str, slot: str) -> Callable[[Tables, Slots], object]:
    return lambda tables, slots: listed(records(tables, kind, slots, slots[slot]).SUBJECT_ID)


def diagnosis_codes(tables: Tables, slots: Slots) -> object:
    return listed(records(tables, "diagnosis", slots, slots["diagnosis"]).icd9code)


def code_diagnoses(tables: Tables, slots: Slots) -> object:
    rows = records(tables, "diagnosis", slots)
    return listed(rows[rows.icd9code.eq(slots["code"]).eq(True)].NAME)


def stay_ward(tables: Tables, slots: Slots) -> object:
    return one(stays(tables, slots).wardid)


def fluids_recorded(tables: Tables, slots: Slots) -> object:
    return listed(at(records(tables, slots["fluid"], slots), slots["nth"]).NAME)


SOLVERS: dict[str, Callable[[Tables, Slots], object]] = {
    "patient_gender": patient_detail("gender"),
    "patient_ethnicity": patient_detail("ethnicity"),
    "visit_age": detail("AGE"),
    "visit_hospital": detail("HOSPITAL"),
    "admission_source": detail("hospitaladmitsource"),
    "stay_ward": stay_ward,
    "ward_entered": nth_of("ward", "NAME"),
    "drug_route": drug_route,
    "drug_dosage": nth_of("prescription", "dosage", "drug"),
    "diagnosis_codes": diagnosis_codes,
    "code_diagnoses": code_diagnoses,
    "drugs_started": names_at("prescription"),
    "drugs_prescribed": names("prescription"),
    "drugs_n_times": n_times("prescription"),
    "diagnoses_made": names("diagnosis"),
    "treatments_given": names_at("treatment"),
    "treatments_n_times": n_times("treatment"),
    "labs_done": names_at("lab test"),
    "fluids_recorded": fluids_recorded,
    "specimens_tested": names("microbiology test"),
    "organisms_found": names("organism"),
    "allergies_of_patient": names("allergy"),
    "patients_diagnosed": patients("diagnosis", "diagnosis"),
    "patients_allergic": patients("allergy", "allergy"),
}
