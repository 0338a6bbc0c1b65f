"""What first turns find, what conditions keep of it, what figures say of it: a second time, with pandas."""

from collections.abc import Callable
from typing import Any

import pandas as pd

from medgym_ehr.testing.independent.charges import visit_costs
from medgym_ehr.testing.independent.people import of_gender
from medgym_ehr.testing.independent.period import Slots, Tables, during
from medgym_ehr.testing.independent.records import KINDS, listed, plain, records, summary

Found = list[Any]
LOWER = {"below", "less than", "fewer than", "before"}
HIGHER = {"above", "more than", "after"}
OWN = {
    "own_drug": "prescription",
    "own_lab": "lab test",
    "own_diagnosis": "diagnosis",
    "own_intake": "intakes",
}


def beyond(values: pd.Series, word: str, limit: float) -> pd.Series:
    """Whether each value is below or above; nothing that is unknown is either."""
    assert word in LOWER | HIGHER, word
    return (values < limit if word in LOWER else values > limit).fillna(False).astype(bool)


def same(values: pd.Series, value: Any) -> pd.Series:
    return values.eq(value).fillna(False).astype(bool)


def of_visits(tables: Tables, found: Found) -> pd.DataFrame:
    return tables["ADMISSIONS"][tables["ADMISSIONS"].HADM_ID.isin(found)]


def named(tables: Tables, kind: str, name: str) -> pd.DataFrame:
    """All events of a kind and name, whosever and whenever."""
    return records(tables, kind, {}, name)


def organisms(tables: Tables, slots: Slots) -> pd.DataFrame:
    rows = records(tables, "microbiology test", slots)
    return rows[rows.ORG_NAME.notna()]


def measured(tables: Tables, slots: Slots) -> pd.DataFrame:
    rows = records(tables, "lab test", slots, slots["lab"])
    return rows[beyond(rows.VALUE, slots["bound"], slots["value"])]


def arrived(tables: Tables, slots: Slots) -> pd.DataFrame:
    visits = during(tables, tables["ADMISSIONS"], "ADMITTIME", slots)
    return visits[same(visits.ADMISSION_LOCATION, slots["location"])]


def events(kind: str, slot: str) -> Callable[[Tables, Slots], pd.DataFrame]:
    return lambda tables, slots: records(tables, kind, slots, slots[slot])


def grown(tables: Tables, slots: Slots) -> pd.DataFrame:
    rows = organisms(tables, slots)
    return rows[same(rows.ORG_NAME, slots["organism"])]


ROWS: dict[str, Callable[[Tables, Slots], pd.DataFrame]] = {
    "diagnosis": events("diagnosis", "diagnosis"),
    "procedure": events("procedure", "procedure"),
    "drug": events("prescription", "drug"),
    "specimen": events("microbiology test", "specimen"),
    "organism": grown,
    "lab": measured,
    "location": arrived,
}


def head(tables: Tables, name: str, slots: Slots) -> Found:
    """What the first turn of a session finds."""
    if name in OWN:
        return listed(records(tables, OWN[name], slots).NAME)
    if name.startswith("patients_"):
        return listed(ROWS[name.removeprefix("patients_")](tables, slots).SUBJECT_ID)
    return listed(ROWS[name](tables, slots).HADM_ID)


Kept = Callable[[Tables, Slots, pd.DataFrame], pd.Series]


def inside(rows: Callable[[Tables, Slots], pd.DataFrame], key: str = "HADM_ID") -> Kept:
    return lambda tables, slots, visits: visits[key].isin(rows(tables, slots)[key])


def length(visits: pd.DataFrame) -> pd.Series:
    return (visits.DISCHTIME - visits.ADMITTIME) / pd.Timedelta(days=1)


def not_first(tables: Tables, slots: Slots, visits: pd.DataFrame) -> pd.Series:
    first = tables["ADMISSIONS"].groupby("SUBJECT_ID").ADMITTIME.min()
    return visits.SUBJECT_ID.map(first) < visits.ADMITTIME


