"""Whether something was, a second time, straight from the wording."""

from collections.abc import Callable

import pandas as pd

from medgym_ehr.testing.independent.period import Slots, Tables, rows_of

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


def named(kind: str, slot: str) -> Callable[[Tables, Slots], object]:
    """Whether the patient has an event of this kind whose name the slot holds."""
    return lambda tables, slots: not records(tables, kind, slots, slots[slot]).empty


def has_drug_of_three(tables: Tables, slots: Slots) -> object:
    drugs = {slots["drug"], slots["drug2"], slots["drug3"]}
    return not drugs.isdisjoint(records(tables, "prescription", slots).NAME)


def has_any_event(tables: Tables, slots: Slots) -> object:
    return not records(tables, slots["event"], slots).empty


def has_visit_from_source(tables: Tables, slots: Slots) -> object:
    return slots["source"] in set(visits(tables, slots).hospitaladmitsource)


def has_treatment_elsewhere(tables: Tables, slots: Slots) -> object:
    """In a hospital that is not the one of the latest admission."""
    own = rows_of(tables, "ADMISSIONS", slots["patient"])
    (hospital,) = own[own.ADMITTIME.eq(own.ADMITTIME.max())].HOSPITAL.unique()
    return bool(records(tables, "treatment", slots, slots["treatment"]).HOSPITAL.ne(hospital).any())


def beyond(values: pd.Series, slots: Slots, bound: str) -> pd.Series:
    """Which values lie on the slots' side of the bound."""
    return {"above": values.gt, "below": values.lt}[slots["side"]](float(slots[bound]))


def lab_beyond(tables: Tables, slots: Slots) -> object:
    return bool(beyond(records(tables, "lab test", slots, slots["lab"]).VALUE, slots, "bound").any())


def vital_beyond(tables: Tables, slots: Slots) -> object:
    return bool(
        beyond(records(tables, "vital sign", slots, slots["vital"]).VALUE, slots, "vital.bound").any()
    )


def vital_abnormal(tables: Tables, slots: Slots) -> object:
    values = records(tables, "vital sign", slots, slots["vital"]).VALUE
    return not values.between(*NORMAL[slots["vital"]]).all()


SOLVERS: dict[str, Callable[[Tables, Slots], object]] = {
    "has_diagnosis": named("diagnosis", "diagnosis"),
    "has_treatment": named("treatment", "treatment"),
    "has_drug": named("prescription", "drug"),
    "has_lab": named("lab test", "lab"),
    "has_allergy": named("allergy", "allergy"),
    "has_culture": named("microbiology test", "specimen"),
    "has_organism": named("organism", "organism"),
    "has_intake": named("intakes", "intake"),
    "has_drug_of_three": has_drug_of_three,
    "has_any_event": has_any_event,
    "has_visit_from_source": has_visit_from_source,
    "has_treatment_elsewhere": has_treatment_elsewhere,
    "lab_beyond": lab_beyond,
    "vital_beyond": vital_beyond,
    "vital_abnormal": vital_abnormal,
}
