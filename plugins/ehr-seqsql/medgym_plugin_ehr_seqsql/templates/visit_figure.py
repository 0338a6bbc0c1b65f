"""Hospital visits: what is worked out from those that were found."""

from __future__ import annotations

from medgym_core import AnswerKind, Column, DateTime, Integer, Number, Table, Text
from medgym_ehr.questions.option import AGGREGATES, GENDERS, Option
from medgym_plugin_ehr_seqsql.session import Step
from medgym_plugin_ehr_seqsql.templates.part import BEGINNINGS, Figure


def _figure(
    name: str, answer: AnswerKind, sql: str, *wordings: str, premise: str = "", **options: tuple[Option, ...]
) -> Figure:
    return Figure(name, Step(wordings, sql, answer, premise=premise), options)


def _rows(**columns: AnswerKind) -> Table:
    return Table(columns=tuple(Column(name=name, kind=kind) for name, kind in columns.items()))


_FOUND = "FROM admissions WHERE hadm_id IN ({found})"
_ABOUT = 0.001

MEAN_AGE = _figure(
    "age_figure",
    Number(unit="years", abs_tol=_ABOUT),
    f"SELECT {{aggregate.sql}}(age) {_FOUND}",
    "What is the {aggregate} age at these visits?",
    "Over those visits, what is the {aggregate} age?",
    "Give the {aggregate} age at the visits you found last.",
    aggregate=AGGREGATES,
)
MEAN_STAY = _figure(
    "stay_figure",
    Number(unit="days", abs_tol=_ABOUT),
    f"SELECT {{aggregate.sql}}(julianday(dischtime) - julianday(admittime)) {_FOUND}",
    "What is the {aggregate} length of these visits?",
    "Over those visits, what is the {aggregate} length of the stay in hospital?",
    "Give the {aggregate} length of stay over the visits you found last.",
    aggregate=AGGREGATES,
)
PATIENTS = _figure(
    "patients",
    Integer(unit="patients"),
    f"SELECT count(DISTINCT subject_id) {_FOUND}",
    "How many different patients are these visits of?",
    "To how many patients do those visits belong?",
    "Count the patients behind the visits you found last.",
)
COST = _figure(
    "cost",
    Number(abs_tol=_ABOUT),
    "SELECT sum(cost) FROM cost WHERE hadm_id IN ({found})",
    "What is the total cost of these visits?",
    "What did those visits cost in all?",
    "Add up the cost of the visits you found last.",
)
PRESCRIPTIONS = _figure(
    "prescriptions",
    Integer(unit="prescriptions"),
    "SELECT count(*) FROM prescriptions WHERE hadm_id IN ({found})",
    "How many prescriptions do these visits have?",
    "How many prescriptions were made during those visits, all together?",
    "Count the prescriptions of the visits you found last.",
)
DRUGS = _figure(
    "drugs",
    Integer(unit="drugs"),
    "SELECT count(DISTINCT drug) FROM prescriptions WHERE hadm_id IN ({found})",
    "How many different drugs were prescribed during these visits?",
    "Over those visits, how many different drugs were prescribed?",
    "Count the different drugs prescribed in the visits you found last.",
)
RESULTS = _figure(
    "results",
    Integer(unit="lab test results"),
    "SELECT count(*) FROM labevents WHERE hadm_id IN ({found})",
    "How many lab test results do these visits have?",
    "How many lab test results were recorded in those visits, all together?",
    "Count the lab test results of the visits you found last.",
)
SHARE = _figure(
    "gender_share",
    Number(unit="percent", abs_tol=_ABOUT),
    "SELECT 100.0 * sum(p.gender = {gender.sql}) / count(*) FROM admissions a "
    "JOIN patients p ON p.subject_id = a.subject_id WHERE a.hadm_id IN ({found})",
    "What percentage of these visits are of {gender} patients?",
    "Out of those visits, what percentage are those of {gender} patients?",
    "Give the percentage of the visits you found last that are of {gender} patients.",
    gender=GENDERS,
)
BEGIN = _figure(
    "begin",
    DateTime(),
    f"SELECT admittime {_FOUND} ORDER BY admittime {{nth.direction}} LIMIT 1",
    "What is the {nth} admission time of these visits?",
    "When did the {nth} of those visits begin?",
    "Give the {nth} admission time among the visits you found last.",
    nth=BEGINNINGS,
)
BY_TYPE = _figure(
    "by_type",
    _rows(admission_type=Text(), visits=Integer()),
    f"SELECT admission_type, count(*) AS visits {_FOUND} GROUP BY admission_type",
    "How many of these visits are of each admission type?",
    "Count those visits by admission type.",
    "Give each admission type of the visits you found last, with their number.",
)
BY_INSURANCE = _figure(
    "by_insurance",
    _rows(insurance=Text(), visits=Integer()),
    f"SELECT insurance, count(*) AS visits {_FOUND} GROUP BY insurance",
    "How many of these visits had each insurance?",
    "Count those visits by insurance.",
    "Give each insurance of the visits you found last, with their number.",
)