def with_result(tables: Tables, slots: Slots) -> pd.DataFrame:
    rows = named(tables, "lab test", slots["lab2"])
    return rows[beyond(rows.VALUE, slots["lab_bound"], slots["level"])]


def dead(tables: Tables) -> pd.Series:
    return tables["PATIENTS"].SUBJECT_ID[tables["PATIENTS"].DOD.notna()]


def in_unit(tables: Tables, slots: Slots) -> pd.DataFrame:
    return tables["ICUSTAYS"][same(tables["ICUSTAYS"].FIRST_CAREUNIT, slots["careunit"])]


VISITS: dict[str, Kept] = {
    "gender": lambda t, s, v: v.SUBJECT_ID.isin(of_gender(t, s["gender"])),
    "age": lambda t, s, v: beyond(v.AGE, s["age_bound"], s["age"]),
    "stay": lambda t, s, v: beyond(length(v), s["stay_bound"], s["days"]),
    "admission_type": lambda t, s, v: same(v.ADMISSION_TYPE, s["admission_type"]),
    "insurance": lambda t, s, v: same(v.INSURANCE, s["insurance"]),
    "origin": lambda t, s, v: same(v.ADMISSION_LOCATION, s["origin"]),
    "destination": lambda t, s, v: same(v.DISCHARGE_LOCATION, s["destination"]),
    "marital_status": lambda t, s, v: same(v.MARITAL_STATUS, s["marital_status"]),
    "careunit": inside(in_unit),
    "dead": lambda t, s, v: v.SUBJECT_ID.isin(dead(t)),
    "again": not_first,
    "grew": inside(lambda t, s: organisms(t, {})),
    "with_drug": inside(lambda t, s: named(t, "prescription", s["drug2"])),
    "with_diagnosis": inside(lambda t, s: named(t, "diagnosis", s["diagnosis2"])),
    "with_procedure": inside(lambda t, s: named(t, "procedure", s["procedure2"])),
    "with_lab": inside(with_result),
}


def several(tables: Tables, slots: Slots, people: pd.DataFrame) -> pd.Series:
    counts = tables["ADMISSIONS"].SUBJECT_ID.value_counts()
    return people.SUBJECT_ID.map(counts) > 1


PATIENTS: dict[str, Kept] = {
    "gender": lambda t, s, p: p.SUBJECT_ID.isin(of_gender(t, s["gender"])),
    "born": lambda t, s, p: beyond(p.DOB.dt.year, s["born_bound"], s["year"]),
    "dead": lambda t, s, p: p.SUBJECT_ID.isin(dead(t)),
    "several": several,
    "with_drug": inside(lambda t, s: named(t, "prescription", s["drug2"]), "SUBJECT_ID"),
}


def priced(tables: Tables, kind: str, rows: pd.DataFrame) -> pd.Series:
    """The cost of each event."""
    charges = tables["COST"][tables["COST"].EVENT_TYPE.eq(KINDS[kind].table.lower())]
    return rows.ROW_ID.map(charges.set_index("EVENT_ID").COST)


def own_kept(tables: Tables, kind: str, condition: str, slots: Slots, found: Found) -> Found:
    """The names that a condition keeps, of what the patient has had."""
    mine = own_events(tables, kind, slots, found)
    if condition == "drug_route":
        return listed(mine[same(mine.ROUTE, slots["route"])].NAME)
    if condition == "intake_volume":
        volumes = mine.groupby("NAME").VALUE.sum()
        return listed(volumes[beyond(volumes, slots["volume_bound"], slots["volume"])].index.to_series())
    if condition.endswith("_price"):
        costs = priced(tables, kind, mine)
        return listed(mine[beyond(costs, slots["price_bound"], slots["price"])].NAME)
    if condition.endswith("_shared"):
        owners = records(tables, kind, {}).groupby("NAME").SUBJECT_ID.nunique()
        kept = beyond(mine.NAME.map(owners), slots["shared_bound"], slots["patients"])
        return listed(mine[kept].NAME)
    assert condition.endswith("_repeated"), condition
    counts = mine.NAME.value_counts()
    return listed(counts[counts > 1].index.to_series())


