"""Facts about a patient, a visit, a stay or a code."""

from __future__ import annotations

from medgym_core import DateTime, Text
from medgym_ehr.hospital.forms import lookup as forms
from medgym_ehr.mimic3.ehrsql import facts
from medgym_ehr.questions.nth import at_nth
from medgym_ehr.questions.option import ENDS, Option
from medgym_ehr.questions.period import CALENDAR, CLOSED, HOSPITAL, ICU, NO_PERIOD
from medgym_ehr.questions.template import Template, When

CATEGORY = "lookup"

_DISCHARGE = f"SELECT * FROM ({facts.ADMISSION}) WHERE at2 IS NOT NULL"
_WARD = f"SELECT patient, ward, at FROM ({facts.TRANSFER}) WHERE ward IS NOT NULL"
_CAREUNIT = f"SELECT patient, careunit, at FROM ({facts.TRANSFER}) WHERE careunit IS NOT NULL"
_DIAGNOSIS = """
SELECT short_title AS diagnosis FROM d_icd_diagnoses
WHERE lower(short_title) <> lower(long_title)"""
_PROCEDURE = """
SELECT short_title AS procedure FROM d_icd_procedures
WHERE lower(short_title) <> lower(long_title)"""
_CODE = "SELECT icd9_code AS code FROM d_icd_diagnoses"

