"""Shares, rates, medians and percentile ranks, a second time, straight from the wording."""

from collections.abc import Callable
from typing import Any

import pandas as pd

from medgym_ehr.testing.independent.people import of_age, of_gender
from medgym_ehr.testing.independent.period import Slots, Tables, during
from medgym_ehr.testing.independent.records import nth, records, summary

DAY = pd.Timedelta(days=1)
FORMS = {"daily": "%Y-%m-%d", "monthly": "%Y-%m", "yearly": "%Y"}


def percentile_rank(value: float, values: pd.Series) -> float:
    return float((values < value).sum() / (len(values) - 1)) if len(values) > 1 else 0.0


def percentile(kind: str, slot: str, table: str, key: str, column: str) -> Callable[[Tables, Slots], object]:
    """Among the values of all visits or stays that have the same in ``column`` as that of the patient's."""

    def solve(tables: Tables, slots: Slots) -> object:
        spells = tables[table]
        own = records(tables, kind, slots, slots[slot])
        value, spell = nth(own, slots["nth"]), nth(own, slots["nth"], key)
        alike = spells[spells[column] == spells[spells[key] == spell][column].item()]
        everybody = records(tables, kind, {}, slots[slot])
        return percentile_rank(value, everybody[everybody[key].isin(alike[key])].VALUE)

    return solve


def median(values: pd.Series) -> float:
    assert values.notna().any()
    return float(values.median())


def median_of_lab(tables: Tables, slots: Slots) -> object:
    rows = records(tables, "lab test", slots, slots["lab"])
    return median(rows[rows.SUBJECT_ID.isin(of_gender(tables, slots["gender"]))].VALUE)


def median_of_vital_of_patient(tables: Tables, slots: Slots) -> object:
    return median(records(tables, "vital sign", slots, slots["vital"]).VALUE)


def visits_with(tables: Tables, kind: str, slots: Slots, name: str) -> pd.DataFrame:
    """Visits, each once, with such an event in the period."""
    visits = tables["ADMISSIONS"]
    return visits[visits.HADM_ID.isin(records(tables, kind, slots, name).HADM_ID)]


def median_stay_with_diagnosis(tables: Tables, slots: Slots) -> object:
    visits = visits_with(tables, "diagnosis", slots, slots["diagnosis"])
    return median((visits.DISCHTIME - visits.ADMITTIME) / DAY)


def age_of_patients_with_drug(tables: Tables, slots: Slots) -> object:
    return median(visits_with(tables, "prescription", slots, slots["drug"]).AGE)


def counts(times: pd.Series, unit: str) -> pd.Series:
    """How many by day, month or year that has any."""
    return times.dt.strftime(FORMS[unit]).value_counts()


def table_of_counts(times: pd.Series, unit: str) -> list[list[Any]]:
    return [[period, int(number)] for period, number in counts(times, unit).items()]


def rate(kind: str, slot: str) -> Callable[[Tables, Slots], object]:
    def solve(tables: Tables, slots: Slots) -> object:
        times = records(tables, kind, slots, slots[slot]).TIME
        return summary(counts(times, slots["unit"]), slots["aggregate"])

    return solve


def counts_of_specimen_by_unit(tables: Tables, slots: Slots) -> object:
    return table_of_counts(records(tables, "microbiology test", slots, slots["specimen"]).TIME, slots["unit"])


def counts_of_admissions_by_unit(tables: Tables, slots: Slots) -> object:
    begun = during(tables, tables["ADMISSIONS"], "ADMITTIME", slots)
    return table_of_counts(begun[begun.ADMISSION_TYPE.eq(slots["admission"])].ADMITTIME, slots["unit"])


def share(part: pd.Series) -> float:
    """Percentage of true values."""
    return float(100 * part.sum() / len(part))


def gender_share_of_diagnosis(tables: Tables, slots: Slots) -> object:
    patients = records(tables, "diagnosis", slots, slots["diagnosis"]).SUBJECT_ID.drop_duplicates()
    return share(patients.isin(of_gender(tables, slots["gender"])))


def age_share_of_drug(tables: Tables, slots: Slots) -> object:
    visits = visits_with(tables, "prescription", slots, slots["drug"])
    return share(visits.HADM_ID.isin(of_age(visits, slots["age"]).HADM_ID))


def return_share_of_diagnosis(tables: Tables, slots: Slots) -> object:
    diagnosed = visits_with(tables, "diagnosis", {}, slots["diagnosis"])
    ended = during(tables, diagnosed, "DISCHTIME", slots).dropna(subset="DISCHTIME")
    begun = tables["ADMISSIONS"][["SUBJECT_ID", "ADMITTIME"]]
    pair = ended[["SUBJECT_ID", "HADM_ID", "DISCHTIME"]].merge(begun, on="SUBJECT_ID")
    gap = pair.ADMITTIME - pair.DISCHTIME
    returned = pair[(gap > pd.Timedelta(0)) & (gap <= int(slots["days"]) * DAY)]
    return share(ended.HADM_ID.isin(returned.HADM_ID))


def death_share_with_diagnosis(tables: Tables, slots: Slots) -> object:
    visits = visits_with(tables, "diagnosis", slots, slots["diagnosis"])
    ended = visits.dropna(subset="DISCHTIME")
    return share(ended.DISCHARGE_LOCATION.eq("dead/expired").fillna(False).astype(bool))


SOLVERS: dict[str, Callable[[Tables, Slots], object]] = {
    "percentile_of_lab": percentile("lab test", "lab", "ADMISSIONS", "HADM_ID", "AGE"),
    "percentile_of_vital": percentile("vital sign", "vital", "ICUSTAYS", "ICUSTAY_ID", "FIRST_CAREUNIT"),
    "median_of_lab": median_of_lab,
    "median_of_vital_of_patient": median_of_vital_of_patient,
    "median_stay_with_diagnosis": median_stay_with_diagnosis,
    "age_of_patients_with_drug": age_of_patients_with_drug,
    "rate_of_diagnosis": rate("diagnosis", "diagnosis"),
    "rate_of_procedure": rate("procedure", "procedure"),
    "rate_of_drug": rate("prescription", "drug"),
    "rate_of_lab": rate("lab test", "lab"),
    "counts_of_specimen_by_unit": counts_of_specimen_by_unit,
    "counts_of_admissions_by_unit": counts_of_admissions_by_unit,
    "gender_share_of_diagnosis": gender_share_of_diagnosis,
    "age_share_of_drug": age_share_of_drug,
    "return_share_of_diagnosis": return_share_of_diagnosis,
    "death_share_with_diagnosis": death_share_with_diagnosis,
}
