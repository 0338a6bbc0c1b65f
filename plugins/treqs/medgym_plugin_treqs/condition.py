"""Conditions on admissions: what is asked of them in words and in SQL, and the facts that fill their places.

The SQL is about one row ``d`` of DEMOGRAPHIC and the tables that the condition joins to it by HADM_ID.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from medgym_ehr.questions.option import GENDERS, Option

MOST_ADMISSIONS = 3000
"""Facts are drawn from so many admissions, however many there are; answers are over all of them."""
FEWER_ADMISSIONS = 300
"""From so many where two tables of events are joined, whose rows multiply."""
_TABLES = {
    "dx": "DIAGNOSES",
    "px": "PROCEDURES",
    "rx": "PRESCRIPTIONS",
    "lb": "LAB",
}


@dataclass(frozen=True)
class Condition:
    """One condition of a question."""

    name: str
    """For the template's id."""
    phrases: tuple[str, ...]
    """What stands behind "an admission", or with "patients"; one or two equivalent wordings."""
    where: str
    """SQL that holds for the admission."""
    facts: Mapping[str, str] = field(default_factory=dict)
    """Place to the SQL of its values."""
    options: Mapping[str, tuple[Option, ...]] = field(default_factory=dict)
    """Place to its options."""
    also: str = "TRUE"
    """SQL that holds for facts worth asking about."""
    table: str = ""
    """Alias of the joined table, if there is one."""
    broad: bool = False
    """Whether so many of its rows fulfil it that one is looked for instead of joining all."""
    of: Literal["admission", "patient", "trait"] = "admission"
    """What it is said of: an admission, patients, or patients before the noun."""


def joined(conditions: Sequence[Condition]) -> str:
    """The FROM clause of admissions with what the conditions need."""
    return f"DEMOGRAPHIC d{_joins(condition for condition in conditions if not condition.broad)}"


def where(conditions: Sequence[Condition]) -> str:
    """The WHERE clause that all conditions hold."""
    return " AND ".join(_exists(each) if each.broad else each.where for each in conditions)


def facts(conditions: Sequence[Condition]) -> str:
    """The query for what fills the places of ``conditions``."""
    events = sum(bool(condition.table) for condition in conditions)
    columns = {name: sql for condition in conditions for name, sql in condition.facts.items()}
    named = ", ".join(f"{sql} AS {name}" for name, sql in columns.items())
    given = [f"{sql} IS NOT NULL" for sql in columns.values()]
    kept = " AND ".join([*given, *(condition.also for condition in conditions)])
    admissions = drawn(FEWER_ADMISSIONS if events > 1 else MOST_ADMISSIONS)
    return f"SELECT DISTINCT {named} FROM {admissions} d{_joins(conditions)} WHERE {kept}"


def _joins(conditions: Iterable[Condition]) -> str:
    tables = (condition.table for condition in conditions if condition.table)
    return "".join(f" JOIN {_TABLES[table]} {table} ON {table}.HADM_ID = d.HADM_ID" for table in tables)


def _exists(condition: Condition) -> str:
    table = condition.table
    rows = f"SELECT 1 FROM {_TABLES[table]} {table} WHERE {table}.HADM_ID = d.HADM_ID AND {condition.where}"
    return f"EXISTS ({rows})"


def drawn(count: int) -> str:
    """At most ``count`` admissions, which only their numbers decide."""
    return f"(SELECT * FROM DEMOGRAPHIC ORDER BY HADM_ID * 2654435761 % 4294967296 LIMIT {count})"


def _same(column: str, place: str) -> str:
    return f"{column} = {{{place}}} COLLATE NOCASE"


def _of_one(column: str, table: str, owner: str) -> str:
    """That a name is one subject's only."""
    return (
        f"lower({column}) IN (SELECT lower({column.partition('.')[2]}) FROM {table} GROUP BY 1 "
        f"HAVING count(DISTINCT lower({owner})) = 1)"
    )


def _trait(name: str, column: str, *phrases: str) -> Condition:
    return Condition(name, phrases, _same(f"d.{column}", name), {name: f"lower(d.{column})"})


def _personal(condition: Condition) -> Condition:
    """A condition that is said of patients."""
    return replace(condition, of="patient")


def _bounded(name: str, column: str, words: Sequence[str], *phrases: str) -> Condition:
    """A comparison with a number; words for below, above, at most, at least."""
    bounds = tuple(Option(text, sql) for text, sql in zip(words, ("<", ">", "<=", ">="), strict=True))
    bound = f"{name}_bound"
    sql = f"d.{column} {{{bound}.sql}} {{{name}}}"
    return Condition(name, phrases, sql, {name: f"d.{column}"}, {bound: bounds})


_MEASURED = ("below", "above", "of at most", "of at least")
_LASTED = ("fewer than", "more than", "at most", "at least")
_DATED = ("before", "after", "in or before", "in or after")

