"""Shares, rates, medians and percentile ranks, a second time, straight from the wording."""

from collections.abc import Callable
from typing import Any

import pandas as pd

from medgym_ehr.testing.independent.people import of_age
from medgym_ehr.testing.independent.period import Slots, Tables
from medgym_ehr.testing.independent.records import nth, summary

from .records import of_gender, records, stays, visits

DAY = pd.Timedelta(days=1)
FORMS = {"daily": "%Y-%m-%d", "monthly": "%Y-%m", "yearly": "%Y"}


def percentile(column: str) -> Callable[[Tables, Slots], object]:
    """Among the values of all stays that have the same in ``column`` as that of the patient's value."""

    def solve(tables: Tables, slots: Slots) -> object:
        own = records(tables, "lab test", slots, slots["lab"])
        value, alike = (nth(own, slots["nth"], wanted) for wanted in ("VALUE", column))
        everybody = records(tables, "lab test", {}, slots["lab"])
        values = everybody[everybody[column].eq(alike)].VALUE
        return float((values < value).sum() / (len(values) - 1)) if len(values) > 1 else 0.0

    return solve


def median(values: pd.Series) -> float:
    assert values.notna().any()
    return float(values.median())


def median_of(kind: str, slot: str) -> Callable[[Tables, Slots], object]:
    def solve(tables: Tables, slots: Slots) -> object:
        return median(of_gender(tables, records(tables, kind, slots, slots[slot]), slots).VALUE)

    return solve


def visits_with(tables: Tables, kind: str, slots: Slots, name: str) -> pd.DataFrame:
    """Visits, each once, with such an event in the period."""
    every = tables["ADMISSIONS"]
    return every[every.HADM_ID.isin(records(tables, kind, slots, name).HADM_ID)]


def median_stay_with_diagnosis(tables: Tables, slots: Slots) -> object:
    chosen = visits_with(tables, "diagnosis", slots, slots["diagnosis"])
    return median((chosen.DISCHTIME - chosen.ADMITTIME) / DAY)


def age_of_patients_with_drug(tables: Tables, slots: Slots) -> object:
    return median(visits_with(tables, "prescription", slots, slots["drug"]).AGE)


def counts(times: pd.Series, unit: str) -> pd.Series:
    """How many by day, month or year that has any."""
    return times.dt.strftime(FORMS[unit]).value_counts()


def rate(kind: str, slot: str) -> Callable[[Tables, Slots], object]:
    def solve(tables: Tables, slots: Slots) -> object:
        times = records(tables, kind, slots, slots[slot]).TIME
        return summary(counts(times, slots["unit"]), slots["aggregate"])

    return solve


def table_of_counts(times: pd.Series, unit: str) -> list[list[Any]]:
    return [[period, int(number)] for period, number in counts(times, unit).items()]


def counts_of_admissions_by_unit(tables: Tables, slots: Slots) -> object:
    begun = visits(tables, slots)
    return table_of_counts(begun[begun.hospitaladmitsource.eq(slots["source"])].ADMITTIME, slots["unit"])


def counts_of_stays_by_unit(tables: Tables, slots: Slots) -> object:
    begun = stays(tables, slots)
    return table_of_counts(begun[begun.HOSPITAL.eq(slots["hospital"])].INTIME, slots["unit"])


def share(part: pd.Series) -> float:
    """Percentage of true values."""
    return float(100 * part.sum() / len(part))


def gender_share_of_diagnosis(tables: Tables, slots: Slots) -> object:
    patients = records(tables, "diagnosis", slots, slots["diagnosis"]).drop_duplicates("SUBJECT_ID")
    return share(patients.SUBJECT_ID.isin(of_gender(tables, patients, slots).SUBJECT_ID))


def age_share_of_drug(tables: Tables, slots: Slots) -> object:
    chosen = visits_with(tables, "prescription", slots, slots["drug"])
    return share(chosen.HADM_ID.isin(of_age(chosen, slots["age"]).HADM_ID))


def return_share_of_diagnosis(tables: Tables, slots: Slots) -> object:
    diagnosed = visits_with(tables, "diagnosis", {}, slots["diagnosis"])
    ended = visits(tables | {"ADMISSIONS": diagnosed}, slots, "DISCHTIME")
    begun = tables["ADMISSIONS"][["SUBJECT_ID", "ADMITTIME"]]
    pair = ended[["SUBJECT_ID", "HADM_ID", "DISCHTIME"]].merge(begun, on="SUBJECT_ID")
    gap = pair.ADMITTIME - pair.DISCHTIME
    returned = pair[(gap > pd.Timedelta(0)) & (gap <= int(slots["days"]) * DAY)]
    return share(ended.HADM_ID.isin(returned.HADM_ID))


def death_share_with_diagnosis(tables: Tables, slots: Slots) -> object:
    ended = visits_with(tables, "diagnosis", slots, slots["diagnosis"]).dropna(subset="DISCHTIME")
    return share(ended.hospitaldischargestatus.eq("expired").eq(True))


SOLVERS: dict[str, Callable[[Tables, Slots], object]] = {
    "percentile_of_lab": percentile("AGE"),
    "percentile_of_lab_in_hospital": percentile("HOSPITAL"),
    "median_of_lab": median_of("lab test", "lab"),
    "median_of_vital_of_patient": median_of("vital sign", "vital"),
    "median_stay_with_diagnosis": median_stay_with_diagnosis,
    "age_of_patients_with_drug": age_of_patients_with_drug,
    "rate_of_diagnosis": rate("diagnosis", "diagnosis"),
    "rate_of_treatment": rate("treatment", "treatment"),
    "rate_of_drug": rate("prescription", "drug"),
    "rate_of_lab": rate("lab test", "lab"),
    "counts_of_admissions_by_unit": counts_of_admissions_by_unit,
    "counts_of_stays_by_unit": counts_of_stays_by_unit,
    "gender_share_of_diagnosis": gender_share_of_diagnosis,
    "age_share_of_drug": age_share_of_drug,
    "return_share_of_diagnosis": return_share_of_diagnosis,
    "death_share_with_diagnosis": death_share_with_diagnosis,
}
