"""Facts about a patient, a visit, a stay or a code."""

from __future__ import annotations

from medgym_core import Integer, SetOf, Text
from medgym_ehr.eicu.ehrsql import facts
from medgym_ehr.hospital.forms import lookup as forms
from medgym_ehr.questions.nth import at_nth
from medgym_ehr.questions.option import PLACES
from medgym_ehr.questions.period import CALENDAR, CLOSED, HOSPITAL, ICU, NO_PERIOD
from medgym_ehr.questions.template import Template, When
from medgym_plugin_eicu.templates.when import of_patient

CATEGORY = "lookup"

_CODED = "SELECT diagnosisname AS diagnosis FROM diagnosis WHERE icd9code IS NOT NULL"
_CODE = "SELECT icd9code AS code FROM diagnosis WHERE icd9code IS NOT NULL"

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
SELECT DISTINCT gender FROM patient
WHERE uniquepid = {patient}""",
    ),
    Template(
        id="patient_ethnicity",
        category=CATEGORY,
        wordings=(
            "Which ethnicity is recorded for patient {patient}?",
            "What is the recorded ethnicity of patient {patient}?",
            "Give the ethnicity on record for patient {patient}.",
        ),
        facts=facts.PATIENT,
        frequent=True,
        answer=Text(),
        sql="""
SELECT DISTINCT ethnicity FROM patient
WHERE uniquepid = {patient}""",
    ),
    forms.visit_age(
        facts=facts.VISIT,
        period=When("hospitaladmittime", visit="patienthealthsystemstayid", tags=HOSPITAL),
        sql="""
SELECT DISTINCT CAST(age AS INTEGER) FROM patient
WHERE uniquepid = {patient} AND {period}""",
    ),
    Template(
        id="visit_hospital",
        category=CATEGORY,
        wordings=(
            "What is the id of the hospital in which patient {patient} was treated {period}?",
            "In which hospital, by its id, was patient {patient} {period}?",
            "Give the id of the hospital of patient {patient} {period}.",
        ),
        facts=facts.VISIT,
        period=When("hospitaladmittime", visit="patienthealthsystemstayid", tags=HOSPITAL),
        answer=Integer(),
        sql="""
SELECT DISTINCT hospitalid FROM patient
WHERE uniquepid = {patient} AND {period}""",
    ),
    Template(
        id="admission_source",
        category=CATEGORY,
        wordings=(
            "From which source was patient {patient} admitted to the hospital {period}?",
            "What was the hospital admission source of patient {patient} when coming to the "
            "hospital {period}?",
            "Patient {patient} was admitted to the hospital {period}; what is the admission source?",
        ),
        facts=facts.VISIT,
        period=When("hospitaladmittime", tags=(NO_PERIOD, *CLOSED)),
        frequent=True,
        answer=Text(),
        sql="""
SELECT DISTINCT hospitaladmitsource FROM patient
WHERE uniquepid = {patient} AND {period}""",
    ),
    Template(
        id="stay_ward",
        category=CATEGORY,
        wordings=(
            "In which ward, by its id, was patient {patient} {period}?",
            "What is the id of the ward of patient {patient} {period}?",
            "Give the id of the ward in which patient {patient} was {period}.",
        ),
        facts=facts.STAY,
        period=When("unitadmittime", stay="patientunitstayid", tags=ICU),
        answer=Integer(),
        sql="""
SELECT DISTINCT wardid FROM patient
WHERE uniquepid = {patient} AND {period}""",
    ),
    forms.ward_entered(
        facts=facts.STAY,
        period=of_patient("unitadmittime", (NO_PERIOD, *CALENDAR, *HOSPITAL)),
        **at_nth(
            "wardid",
            "unitadmittime",
            """
FROM patient
WHERE uniquepid = {patient} AND {period}""",
        ),
    ),
    forms.drug_route(
        facts=facts.DRUG,
        period=of_patient("drugstarttime"),
        sql="""
SELECT DISTINCT routeadmin FROM medication JOIN patient USING (patientunitstayid)
WHERE uniquepid = {patient} AND drugname = {drug} AND {period}""",
    ),
    Template(
        id="drug_dosage",
        category=CATEGORY,
        wordings=(
            "What dosage did the {nth} prescription of {drug} for patient {patient} state {period}?",
            "Which dosage is written in the {nth} prescription of {drug} for patient {patient} {period}?",
            "Give the dosage, as written, of the {nth} {drug} prescription of patient {patient} {period}.",
        ),
        facts=facts.DRUG,
        options={"nth": PLACES},
        period=of_patient("drugstarttime"),
        answer=Text(),
        **at_nth(
            "dosage",
            "drugstarttime",
            """
FROM medication JOIN patient USING (patientunitstayid)
WHERE uniquepid = {patient} AND drugname = {drug} AND {period}""",
            times=1,
        ),
    ),
    Template(
        id="diagnosis_codes",
        category=CATEGORY,
        wordings=(
            "Which entries in the ICD-9 code column come with the diagnosis {diagnosis}?",
            "What ICD-9 code entries are recorded for the diagnosis {diagnosis}? Give each as it is written.",
            "List the different ICD-9 code entries recorded with {diagnosis}.",
        ),
        facts=_CODED,
        answer=SetOf(items=Text()),
        sql="""
SELECT DISTINCT icd9code FROM diagnosis
WHERE diagnosisname = {diagnosis} AND icd9code IS NOT NULL""",
    ),
    Template(
        id="code_diagnoses",
        category=CATEGORY,
        wordings=(
            "Which diagnoses carry exactly {code} as their ICD-9 code entry?",
            "What diagnoses are recorded with the ICD-9 code entry {code}?",
            "List the diagnoses whose ICD-9 code entry reads {code}.",
        ),
        facts=_CODE,
        answer=SetOf(items=Text()),
        sql="""
SELECT DISTINCT diagnosisname FROM diagnosis
WHERE icd9code = {code}""",
    ),
)