GENDER = Condition(
    "gender",
    ("{gender}",),
    "d.GENDER = {gender.sql} COLLATE NOCASE",
    options={"gender": GENDERS},
    of="trait",
)
DEAD = Condition(
    "dead",
    ("{fate}",),
    "d.EXPIRE_FLAG = {fate.sql}",
    options={"fate": (Option("who have died", "1"), Option("not known to have died", "0"))},
    of="patient",
)
DISEASE = _trait(
    "disease", "DIAGNOSIS", "with the primary disease {disease}", "whose primary disease was {disease}"
)
TYPE = _trait(
    "admission_type", "ADMISSION_TYPE", "of type {admission_type}", "of the admission type {admission_type}"
)
INSURANCE = _trait("insurance", "INSURANCE", "with the insurance {insurance}", "insured by {insurance}")
LOCATION = _trait("location", "ADMISSION_LOCATION", "with the admission location {location}")
DESTINATION = _trait("destination", "DISCHARGE_LOCATION", "with the discharge location {destination}")
MARITAL = _personal(_trait("marital_status", "MARITAL_STATUS", "with the marital status {marital_status}"))
ETHNICITY = _personal(_trait("ethnicity", "ETHNICITY", "of the ethnicity {ethnicity}"))
RELIGION = _personal(_trait("religion", "RELIGION", "of the religion {religion}"))
LANGUAGE = _personal(_trait("language", "LANGUAGE", "whose language is {language}"))
AGE = _bounded("age", "AGE", _MEASURED, "at an age {age_bound} {age}")
DAYS = _bounded("days", "DAYS_STAY", _LASTED, "that lasted {days_bound} {days} days")
ADMITTED = _bounded("admityear", "ADMITYEAR", _DATED, "that began {admityear_bound} {admityear}")
BORN = _personal(_bounded("dob_year", "DOB_YEAR", _DATED, "born {dob_year_bound} {dob_year}"))
DIED = _personal(_bounded("dod_year", "DOD_YEAR", _DATED, "deceased {dod_year_bound} {dod_year}"))


def _coded(name: str, table: str, alias: str) -> tuple[Condition, Condition, Condition]:
    """A diagnosis or procedure by short title, by long title and by code."""
    short = {name: f"lower({alias}.SHORT_TITLE)"}
    title, code = f"{name}_title", f"{name}_code"
    return (
        Condition(
            name,
            (f"with the {name} {{{name}}}", f"for which the {name} {{{name}}} is recorded"),
            _same(f"{alias}.SHORT_TITLE", name),
            short,
            table=alias,
        ),
        Condition(
            title,
            (f"with the {name} of the long title {{{title}}}",),
            _same(f"{alias}.LONG_TITLE", title),
            short | {title: f"lower({alias}.LONG_TITLE)"},
            also=_of_one(f"{alias}.LONG_TITLE", table, "SHORT_TITLE"),
            table=alias,
        ),
        Condition(
            code,
            (f"with the ICD-9 {name} code {{{code}}}", f"whose {name} codes include ICD-9 {{{code}}}"),
            f"{alias}.ICD9_CODE = {{{code}}}",
            short | {code: f"{alias}.ICD9_CODE"},
            table=alias,
        ),
    )


DIAGNOSIS, DIAGNOSIS_TITLE, DIAGNOSIS_CODE = _coded("diagnosis", "DIAGNOSES", "dx")
PROCEDURE, PROCEDURE_TITLE, PROCEDURE_CODE = _coded("procedure", "PROCEDURES", "px")
_IS_DRUG = _same("rx.DRUG", "drug")
DRUG = Condition(
    "drug",
    ("with a prescription of {drug}", "in which {drug} was prescribed"),
    _IS_DRUG,
    {"drug": "lower(rx.DRUG)"},
    table="rx",
)
DRUG_BY_ROUTE = Condition(
    "drug_by_route",
    (
        "with a prescription of {drug} by the route {route}",
        "in which {drug} was prescribed by the route {route}",
    ),
    f"{_IS_DRUG} AND {_same('rx.ROUTE', 'route')}",
    {"drug": "lower(rx.DRUG)", "route": "lower(rx.ROUTE)"},
    table="rx",
)
FORMULARY = Condition(
    "formulary",
    ("with a prescription of the formulary drug code {formulary}",),
    _same("rx.FORMULARY_DRUG_CD", "formulary"),
    {"formulary": "lower(rx.FORMULARY_DRUG_CD)"},
    table="rx",
)
DRUG_TYPE = Condition(
    "drug_type",
    ("with a prescription of the drug type {drug_type}",),
    _same("rx.DRUG_TYPE", "drug_type"),
    {"drug_type": "lower(rx.DRUG_TYPE)"},
    table="rx",
    broad=True,
)
ROUTE = Condition(
    "route",
    ("with a prescription by the route {route}",),
    _same("rx.ROUTE", "route"),
    {"route": "lower(rx.ROUTE)"},
    table="rx",
    broad=True,
)
_IS_LAB = _same("lb.LABEL", "lab")
LAB = Condition(
    "lab",
    ("with the lab test {lab}", "in which the lab test {lab} was done"),
    _IS_LAB,
    {"lab": "lower(lb.LABEL)"},
    table="lb",
)
LAB_FLAGGED = Condition(
    "lab_flagged",
    ("with a lab test {lab} flagged {flag}", "in which a lab test {lab} was flagged {flag}"),
    f"{_IS_LAB} AND {_same('lb.FLAG', 'flag')}",
    {"lab": "lower(lb.LABEL)", "flag": "lower(lb.FLAG)"},
    table="lb",
)
ITEM = Condition(
    "item",
    ("with a lab test of the item id {item}",),
    "lb.ITEMID = {item}",
    {"lab": "lower(lb.LABEL)", "item": "lb.ITEMID"},
    table="lb",
)
FLUID = Condition(
    "fluid",
    ("with a lab test of the fluid {fluid}",),
    _same("lb.FLUID", "fluid"),
    {"fluid": "lower(lb.FLUID)"},
    table="lb",
    broad=True,
)
LAB_CATEGORY = Condition(
    "lab_category",
    ("with a lab test of the category {category}",),
    _same("lb.CATEGORY", "category"),
    {"category": "lower(lb.CATEGORY)"},
    table="lb",
    broad=True,
)
