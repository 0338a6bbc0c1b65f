"""Hospital visits: how they are found and narrowed down."""

from __future__ import annotations

from collections.abc import Sequence

from medgym_core import Integer
from medgym_ehr.questions.option import GENDERS, Option
from medgym_ehr.questions.template import When
from medgym_plugin_ehr_seqsql.templates.part import PERIODS, Condition, Head, Unit

VISIT = Integer()
VISITS = Unit(
    wordings=(
        "Which of these visits {condition}?",
        "Of those visits, which ones {condition}?",
        "Keep the ones among them that {condition}. Which visits are left?",
    ),
    sql="SELECT a.hadm_id FROM admissions a WHERE a.hadm_id IN ({found}) AND {where}",
    join="JOIN admissions a ON a.hadm_id = h.hadm_id",
)
_FREQUENT = "(SELECT icd9_code FROM {0} GROUP BY icd9_code HAVING count(*) > 7)"


def _coded(name: str, events: str, titles: str, wordings: tuple[str, ...]) -> Head:
    rows = f"FROM {events} e JOIN {titles} d ON d.icd9_code = e.icd9_code"
    return Head(
        name=name,
        wordings=wordings,
        sql=f"SELECT DISTINCT e.hadm_id {rows} WHERE d.short_title = {{{name}}} AND {{period}}",
        items=VISIT,
        facts=f"h.{name}, h.at",
        source=(
            f"SELECT e.hadm_id, d.short_title AS {name}, e.charttime AS at {rows} "
            f"WHERE e.icd9_code IN {_FREQUENT.format(events)}"
        ),
        period=When("e.charttime", tags=PERIODS),
    )


def _named(name: str, table: str, column: str, time: str, wordings: tuple[str, ...]) -> Head:
    return Head(
        name=name,
        wordings=wordings,
        sql=f"SELECT DISTINCT hadm_id FROM {table} WHERE {column} = {{{name}}} AND {{period}}",
        items=VISIT,
        facts=f"h.{name}, h.at",
        source=f"SELECT hadm_id, {column} AS {name}, {time} AS at FROM {table} WHERE {column} IS NOT NULL",
        period=When(time, tags=PERIODS),
    )


DIAGNOSED = _coded(
    "diagnosis",
    "diagnoses_icd",
    "d_icd_diagnoses",
    (
        "In which hospital visits was {diagnosis} diagnosed {period}?",
        "Which hospital visits have a diagnosis of {diagnosis} {period}?",
        "List the hospital visits in which {diagnosis} was diagnosed {period}.",
    ),
)
OPERATED = _coded(
    "procedure",
    "procedures_icd",
    "d_icd_procedures",
    (
        "In which hospital visits was the procedure {procedure} done {period}?",
        "Which hospital visits have the procedure {procedure} {period}?",
        "List the hospital visits in which the procedure {procedure} was done {period}.",
    ),
)
PRESCRIBED = _named(
    "drug",
    "prescriptions",
    "drug",
    "startdate",
    (
        "In which hospital visits was {drug} prescribed {period}?",
        "Which hospital visits have a prescription of {drug} {period}?",
        "List the hospital visits in which {drug} was prescribed {period}.",
    ),
)
CULTURED = _named(
    "specimen",
    "microbiologyevents",
    "spec_type_desc",
    "charttime",
    (
        "In which hospital visits was the specimen {specimen} tested for microbiology {period}?",
        "Which hospital visits have a microbiology test of the specimen {specimen} {period}?",
        "List the hospital visits in which the specimen {specimen} was tested for microbiology {period}.",
    ),
)
GROWN = _named(
    "organism",
    "microbiologyevents",
    "org_name",
    "charttime",
    (
        "In which hospital visits was the organism {organism} found {period}?",
        "Which hospital visits have a microbiology test that found the organism {organism} {period}?",
        "List the hospital visits in which the organism {organism} was found {period}.",
    ),
)
MEASURED = Head(
    name="lab",
    wordings=(
        "In which hospital visits was a result of the lab test {lab} {bound} {value} recorded {period}?",
        "Which hospital visits have a result {bound} {value} of the lab test {lab} {period}?",
        "List the hospital visits in which the lab test {lab} had a result {bound} {value} {period}.",
    ),
    sql=(
        "SELECT DISTINCT e.hadm_id FROM labevents e JOIN d_labitems d ON d.itemid = e.itemid "
        "WHERE d.label = {lab} AND e.valuenum {bound.sql} {value} AND {period}"
    ),
    items=VISIT,
    facts="h.lab, h.value, h.at",
    source=(
        "SELECT e.hadm_id, d.label AS lab, e.valuenum AS value, e.charttime AS at "
        "FROM labevents e JOIN d_labitems d ON d.itemid = e.itemid WHERE e.row_id % 5 = 0"
    ),
    period=When("e.charttime", tags=PERIODS),
    options={"bound": (Option("above", ">", "comparison"), Option("below", "<", "comparison"))},
)
ARRIVED = Head(
    name="location",
    wordings=(
        "Which hospital visits with the admission location {location} began {period}?",
        "List the hospital visits that began {period} with the admission location {location}.",
        "In which hospital visits was a patient admitted {period} from the admission location {location}?",
    ),
    sql="SELECT hadm_id FROM admissions WHERE admission_location = {location} AND {period}",
    items=VISIT,
    facts="h.location, h.at",
    source="SELECT hadm_id, admission_location AS location, admittime AS at FROM admissions",
    period=When("admittime", tags=tuple(tag for tag in PERIODS if tag != "none")),
)