def own_events(tables: Tables, kind: str, slots: Slots, found: Found) -> pd.DataFrame:
    rows = records(tables, kind, {"patient": slots["patient"]})
    return rows[rows.NAME.isin(found)]


def kept(tables: Tables, start: str, condition: str, slots: Slots, found: Found) -> Found:
    """What a condition keeps of what was found."""
    if start in OWN:
        return own_kept(tables, OWN[start], condition, slots, found)
    if start.startswith("patients_"):
        people = tables["PATIENTS"][tables["PATIENTS"].SUBJECT_ID.isin(found)]
        return listed(people[PATIENTS[condition](tables, slots, people)].SUBJECT_ID)
    visits = of_visits(tables, found)
    return listed(visits[VISITS[condition](tables, slots, visits)].HADM_ID)


def under(tables: Tables, table: str, found: Found) -> pd.DataFrame:
    return tables[table][tables[table].HADM_ID.isin(found)]


def counts(values: pd.Series) -> list[list[Any]]:
    return [[plain(name), int(number)] for name, number in values.value_counts().items()]


def percentage(part: pd.Series) -> float:
    return 100 * float(part.mean())


def people(tables: Tables, found: Found) -> pd.DataFrame:
    return tables["PATIENTS"][tables["PATIENTS"].SUBJECT_ID.isin(found)]


ENDS = {"earliest": "min", "latest": "max", "oldest": "min", "youngest": "max"}
FIGURES: dict[str, Callable[[Tables, Slots, Found], Any]] = {
    "age_figure": lambda t, s, f: summary(of_visits(t, f).AGE.astype(float), s["aggregate"]),
    "stay_figure": lambda t, s, f: summary(length(of_visits(t, f)), s["aggregate"]),
    "patients": lambda t, s, f: of_visits(t, f).SUBJECT_ID.nunique(),
    "cost": lambda t, s, f: float(visit_costs(t, pd.Series(f)).sum()),
    "prescriptions": lambda t, s, f: len(under(t, "PRESCRIPTIONS", f)),
    "drugs": lambda t, s, f: under(t, "PRESCRIPTIONS", f).DRUG.nunique(),
    "results": lambda t, s, f: len(under(t, "LABEVENTS", f)),
    "gender_share": lambda t, s, f: percentage(of_visits(t, f).SUBJECT_ID.isin(of_gender(t, s["gender"]))),
    "begin": lambda t, s, f: plain(of_visits(t, f).ADMITTIME.agg(ENDS[s["nth"]])),
    "by_type": lambda t, s, f: counts(of_visits(t, f).ADMISSION_TYPE),
    "by_insurance": lambda t, s, f: counts(of_visits(t, f).INSURANCE),
    "visits": lambda t, s, f: int(t["ADMISSIONS"].SUBJECT_ID.isin(f).sum()),
    "birth": lambda t, s, f: plain(people(t, f).DOB.agg(ENDS[s["eldest"]])),
    "by_gender": lambda t, s, f: counts(people(t, f).GENDER),
    "dead_share": lambda t, s, f: percentage(people(t, f).DOD.notna()),
    "drug_events": lambda t, s, f: len(own_events(t, "prescription", s, f)),
    "lab_events": lambda t, s, f: len(own_events(t, "lab test", s, f)),
    "drug_paid": lambda t, s, f: paid(t, "prescription", s, f),
    "lab_paid": lambda t, s, f: paid(t, "lab test", s, f),
    "intake_total": lambda t, s, f: float(own_events(t, "intakes", s, f).VALUE.sum()),
}


def paid(tables: Tables, kind: str, slots: Slots, found: Found) -> float:
    return float(priced(tables, kind, own_events(tables, kind, slots, found)).sum())


def session(tables: Tables, template: str, slots: Slots) -> list[Any]:
    """The answers of a session that finds a set, keeps part of it, works something out."""
    start, *parts = template.split("__")
    answers, found = [], head(tables, start, slots)
    answers.append(found)
    for part in parts:
        if part in FIGURES:
            answers.append(FIGURES[part](tables, slots, found))
        else:
            found = kept(tables, start, part, slots, found)
            answers.append(found)
    return answers
