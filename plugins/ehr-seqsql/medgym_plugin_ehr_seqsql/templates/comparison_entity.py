"""Sessions that ask the same of another drug, patient, unit or group, then compare both."""

from __future__ import annotations

from medgym_core import Integer, Number
from medgym_ehr.questions.option import Option
from medgym_ehr.questions.template import When
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

_PATIENTS = Integer(unit="patients")
_TIMES = tuple(tag for tag in PERIODS if tag != "none")
_GENDERS = (
    Option("female", "'f'", parts={"other": "male", "other_sql": "'m'"}),
    Option("male", "'m'", parts={"other": "female", "other_sql": "'f'"}),
)
_OTHER_PATIENT = ("And patient {patient2}?", "The same for patient {patient2}, please.")
_COMMON = "{0}.icd9_code IN (SELECT icd9_code FROM {1} GROUP BY icd9_code HAVING count(*) > 7)"


def _beside(table: str) -> str:
    """Each row ``e`` of a table beside another one, ``f``, far from it."""
    return (
        f"FROM {table} e JOIN {table} f ON f.row_id = (e.row_id * 7919 + 13) % (SELECT count(*) FROM {table})"
    )


_TWO_DRUGS = (
    f"SELECT e.drug, f.drug AS drug2, e.startdate AS at {_beside('prescriptions')} WHERE f.drug <> e.drug"
)
_TWO_PATIENTS = (
    "SELECT e.subject_id AS patient, f.subject_id AS patient2 FROM patients e JOIN patients f "
    "ON f.subject_id <> e.subject_id AND (e.row_id + 31 * f.row_id) % 67 = 0"
)
_TWO_DIAGNOSES = (
    f"SELECT d.short_title AS diagnosis, g.short_title AS diagnosis2, e.charttime AS at "
    f"{_beside('diagnoses_icd')} JOIN d_icd_diagnoses d ON d.icd9_code = e.icd9_code "
    f"JOIN d_icd_diagnoses g ON g.icd9_code = f.icd9_code WHERE f.icd9_code <> e.icd9_code "
    f"AND {_COMMON.format('e', 'diagnoses_icd')} AND {_COMMON.format('f', 'diagnoses_icd')}"
)
_TWO_SPECIMENS = (
    f"SELECT e.spec_type_desc AS specimen, f.spec_type_desc AS specimen2, e.charttime AS at "
    f"{_beside('microbiologyevents')} WHERE f.spec_type_desc <> e.spec_type_desc"
)
_TWO_UNITS = (
    f"SELECT e.first_careunit AS careunit, f.first_careunit AS careunit2, e.intime AS at "
    f"{_beside('icustays')} WHERE f.first_careunit <> e.first_careunit"
)
_TWO_TYPES = (
    f"SELECT e.admission_type AS type, f.admission_type AS type2, e.admittime AS at "
    f"{_beside('admissions')} WHERE f.admission_type <> e.admission_type"
)
_TITLED = "FROM diagnoses_icd e JOIN d_icd_diagnoses d ON d.icd9_code = e.icd9_code"

