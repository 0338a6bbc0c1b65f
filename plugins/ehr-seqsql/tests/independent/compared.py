"""Sessions that ask the same twice and compare: each turn's answer from the slots and the answers before."""

from collections.abc import Callable
from typing import Any

from medgym_ehr.testing.independent.people import of_gender
from medgym_ehr.testing.independent.period import Slots, Tables, during, rows_of
from medgym_ehr.testing.independent.records import listed, records, summary

from .found import dead, length, of_visits, same

Asked = Callable[[Tables, Slots], Any]
Compared = Callable[[Any, Any], Any]
EXTREMES = {"highest": "maximum", "lowest": "minimum"}


def difference(first: Any, second: Any) -> Any:
    return abs(first - second)


def ratio(first: Any, second: Any) -> float:
    return max(first, second) / min(first, second)


def change(first: Any, second: Any) -> float:
    return 100 * (second - first) / first


def more(first: Any, second: Any) -> bool:
    return bool(second > first)


def both(first: list[str], second: list[str]) -> list[str]:
    return sorted({*first} & {*second})


def second_only(first: list[str], second: list[str]) -> list[str]:
    return sorted({*second} - {*first})


def first_only(first: list[str], second: list[str]) -> list[str]:
    return sorted({*first} - {*second})


def then(slots: Slots) -> Slots:
    """The slots of the second question where it is about another time."""
    return {**slots, "period": slots["period2"]}


def with_other(*names: str) -> Callable[[Slots], Slots]:
    """The slots of the second question where it is about another drug or patient."""
    return lambda slots: {**slots, **{name: slots[f"{name}2"] for name in names}}


def other_gender(slots: Slots) -> Slots:
    return {**slots, "gender": {"male": "female", "female": "male"}[slots["gender"]]}


def patients_with(kind: str, slot: str) -> Asked:
    return lambda t, s: records(t, kind, s, s[slot]).SUBJECT_ID.nunique()


def visits_with(kind: str, slot: str) -> Asked:
    return lambda t, s: records(t, kind, s, s[slot]).HADM_ID.nunique()


def result(tables: Tables, slots: Slots) -> float:
    return summary(records(tables, "lab test", slots, slots["lab"]).VALUE, slots["aggregate"])


def vital(tables: Tables, slots: Slots) -> float:
    return summary(records(tables, "vital sign", slots, slots["vital"]).VALUE, EXTREMES[slots["extreme"]])


def charged(tables: Tables, slots: Slots) -> float:
    return float(during(tables, rows_of(tables, "COST", slots["patient"]), "CHARGETIME", slots).COST.sum())


def names(kind: str) -> Asked:
    return lambda t, s: listed(records(t, kind, s).NAME)


def ill_of_gender(tables: Tables, slots: Slots) -> int:
    rows = records(tables, "diagnosis", slots, slots["diagnosis"])
    return rows[rows.SUBJECT_ID.isin(of_gender(tables, slots["gender"]))].SUBJECT_ID.nunique()


def stays(tables: Tables, slots: Slots) -> int:
    begun = during(tables, tables["ICUSTAYS"], "INTIME", slots)
    return int(same(begun.FIRST_CAREUNIT, slots["careunit"]).sum())


def age(tables: Tables, slots: Slots) -> float:
    visits = during(tables, tables["ADMISSIONS"], "ADMITTIME", slots)
    return float(visits[same(visits.ADMISSION_TYPE, slots["type"])].AGE.astype(float).mean())


def stay(tables: Tables, slots: Slots) -> float:
    visits = listed(records(tables, "diagnosis", slots, slots["diagnosis"]).HADM_ID)
    return float(length(of_visits(tables, visits)).mean())


def tests(tables: Tables, slots: Slots) -> int:
    return len(records(tables, "microbiology test", slots, slots["specimen"]))


def died(tables: Tables, slots: Slots) -> float:
    people = records(tables, "prescription", slots, slots["drug"]).SUBJECT_ID.drop_duplicates()
    return 100 * float(people.isin(dead(tables)).mean())


_DRUG = patients_with("prescription", "drug")
_PATIENT = with_other("patient")
SESSIONS: dict[str, tuple[Asked, Callable[[Slots], Slots], tuple[Compared, ...]]] = {
    "drug_patients_then": (_DRUG, then, (difference,)),
    "diagnosis_visits_then": (visits_with("diagnosis", "diagnosis"), then, (ratio,)),
    "procedure_patients_then": (patients_with("procedure", "procedure"), then, (more, change)),
    "own_lab_then": (result, then, (difference,)),
    "own_cost_then": (charged, then, (ratio,)),
    "own_vital_then": (vital, then, (difference,)),
    "own_drugs_then": (names("prescription"), then, (both,)),
    "own_labs_then": (names("lab test"), then, (second_only,)),
    "drug_patients_other_drug": (_DRUG, with_other("drug"), (more, difference)),
    "diagnosis_patients_other_gender": (ill_of_gender, other_gender, (ratio,)),
    "results_other_patient": (lambda t, s: len(records(t, "lab test", s)), _PATIENT, (change,)),
    "drugs_other_patient": (names("prescription"), _PATIENT, (both,)),
    "diagnoses_other_patient": (names("diagnosis"), _PATIENT, (both, first_only)),
    "stays_other_careunit": (stays, with_other("careunit"), (difference, ratio)),
    "age_other_type": (age, with_other("type"), (difference,)),
    "stay_other_diagnosis": (stay, with_other("diagnosis"), (more, difference)),
    "tests_other_specimen": (tests, with_other("specimen"), (ratio,)),
    "death_other_drug": (died, with_other("drug"), (difference,)),
}
"""Template to its question, what the second one is about, and the comparisons."""


def session(tables: Tables, template: str, slots: Slots) -> list[Any]:
    """The answers of a session that asks the same twice."""
    ask, other, comparisons = SESSIONS[template]
    first, second = ask(tables, slots), ask(tables, other(slots))
    return [first, second, *(compare(first, second) for compare in comparisons)]
