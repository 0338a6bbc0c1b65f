"""The answer to every question of the family, from its slots and the tables; no SQL."""

from collections.abc import Callable
from typing import Any

import pandas as pd

from . import beyond
from .admissions import Slots, admissions, events
from .tables import Tables

Solver = Callable[[Tables, Slots], Any]
MEASURES = {"age at admission": "AGE", "length of stay in days": "DAYS_STAY"}
SUMMARIES = {"maximum": max, "minimum": min, "average": lambda values: sum(values) / len(values)}


def plain(value: Any) -> Any:
    """As JSON, texts in lower case."""
    if isinstance(value, pd.Timestamp):
        return value.strftime("%Y-%m-%d %H:%M:%S")
    return value.lower() if isinstance(value, str) else int(value)


def listed(rows: pd.DataFrame, *columns: str) -> list[list[Any]]:
    """Each different row once, whatever its case; rows that lack a value are kept out."""
    given = rows[list(columns)].dropna()
    return [
        list(row) for row in dict.fromkeys(tuple(map(plain, row)) for row in given.itertuples(index=False))
    ]


def names(rows: pd.DataFrame, column: str) -> list[Any]:
    return [value for (value,) in listed(rows, column)]


def count(tables: Tables, slots: Slots) -> int:
    return len(set(admissions(tables, slots).SUBJECT_ID))


def aggregate(tables: Tables, slots: Slots) -> float:
    values = [int(value) for value in admissions(tables, slots)[MEASURES[slots["measure"]]]]
    return float(SUMMARIES[slots["aggregate"]](values))


def of_patient(tables: Tables, slots: Slots, table: str) -> pd.DataFrame:
    """The patient's rows of a table, for which the other slots hold."""
    people = tables["DEMOGRAPHIC"]
    chosen = (
        people.SUBJECT_ID.eq(slots["patient"])
        if "patient" in slots
        else people.NAME.str.lower().eq(slots["name"])
    )
    (subject,) = set(people[chosen].SUBJECT_ID)
    rows = people if table == "DEMOGRAPHIC" else events(tables, slots, table)
    return rows[rows.SUBJECT_ID.eq(subject)]


def person(table: str, *columns: str) -> Solver:
    """A list of names, or rows of several columns, about a patient."""
    if len(columns) == 1:
        return lambda tables, slots: names(of_patient(tables, slots, table), columns[0])
    return lambda tables, slots: listed(of_patient(tables, slots, table), *columns)


def word(table: str, *columns: str) -> Solver:
    """The same about rows that have a code, a title or a name, each with the number of its patients."""

    def solve(tables: Tables, slots: Slots) -> list[list[Any]]:
        rows = events(tables, slots, table)
        patients: dict[tuple[Any, ...], set[int]] = {}
        for *found, subject in rows[[*columns, "SUBJECT_ID"]].dropna().itertuples(index=False):
            patients.setdefault(tuple(map(plain, found)), set()).add(subject)
        return [[*found, len(subjects)] for found, subjects in patients.items()]

    return solve


def only(solver: Solver) -> Solver:
    """The one value that there is."""

    def solve(tables: Tables, slots: Slots) -> Any:
        (value,) = solver(tables, slots)
        return value

    return solve


PERSON = {
    "diseases": person("DEMOGRAPHIC", "DIAGNOSIS"),
    "birth": person("DEMOGRAPHIC", "GENDER", "DOB"),
    "times": person("DEMOGRAPHIC", "ADMITTIME", "DISCHTIME"),
    "types": person("DEMOGRAPHIC", "ADMISSION_TYPE", "ADMISSION_LOCATION"),
    "diagnoses": person("DIAGNOSES", "SHORT_TITLE"),
    "procedures": person("PROCEDURES", "LONG_TITLE"),
    "drugs_by_route": person("PRESCRIPTIONS", "DRUG"),
    "flagged": person("LAB", "LABEL"),
    "insurances": person("DEMOGRAPHIC", "INSURANCE"),
    "stays": person("DEMOGRAPHIC", "HADM_ID", "DAYS_STAY"),
    "ages": person("DEMOGRAPHIC", "HADM_ID", "AGE"),
    "death": only(person("DEMOGRAPHIC", "DOD")),
    "background": person("DEMOGRAPHIC", "ETHNICITY", "RELIGION"),
    "discharges": person("DEMOGRAPHIC", "HADM_ID", "DISCHARGE_LOCATION"),
    "codes": person("DIAGNOSES", "ICD9_CODE", "LONG_TITLE"),
    "doses": person("PRESCRIPTIONS", "DRUG_DOSE"),
    "values": person("LAB", "CHARTTIME", "VALUE_UNIT"),
    "number": only(person("DEMOGRAPHIC", "SUBJECT_ID")),
}
WORDS = {
    "type_and_code_of_drug": word("PRESCRIPTIONS", "DRUG_TYPE", "FORMULARY_DRUG_CD"),
    "drugs_of_formulary": word("PRESCRIPTIONS", "DRUG"),
    "routes_of_drug": word("PRESCRIPTIONS", "ROUTE"),
    "doses_of_drug_by_route": word("PRESCRIPTIONS", "DRUG_DOSE"),
    "items_of_lab": word("LAB", "ITEMID", "FLUID", "CATEGORY"),
    "description_of_item": word("LAB", "FLUID", "LABEL", "CATEGORY"),
}
COLUMNS = {"short_title": "SHORT_TITLE", "long_title": "LONG_TITLE", "icd9_code": "ICD9_CODE"}
TITLES = {"diagnosis": "DIAGNOSES", "procedure": "PROCEDURES"}


def solver(template: str) -> Solver:
    """What solves the questions of a template."""
    if template in beyond.SOLVERS:
        return beyond.SOLVERS[template]
    kind, _, name = template.partition("_")
    if kind in ("patient", "named"):
        return PERSON[name]
    if kind in ("patients", "aggregate"):
        return count if kind == "patients" else aggregate
    if template in WORDS:
        return WORDS[template]
    wanted, _, given = template.partition("_of_")
    return word(TITLES[given.partition("_")[0]], COLUMNS[wanted])