TEMPLATES = (
    comparison(
        "drug_patients_other_drug",
        _TWO_DRUGS,
        Asked(
            "SELECT count(DISTINCT subject_id) FROM prescriptions WHERE drug = {other} AND {period}",
            "{drug}",
            "{drug2}",
            _PATIENTS,
            (
                "How many patients were prescribed {drug} {period}?",
                "Count the patients with a prescription of {drug} {period}.",
            ),
            (
                "And how many were prescribed {drug2} in the same time?",
                "The same count for {drug2}: how many patients?",
            ),
        ),
        MORE,
        difference(_PATIENTS),
        period=When("startdate", tags=_TIMES),
    ),
    comparison(
        "diagnosis_patients_other_gender",
        f"SELECT d.short_title AS diagnosis, e.charttime AS at {_TITLED} "
        f"WHERE {_COMMON.format('e', 'diagnoses_icd')}",
        Asked(
            f"SELECT count(DISTINCT e.subject_id) {_TITLED} JOIN patients p ON p.subject_id = e.subject_id "
            "WHERE d.short_title = {diagnosis} AND p.gender = {other} AND {period}",
            "{gender.sql}",
            "{gender.other_sql}",
            _PATIENTS,
            (
                "How many {gender} patients were diagnosed with {diagnosis} {period}?",
                "Count the {gender} patients with a diagnosis of {diagnosis} {period}.",
            ),
            ("And how many {gender.other} patients?", "How many {gender.other} ones were there?"),
        ),
        RATIO,
        period=When("e.charttime", tags=PERIODS),
        options={"gender": _GENDERS},
    ),
    comparison(
        "results_other_patient",
        _TWO_PATIENTS,
        Asked(
            "SELECT count(*) FROM labevents WHERE subject_id = {other}",
            "{patient}",
            "{patient2}",
            Integer(unit="results"),
            (
                "How many lab test results does patient {patient} have in all?",
                "Count all lab test results of patient {patient}.",
            ),
            _OTHER_PATIENT,
        ),
        CHANGE,
    ),
    comparison(
        "drugs_other_patient",
        _TWO_PATIENTS,
        Asked(
            "SELECT DISTINCT drug FROM prescriptions WHERE subject_id = {other}",
            "{patient}",
            "{patient2}",
            NAMES,
            (
                "Which drugs has patient {patient} ever been prescribed?",
                "List all drugs that were ever prescribed to patient {patient}.",
            ),
            _OTHER_PATIENT,
        ),
        both("Which drugs have both patients had?", "Name the drugs that are in both lists."),
    ),
    comparison(
        "diagnoses_other_patient",
        _TWO_PATIENTS,
        Asked(
            f"SELECT DISTINCT d.short_title {_TITLED} WHERE e.subject_id = {{other}}",
            "{patient}",
            "{patient2}",
            NAMES,
            (
                "What has patient {patient} ever been diagnosed with?",
                "List all diagnoses of patient {patient}.",
            ),
            _OTHER_PATIENT,
        ),
        both("Which diagnoses do both patients have?", "Name the diagnoses that are in both lists."),
        only(
            "turn1",
            "turn2",
            "And which diagnoses does the first patient have that the second one lacks?",
            "Name the diagnoses of the first patient that are not in the second list.",
        ),
    ),
    comparison(
        "stays_other_careunit",
        _TWO_UNITS,
        Asked(
            "SELECT count(*) FROM icustays WHERE first_careunit = {other} AND {period}",
            "{careunit}",
            "{careunit2}",
            Integer(unit="ICU stays"),
            (
                "How many ICU stays began in the careunit {careunit} {period}?",
                "Count the ICU stays whose first careunit was {careunit} and that began {period}.",
            ),
            ("And in {careunit2}?", "How many began in {careunit2}?"),
        ),
        difference(Integer(unit="ICU stays")),
        RATIO,
        period=When("intime", tags=_TIMES),
    ),
    comparison(
        "age_other_type",
        _TWO_TYPES,
        Asked(
            "SELECT avg(age) FROM admissions WHERE admission_type = {other} AND {period}",
            "{type}",
            "{type2}",
            Number(unit="years", abs_tol=ABOUT),
            (
                "What is the average age at the hospital visits of the admission type {type} that began "
                "{period}?",
                "Over the hospital visits of admission type {type} that began {period}, what is the "
                "average age?",
            ),
            ("And for the admission type {type2}?", "What is it for {type2} visits?"),
        ),
        difference(Number(unit="years", abs_tol=ABOUT)),
        period=When("admittime", tags=_TIMES),
    ),
    comparison(
        "stay_other_diagnosis",
        _TWO_DIAGNOSES,
        Asked(
            "SELECT avg(julianday(dischtime) - julianday(admittime)) FROM admissions WHERE hadm_id IN ("
            f"SELECT e.hadm_id {_TITLED} WHERE d.short_title = {{other}} AND {{period}})",
            "{diagnosis}",
            "{diagnosis2}",
            Number(unit="days", abs_tol=ABOUT),
            (
                "What is the average length of the hospital visits in which {diagnosis} was diagnosed "
                "{period}?",
                "How long is the average hospital visit with a diagnosis of {diagnosis} {period}?",
            ),
            ("And of those with {diagnosis2}?", "What is the figure for {diagnosis2}, at the same time?"),
        ),
        MORE,
        difference(Number(unit="days", abs_tol=ABOUT)),
        period=When("e.charttime", tags=PERIODS),
    ),
    comparison(
        "tests_other_specimen",
        _TWO_SPECIMENS,
        Asked(
            "SELECT count(*) FROM microbiologyevents WHERE spec_type_desc = {other} AND {period}",
            "{specimen}",
            "{specimen2}",
            Integer(unit="tests"),
            (
                "How many microbiology tests of the specimen {specimen} were done {period}?",
                "Count the microbiology tests of the specimen {specimen} {period}.",
            ),
            ("And of the specimen {specimen2}?", "How many were there of {specimen2}?"),
        ),
        RATIO,
        period=When("charttime", tags=_TIMES),
    ),
    comparison(
        "death_other_drug",
        _TWO_DRUGS,
        Asked(
            "SELECT 100.0 * count(dod) / count(*) FROM patients WHERE subject_id IN ("
            "SELECT subject_id FROM prescriptions WHERE drug = {other} AND {period})",
            "{drug}",
            "{drug2}",
            Number(unit="percent", abs_tol=ABOUT),
            (
                "What percentage of the patients who were prescribed {drug} {period} have died?",
                "Of the patients with a prescription of {drug} {period}, what percentage have a time of "
                "death?",
            ),
            ("And of those who were prescribed {drug2}?", "What is it for {drug2}, at the same time?"),
        ),
        difference(Number(unit="percentage points", abs_tol=ABOUT)),
        period=When("startdate", tags=PERIODS),
    ),
)
