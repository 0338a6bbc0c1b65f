"""Patients: how they are found, narrowed down and worked on."""

from __future__ import annotations

from medgym_core import Column, DateTime, Integer, Number, Table, Text
from medgym_ehr.questions.option import GENDERS, Option
from medgym_ehr.questions.template import When
from medgym_plugin_ehr_seqsql.session import Step
from medgym_plugin_ehr_seqsql.templates.part import PERIODS, Condition, Figure, Head, Unit

PATIENTS = Unit(
    wordings=(
        "Which of these patients {condition}?",
        "Of those patients, which ones {condition}?",
        "Keep the ones among them who {condition}. Which patients are left?",
    ),
    sql="SELECT a.subject_id FROM patients a WHERE a.subject_id IN ({found}) AND {where}",
    join="JOIN patients a ON a.subject_id = h.subject_id",
)


def _coded(name: str, events: str, titles: str, *wordings: str) -> Head:
    rows = f"FROM {events} e JOIN {titles} d ON d.icd9_code = e.icd9_code"
    return Head(
        name=f"patients_{name}",
        wordings=wordings,
        sql=f"SELECT DISTINCT e.subject_id {rows} WHERE d.short_title = {{{name}}} AND {{period}}",
        items=Integer(),
        facts=f"h.{name}, h.at",
        source=(
            f"SELECT e.subject_id, d.short_title AS {name}, e.charttime AS at {rows} WHERE e.icd9_code IN "
            f"(SELECT icd9_code FROM {events} GROUP BY icd9_code HAVING count(*) > 7)"
        ),
        period=When("e.charttime", tags=PERIODS),
    )


DIAGNOSED = _coded(
    "diagnosis",
    "diagnoses_icd",
    "d_icd_diagnoses",
    "Which patients were diagnosed with {diagnosis} {period}?",
    "List the patients with a diagnosis of {diagnosis} {period}.",
    "Who was diagnosed with {diagnosis} {period}? Give the patients.",
)
OPERATED = _coded(
    "procedure",
    "procedures_icd",
    "d_icd_procedures",
    "Which patients had the procedure {procedure} {period}?",
    "List the patients on whom the procedure {procedure} was done {period}.",
    "Who had the procedure {procedure} {period}? Give the patients.",
)
PRESCRIBED = Head(
    name="patients_drug",
    wordings=(
        "Which patients were prescribed {drug} {period}?",
        "List the patients with a prescription of {drug} {period}.",
        "To whom was {drug} prescribed {period}? Give the patients.",
    ),
    sql="SELECT DISTINCT subject_id FROM prescriptions WHERE drug = {drug} AND {period}",
    items=Integer(),
    facts="h.drug, h.at",
    source="SELECT subject_id, drug, startdate AS at FROM prescriptions",
    period=When("startdate", tags=PERIODS),
)

GENDER = Condition(
    "gender",
    ("are {gender}",),
    "a.gender = {gender.sql}",
    options={"gender": GENDERS},
)
BORN = Condition(
    "born",
    ("were born {born_bound} {year}",),
    "CAST(strftime('%Y', a.dob) AS INTEGER) {born_bound.sql} {year}",
    "CAST(strftime('%Y', a.dob) AS INT) AS year",
    options={
        "born_bound": (Option("before", "<", "comparison"), Option("after", ">", "comparison")),
    },
)
DEAD = Condition(
    "dead",
    ("have a recorded time of death", "have died"),
    "a.dod IS NOT NULL",
)
SEVERAL = Condition(
    "several",
    ("had more than one hospital visit", "have two hospital visits or more"),
    "(SELECT count(*) FROM admissions b WHERE b.subject_id = a.subject_id) > 1",
)
DRUG = Condition(
    "with_drug",
    ("have ever been prescribed {drug2}", "have any prescription of {drug2}"),
    "a.subject_id IN (SELECT subject_id FROM prescriptions WHERE drug = {drug2})",
    "r.drug AS drug2",
    "JOIN prescriptions r ON r.subject_id = a.subject_id AND r.row_id % 4 = 0",
)

_FOUND = "FROM patients WHERE subject_id IN ({found})"

VISITS = Figure(
    "visits",
    Step(
        (
            "How many hospital visits do these patients have in all?",
            "Count all hospital visits of those patients, whatever they were for.",
            "All together, how many times were the patients you found last admitted to hospital?",
        ),
        "SELECT count(*) FROM admissions WHERE subject_id IN ({found})",
        Integer(unit="visits"),
    ),
)
BIRTH = Figure(
    "birth",
    Step(
        (
            "When was the {eldest} of these patients born?",
            "What is the date of birth of the {eldest} of those patients?",
            "Give the date of birth of the {eldest} patient among those you found last.",
        ),
        f"SELECT {{eldest.sql}}(dob) {_FOUND}",
        DateTime(),
    ),
    {"eldest": (Option("oldest", "min", "sort"), Option("youngest", "max", "sort"))},
)
BY_GENDER = Figure(
    "by_gender",
    Step(
        (
            "How many of these patients are there of each gender?",
            "Count those patients by gender.",
            "Give each gender of the patients you found last, with their number.",
        ),
        f"SELECT gender, count(*) AS patients {_FOUND} GROUP BY gender",
        Table(columns=(Column(name="gender", kind=Text()), Column(name="patients", kind=Integer()))),
        fewest=2,
    ),
)
DEAD_SHARE = Figure(
    "dead_share",
    Step(
        (
            "What percentage of these patients have died?",
            "Out of those patients, what percentage have a recorded time of death?",
            "Give the percentage of the patients you found last who have died.",
        ),
        f"SELECT 100.0 * count(dod) / count(*) {_FOUND}",
        Number(unit="percent", abs_tol=0.001),
    ),
)