TEMPLATES = (
    Template(
        id="patient_gender",
        category=CATEGORY,
        wordings=(
            "What is the gender of patient {patient}?",
            "Which gender is recorded for patient {patient}?",
            "Give the gender of patient {patient} as it is recorded.",
        ),
        facts=facts.PATIENT,
        frequent=True,
        answer=Text(),
        sql="""
SELECT gender FROM patients
WHERE subject_id = {patient}""",
    ),
    Template(
        id="patient_birth",
        category=CATEGORY,
        wordings=(
            "When was patient {patient} born?",
            "What is the date of birth of patient {patient}?",
            "Give the recorded date of birth of patient {patient}.",
        ),
        facts=facts.PATIENT,
        answer=DateTime(),
        sql="""
SELECT dob FROM patients
WHERE subject_id = {patient}""",
    ),
    forms.visit_age(
        facts=facts.ADMISSION,
        period=When("admittime", visit="hadm_id", tags=HOSPITAL),
        sql="""
SELECT age FROM admissions
WHERE subject_id = {patient} AND {period}""",
    ),
    Template(
        id="visit_detail",
        category=CATEGORY,
        wordings=(
            "What {detail} was recorded for patient {patient} {period}?",
            "Which {detail} is on record for patient {patient} {period}?",
            "Give the recorded {detail} of patient {patient} {period}.",
            "What does the record say is the {detail} of patient {patient} {period}?",
        ),
        facts=facts.ADMISSION,
        options={
            "detail": (
                Option("insurance", "insurance"),
                Option("marital status", "marital_status"),
                Option("ethnicity", "ethnicity"),
                Option("language", "language"),
            )
        },
        period=When("admittime", visit="hadm_id", tags=HOSPITAL),
        answer=Text(),
        sql="""
SELECT {detail.sql} FROM admissions
WHERE subject_id = {patient} AND {period}""",
    ),
    Template(
        id="admission_detail",
        category=CATEGORY,
        wordings=(
            "Which {detail} was recorded when patient {patient} was admitted to the hospital {period}?",
            "What was the {detail} of patient {patient} when coming to the hospital {period}?",
            "Patient {patient} was admitted to the hospital {period}; what is the {detail}?",
        ),
        facts=facts.ADMISSION,
        options={
            "detail": (
                Option("admission type", "admission_type"),
                Option("admission location", "admission_location"),
            )
        },
        period=When("admittime", tags=(NO_PERIOD, *CLOSED)),
        frequent=True,
        answer=Text(),
        sql="""
SELECT DISTINCT {detail.sql} FROM admissions
WHERE subject_id = {patient} AND {period}""",
    ),
    Template(
        id="discharge_location",
        category=CATEGORY,
        wordings=(
            "To which location was patient {patient} {nth} discharged from the hospital {period}?",
            "What was the discharge location of patient {patient} at the {nth} discharge from the hospital "
            "{period}?",
            "Give the location recorded for the {nth} hospital discharge of patient {patient} {period}.",
        ),
        facts=_DISCHARGE,
        options={"nth": ENDS},
        period=When("dischtime", tags=(NO_PERIOD, *CALENDAR), at="at2"),
        answer=Text(),
        **at_nth(
            "discharge_location",
            "dischtime",
            """
FROM admissions
WHERE subject_id = {patient} AND dischtime IS NOT NULL AND {period}""",
        ),
    ),
    forms.ward_entered(
        facts=_WARD,
        period=When("intime", visit="hadm_id", tags=(NO_PERIOD, *CALENDAR, *HOSPITAL)),
        **at_nth(
            "wardid",
            "intime",
            """
FROM transfers
WHERE subject_id = {patient} AND wardid IS NOT NULL AND {period}""",
        ),
    ),
    Template(
        id="careunit_entered",
        category=CATEGORY,
        wordings=(
            "Which was the {nth} care unit entered by patient {patient} {period}?",
            "What was the {nth} care unit that patient {patient} entered {period}?",
            "Name the {nth} care unit that patient {patient} entered {period}.",
        ),
        facts=_CAREUNIT,
        options={"nth": ENDS},
        period=When("intime", tags=(NO_PERIOD, *CALENDAR)),
        frequent=True,
        answer=Text(),
        **at_nth(
            "careunit",
            "intime",
            """
FROM transfers
WHERE subject_id = {patient} AND careunit IS NOT NULL AND {period}""",
        ),
    ),
    Template(
        id="stay_unit",
        category=CATEGORY,
        wordings=(
            "What was the {end} care unit of patient {patient} {period}?",
            "What is recorded as the {end} care unit of patient {patient} {period}?",
            "Name the {end} care unit of patient {patient} {period}.",
        ),
        facts=facts.STAY,
        options={"end": (Option("first", "first_careunit"), Option("last", "last_careunit"))},
        period=When("intime", stay="icustay_id", tags=ICU),
        frequent=True,
        answer=Text(),
        sql="""
SELECT DISTINCT {end.sql} FROM icustays
WHERE subject_id = {patient} AND {period}""",
    ),
    Template(
        id="diagnosis_meaning",
        category=CATEGORY,
        wordings=(
            "What does the short diagnosis title {diagnosis} stand for? Give the long title.",
            "What is the long title of the diagnosis with the short title {diagnosis}?",
            "Give the long title of the diagnosis that is called {diagnosis} for short.",
        ),
        facts=_DIAGNOSIS,
        answer=Text(),
        sql="""
SELECT DISTINCT long_title FROM d_icd_diagnoses
WHERE short_title = {diagnosis}""",
    ),
    Template(
        id="procedure_meaning",
        category=CATEGORY,
        wordings=(
            "What does the short procedure title {procedure} stand for? Give the long title.",
            "What is the long title of the procedure with the short title {procedure}?",
            "Give the long title of the procedure that is called {procedure} for short.",
        ),
        facts=_PROCEDURE,
        answer=Text(),
        sql="""
SELECT DISTINCT long_title FROM d_icd_procedures
WHERE short_title = {procedure}""",
    ),
    Template(
        id="code_title",
        category=CATEGORY,
        wordings=(
            "What is the {form} title of the ICD-9 diagnosis code {code}?",
            "Which diagnosis has the ICD-9 code {code}? Give its {form} title.",
            "Look up the ICD-9 diagnosis code {code}: what is its {form} title?",
        ),
        facts=_CODE,
        options={"form": (Option("short", "short_title"), Option("long", "long_title"))},
        answer=Text(),
        sql="""
SELECT {form.sql} FROM d_icd_diagnoses
WHERE icd9_code = {code}""",
    ),
)
