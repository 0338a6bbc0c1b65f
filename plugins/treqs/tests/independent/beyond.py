"""The answers to questions of new operations, from their slots and the tables; no SQL."""

from collections import Counter
from collections.abc import Callable
from statistics import fmean, median
from typing import Any

import pandas as pd

from .admissions import Slots, admissions, events
from .tables import Tables

Solver = Callable[[Tables, Slots], Any]
MEASURES = {"age at admission": "AGE", "length of stay in days": "DAYS_STAY"}
ATTRIBUTES = {
    "insurance": "INSURANCE",
    "admission type": "ADMISSION_TYPE",
    "discharge location": "DISCHARGE_LOCATION",
    "marital status": "MARITAL_STATUS",
}
LEAST = {"three": 3, "four": 4, "five": 5}


def diagnosed(tables: Tables, title: str) -> pd.DataFrame:
    """Admissions with a diagnosis."""
    return admissions(tables, {"diagnosis": title})


def without_drug(tables: Tables, slots: Slots) -> int:
    given = set(events(tables, {"drug": slots["drug"]}, "PRESCRIPTIONS").HADM_ID)
    rows = diagnosed(tables, slots["diagnosis"])
    return rows[~rows.HADM_ID.isin(given)].SUBJECT_ID.nunique()


def one_before_another(tables: Tables, slots: Slots) -> int:
    first = diagnosed(tables, slots["diagnosis"]).groupby("SUBJECT_ID").ADMITTIME.min()
    last = diagnosed(tables, slots["diagnosis2"]).groupby("SUBJECT_ID").ADMITTIME.max()
    return sum(first[subject] < last[subject] for subject in first.index.intersection(last.index))


def again(tables: Tables, slots: Slots) -> int:
    return sum(number > 1 for number in diagnosed(tables, slots["diagnosis"]).SUBJECT_ID.value_counts())


def each_time(tables: Tables, slots: Slots) -> int:
    given = set(events(tables, {"drug": slots["drug"]}, "PRESCRIPTIONS").HADM_ID)
    visits = tables["DEMOGRAPHIC"].groupby("SUBJECT_ID").HADM_ID.agg(set)
    return sum(len(ids) > 1 and ids <= given for ids in visits)


def figures(tables: Tables, slots: Slots, title: str) -> list[int]:
    return [int(value) for value in diagnosed(tables, slots[title])[MEASURES[slots["measure"]]]]


def difference(tables: Tables, slots: Slots) -> float:
    return fmean(figures(tables, slots, "diagnosis")) - fmean(figures(tables, slots, "diagnosis2"))


def middle(tables: Tables, slots: Slots) -> float:
    return float(median(figures(tables, slots, "diagnosis")))


def share(tables: Tables, slots: Slots) -> float:
    insured = diagnosed(tables, slots["diagnosis"]).INSURANCE.str.lower().eq(slots["insurance"])
    return 100 * float(insured.mean())


def by_attribute(tables: Tables, slots: Slots) -> list[list[Any]]:
    rows = diagnosed(tables, slots["diagnosis"])
    patients = rows.groupby(rows[ATTRIBUTES[slots["attribute"]]].str.lower()).SUBJECT_ID.nunique()
    return [[name, int(number)] for name, number in patients.items()]


def beside(tables: Tables, admitted: set[int], table: str, column: str) -> Counter[str]:
    """In how many of the admissions each name stands."""
    rows = tables[table]
    pairs = rows[rows.HADM_ID.isin(admitted)][["HADM_ID", column]].dropna()
    return Counter(
        name for _, name in {(visit, name.lower()) for visit, name in pairs.itertuples(index=False)}
    )


def of_many(tables: Tables, slots: Slots) -> list[list[Any]]:
    drugs = beside(tables, set(admissions(tables, slots).HADM_ID), "PRESCRIPTIONS", "DRUG")
    return [[drug, number] for drug, number in drugs.items() if number >= LEAST[slots["least"]]]


def most_frequent(tables: Tables, slots: Slots) -> list[list[Any]]:
    titles = beside(tables, set(admissions(tables, slots).HADM_ID), "DIAGNOSES", "SHORT_TITLE")
    return [[title, number] for title, number in titles.items() if number == max(titles.values())]


def visits(tables: Tables, slots: Slots) -> pd.DataFrame:
    """The patient's admissions, earliest first."""
    people = tables["DEMOGRAPHIC"]
    return people[people.SUBJECT_ID.eq(slots["patient"])].sort_values("ADMITTIME")


def diagnoses_by_visit(tables: Tables, slots: Slots) -> list[set[str]]:
    rows = tables["DIAGNOSES"].dropna(subset=["SHORT_TITLE"])
    return [
        {title.lower() for title in rows[rows.HADM_ID.eq(visit)].SHORT_TITLE}
        for visit in visits(tables, slots).HADM_ID
    ]


def new(tables: Tables, slots: Slots) -> list[str]:
    *earlier, last = diagnoses_by_visit(tables, slots)
    return sorted(last.difference(*earlier))


def lasting(tables: Tables, slots: Slots) -> list[str]:
    return sorted(set.intersection(*diagnoses_by_visit(tables, slots)))


def days_between(tables: Tables, slots: Slots) -> list[list[int]]:
    rows = visits(tables, slots)
    left = pd.to_datetime(rows.DISCHTIME).dt.normalize().shift()
    days = (pd.to_datetime(rows.ADMITTIME).dt.normalize() - left).dt.days
    return [
        [int(visit), int(passed)]
        for visit, passed in zip(rows.HADM_ID, days, strict=True)
        if passed == passed
    ]


def first_values(tables: Tables, slots: Slots) -> list[list[Any]]:
    rows = events(tables, {"lab": slots["lab"]}, "LAB")
    rows = rows[rows.SUBJECT_ID.eq(slots["patient"])]
    first = rows[rows.CHARTTIME.eq(rows.groupby("HADM_ID").CHARTTIME.transform("min"))]
    pairs = first[["HADM_ID", "VALUE_UNIT"]].dropna().itertuples(index=False)
    return [[int(visit), value] for visit, value in {(visit, value.lower()) for visit, value in pairs}]


SOLVERS: dict[str, Solver] = {
    "patients_diagnosis_without_drug": without_drug,
    "patients_diagnosis_before_another": one_before_another,
    "patients_diagnosis_again": again,
    "patients_drug_each_time": each_time,
    "difference_between_diagnoses": difference,
    "share_of_insurance": share,
    "median_of_diagnosis": middle,
    "patients_by_attribute": by_attribute,
    "drugs_of_many": of_many,
    "most_frequent_beside_drug": most_frequent,
    "patient_new_diagnoses": new,
    "patient_lasting_diagnoses": lasting,
    "patient_days_between": days_between,
    "patient_first_values": first_values,
}
"""Template to what solves its questions."""
