"""Sessions that ask the same of another time, then compare both."""

from __future__ import annotations

from collections.abc import Mapping

from medgym_core import Integer, Number
from medgym_ehr.mimic3.ehrsql import facts
from medgym_ehr.questions.option import AGGREGATES, EXTREMES, Option
from medgym_ehr.questions.period import HOSPITAL
from medgym_ehr.questions.template import When
from medgym_plugin_ehr_seqsql.session import SessionTemplate, Step
from medgym_plugin_ehr_seqsql.templates.comparison import (
    ABOUT,
    CHANGE,
    MORE,
    NAMES,
    RATIO,
    Asked,
    both,
    comparison,
    difference,
    only,
)
from medgym_plugin_ehr_seqsql.templates.part import PERIODS

_TIMES = tuple(tag for tag in PERIODS if tag != "none")
_OWN = (*_TIMES, *HOSPITAL)
_PATIENTS = Integer(unit="patients")
_AGAIN = (
    "And how many {period2}?",
    "How many were there {period2}?",
    "The same for another time: {period2}.",
)
_COMMON = "e.icd9_code IN (SELECT icd9_code FROM {} GROUP BY icd9_code HAVING count(*) > 7)"


def _then(
    id: str,
    source: str,
    asked: Asked,
    *compared: Step,
    column: str,
    visit: str = "",
    options: Mapping[str, tuple[Option, ...]] | None = None,
) -> SessionTemplate:
    """The same at two times of ``column``; of one patient's events if there is a ``visit``."""
    when = When(column, visit, tags=_OWN if visit else _TIMES)
    return comparison(id, source, asked, *compared, period=when, period2=when, options=options)


TEMPLATES = (
    _then(
        "drug_patients_then",
        facts.DRUG,
        Asked(
            "SELECT count(DISTINCT subject_id) FROM prescriptions WHERE drug = {drug} AND {other}",
            "{period}",
            "{period2}",
            _PATIENTS,
            (
                "How many patients were prescribed {drug} {period}?",
                "Count the patients with a prescription of {drug} {period}.",
                "To how many patients was {drug} prescribed {period}?",
            ),
            _AGAIN,
        ),
        difference(_PATIENTS),
        column="startdate",
    ),
    _then(
        "diagnosis_visits_then",
        f"{facts.DIAGNOSIS} WHERE {_COMMON.format('diagnoses_icd')}",
        Asked(
            "SELECT count(DISTINCT e.hadm_id) FROM diagnoses_icd e JOIN d_icd_diagnoses d "
            "ON d.icd9_code = e.icd9_code WHERE d.short_title = {diagnosis} AND {other}",
            "{period}",
            "{period2}",
            Integer(unit="visits"),
            (
                "In how many hospital visits was {diagnosis} diagnosed {period}?",
                "Count the hospital visits with a diagnosis of {diagnosis} {period}.",
            ),
            _AGAIN,
        ),
        RATIO,
        column="e.charttime",
    ),
    _then(
        "procedure_patients_then",
        f"{facts.PROCEDURE} WHERE {_COMMON.format('procedures_icd')}",
        Asked(
            "SELECT count(DISTINCT e.subject_id) FROM procedures_icd e JOIN d_icd_procedures d "
            "ON d.icd9_code = e.icd9_code WHERE d.short_title = {procedure} AND {other}",
            "{period}",
            "{period2}",
            _PATIENTS,
            (
                "How many patients had the procedure {procedure} {period}?",
                "On how many patients was the procedure {procedure} done {period}?",
            ),
            _AGAIN,
        ),
        MORE,
        CHANGE,
        column="e.charttime",
    ),
    _then(
        "own_lab_then",
        facts.LAB,
        Asked(
            "SELECT {aggregate.sql}(e.valuenum) FROM labevents e JOIN d_labitems d ON d.itemid = e.itemid "
            "WHERE e.subject_id = {patient} AND d.label = {lab} AND {other}",
            "{period}",
            "{period2}",
            Number(abs_tol=ABOUT),
            (
                "What is the {aggregate} result of the lab test {lab} of patient {patient} {period}?",
                "Of patient {patient}, give the {aggregate} {lab} result {period}.",
            ),
            ("And what is it {period2}?", "Give the same figure {period2}."),
        ),
        difference(Number(abs_tol=ABOUT)),
        options={"aggregate": AGGREGATES},
        column="e.charttime",
        visit="e.hadm_id",
    ),
    _then(
        "own_cost_then",
        "SELECT subject_id AS patient, hadm_id, chargetime AS at FROM cost WHERE row_id % 5 = 0",
        Asked(
            "SELECT sum(cost) FROM cost WHERE subject_id = {patient} AND {other}",
            "{period}",
            "{period2}",
            Number(abs_tol=ABOUT),
            (
                "What is the sum of all charges of patient {patient} {period}?",
                "How much was charged for patient {patient} {period}, all together?",
            ),
            ("And what is the sum {period2}?", "The same sum, but {period2}: how much is it?"),
        ),
        RATIO,
        column="chargetime",
        visit="hadm_id",
    ),
    _then(
        "own_vital_then",
        f"{facts.VITAL} WHERE e.row_id % 3 = 0",
        Asked(
            "SELECT {extreme.sql}(e.valuenum) FROM chartevents e JOIN d_items d ON d.itemid = e.itemid "
            "WHERE e.subject_id = {patient} AND d.label = {vital} AND {other}",
            "{period}",
            "{period2}",
            Number(abs_tol=ABOUT),
            (
                "What is the {extreme} {vital} of patient {patient} {period}?",
                "Of patient {patient}, give the {extreme} {vital} recorded {period}.",
            ),
            ("And what is it {period2}?", "Give the same figure {period2}."),
        ),
        difference(Number(abs_tol=ABOUT)),
        options={"extreme": EXTREMES},
        column="e.charttime",
        visit="e.hadm_id",
    ),
    _then(
        "own_drugs_then",
        facts.DRUG,
        Asked(
            "SELECT DISTINCT drug FROM prescriptions WHERE subject_id = {patient} AND {other}",
            "{period}",
            "{period2}",
            NAMES,
            (
                "Which drugs was patient {patient} prescribed {period}?",
                "List the drugs prescribed to patient {patient} {period}.",
            ),
            ("And which ones {period2}?", "Which drugs was the patient prescribed {period2}?"),
        ),
        both("Which drugs are in both lists?", "Name the drugs that were prescribed at both times."),
        column="startdate",
        visit="hadm_id",
    ),
    _then(
        "own_labs_then",
        facts.LAB,
        Asked(
            "SELECT DISTINCT d.label FROM labevents e JOIN d_labitems d ON d.itemid = e.itemid "
            "WHERE e.subject_id = {patient} AND {other}",
            "{period}",
            "{period2}",
            NAMES,
            (
                "Which lab tests did patient {patient} have {period}?",
                "List the lab tests with results of patient {patient} {period}.",
            ),
            ("And which ones {period2}?", "Which lab tests did the patient have {period2}?"),
        ),
        only(
            "turn2",
            "turn1",
            "Which lab tests are in the second list but not in the first?",
            "Name those of the second list that the first one lacks.",
        ),
        column="e.charttime",
        visit="e.hadm_id",
    ),
)