def _bounded(words: Sequence[str]) -> tuple[Option, ...]:
    """Words for below and above."""
    return tuple(Option(text, sql, "comparison") for text, sql in zip(words, ("<", ">"), strict=True))


def _trait(name: str, column: str, *phrases: str) -> Condition:
    return Condition(name, phrases, f"a.{column} = {{{name}}}", f"a.{column} AS {name}")


GENDER = Condition(
    "gender",
    ("are of a {gender} patient", "belong to {gender} patients"),
    "a.subject_id IN (SELECT subject_id FROM patients WHERE gender = {gender.sql})",
    options={"gender": GENDERS},
)
AGE = Condition(
    "age",
    ("took place at an age {age_bound} {age}", "happened at an age {age_bound} {age}"),
    "a.age {age_bound.sql} {age}",
    "a.age",
    options={"age_bound": _bounded(("below", "above"))},
)
STAY = Condition(
    "stay",
    ("lasted {stay_bound} {days} days", "took {stay_bound} {days} days"),
    "julianday(a.dischtime) - julianday(a.admittime) {stay_bound.sql} {days}",
    "CAST(julianday(a.dischtime) - julianday(a.admittime) AS INT) AS days",
    options={"stay_bound": _bounded(("less than", "more than"))},
)
TYPE = _trait("admission_type", "admission_type", "are of the admission type {admission_type}")
INSURANCE = _trait("insurance", "insurance", "had the insurance {insurance}", "were insured by {insurance}")
ORIGIN = _trait("origin", "admission_location", "had the admission location {origin}")
DESTINATION = _trait("destination", "discharge_location", "had the discharge location {destination}")
MARITAL = _trait(
    "marital_status", "marital_status", "are of a patient of the marital status {marital_status}"
)
CAREUNIT = Condition(
    "careunit",
    (
        "had an ICU stay that began in the careunit {careunit}",
        "included an ICU stay with first careunit {careunit}",
    ),
    "a.hadm_id IN (SELECT hadm_id FROM icustays WHERE first_careunit = {careunit})",
    "i.first_careunit AS careunit",
    "JOIN icustays i ON i.hadm_id = a.hadm_id",
)
DEAD = Condition(
    "dead",
    ("are of a patient with a recorded time of death", "are of patients who have died"),
    "a.subject_id IN (SELECT subject_id FROM patients WHERE dod IS NOT NULL)",
)
AGAIN = Condition(
    "again",
    (
        "were preceded by another hospital visit of the patient",
        "came after an earlier hospital visit of the patient",
    ),
    "EXISTS (SELECT 1 FROM admissions b WHERE b.subject_id = a.subject_id AND b.admittime < a.admittime)",
)
GREW = Condition(
    "grew",
    ("had a microbiology test that found an organism", "include a microbiology test with an organism found"),
    "a.hadm_id IN (SELECT hadm_id FROM microbiologyevents WHERE org_name IS NOT NULL)",
)
DRUG = Condition(
    "with_drug",
    ("had a prescription of {drug2}", "include a prescription of {drug2}"),
    "a.hadm_id IN (SELECT hadm_id FROM prescriptions WHERE drug = {drug2})",
    "r.drug AS drug2",
    "JOIN prescriptions r ON r.hadm_id = a.hadm_id AND r.row_id % 4 = 0",
)
DIAGNOSIS = Condition(
    "with_diagnosis",
    ("also had a diagnosis of {diagnosis2}", "have {diagnosis2} among their diagnoses"),
    "a.hadm_id IN (SELECT x.hadm_id FROM diagnoses_icd x JOIN d_icd_diagnoses t ON t.icd9_code = x.icd9_code "
    "WHERE t.short_title = {diagnosis2})",
    "t.short_title AS diagnosis2",
    f"JOIN diagnoses_icd x ON x.hadm_id = a.hadm_id AND x.icd9_code IN {_FREQUENT.format('diagnoses_icd')} "
    "JOIN d_icd_diagnoses t ON t.icd9_code = x.icd9_code AND x.row_id % 3 = 0",
)
PROCEDURE = Condition(
    "with_procedure",
    ("had the procedure {procedure2}", "include the procedure {procedure2}"),
    "a.hadm_id IN (SELECT x.hadm_id FROM procedures_icd x JOIN d_icd_procedures t ON t.icd9_code = "
    "x.icd9_code "
    "WHERE t.short_title = {procedure2})",
    "t.short_title AS procedure2",
    f"JOIN procedures_icd x ON x.hadm_id = a.hadm_id AND x.icd9_code IN {_FREQUENT.format('procedures_icd')} "
    "JOIN d_icd_procedures t ON t.icd9_code = x.icd9_code",
)
LAB = Condition(
    "with_lab",
    ("had a result of the lab test {lab2} {lab_bound} {level}", "have a {lab2} result {lab_bound} {level}"),
    "a.hadm_id IN (SELECT x.hadm_id FROM labevents x JOIN d_labitems t ON t.itemid = x.itemid "
    "WHERE t.label = {lab2} AND x.valuenum {lab_bound.sql} {level})",
    "t.label AS lab2, x.valuenum AS level",
    "JOIN labevents x ON x.hadm_id = a.hadm_id AND x.row_id % 8 = 0 JOIN d_labitems t ON t.itemid = x.itemid",
    options={"lab_bound": _bounded(("below", "above"))},
)
