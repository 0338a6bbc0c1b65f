"""How many patients were diagnosed, treated, tested, admitted or discharged?"""

from __future__ import annotations

from medgym_core import Integer
from medgym_ehr.eicu.ehrsql import facts
from medgym_ehr.hospital.forms import count as forms
from medgym_ehr.questions.option import AGE_BANDS, Option
from medgym_ehr.questions.period import CALENDAR, NO_PERIOD, OPEN
from medgym_ehr.questions.premise import several
from medgym_ehr.questions.template import Template, When
from medgym_plugin_eicu.templates.gender import GENDERS

CATEGORY = "count"

_WHENEVER = (*CALENDAR, NO_PERIOD)
_DRUG = "SELECT drugname AS drug, drugstarttime AS at FROM medication"
_LAB = "SELECT labname AS lab, labresulttime AS at FROM lab"
_STATUSES = (Option("alive", "'alive'"), Option("expired", "'expired'"))
_PATIENTS = Integer(unit="patients")

TEMPLATES = (
    forms.patients_with_diagnosis(
        facts="SELECT diagnosisname AS diagnosis, diagnosistime AS at FROM diagnosis",
        period=When("diagnosistime", tags=_WHENEVER),
        **several("""
SELECT count(DISTINCT uniquepid)
FROM diagnosis JOIN patient USING (patientunitstayid)
WHERE diagnosisname = {diagnosis} AND {period}"""),
    ),
    Template(
        id="patients_with_treatment",
        category=CATEGORY,
        wordings=(
            "How many patients received the treatment {treatment} {period}?",
            "What is the number of patients to whom the treatment {treatment} was given {period}?",
            "Count the patients who had the treatment {treatment} {period}.",
        ),
        facts="SELECT treatmentname AS treatment, treatmenttime AS at FROM treatment",
        period=When("treatmenttime", tags=_WHENEVER),
        answer=_PATIENTS,
        **several("""
SELECT count(DISTINCT uniquepid)
FROM treatment JOIN patient USING (patientunitstayid)
WHERE treatmentname = {treatment} AND {period}"""),
    ),
    forms.patients_with_drug(
        facts=_DRUG,
        period=When("drugstarttime", tags=_WHENEVER),
        **several("""
SELECT count(DISTINCT uniquepid)
FROM medication JOIN patient USING (patientunitstayid)
WHERE drugname = {drug} AND {period}"""),
    ),
    Template(
        id="patients_with_allergy",
        category=CATEGORY,
        wordings=(
            "For how many patients was an allergy to {allergy} recorded {period}?",
            "What is the number of patients whose allergy to {allergy} was recorded {period}?",
            "Count the patients with an allergy to {allergy} put on record {period}.",
        ),
        facts="SELECT DISTINCT allergyname AS allergy, allergytime AS at FROM allergy",
        period=When("allergytime", tags=_WHENEVER),
        answer=_PATIENTS,
        **several("""
SELECT count(DISTINCT uniquepid)
FROM allergy JOIN patient USING (patientunitstayid)
WHERE allergyname = {allergy} AND {period}"""),
    ),
    forms.patients_with_drug_n_times(
        facts=_DRUG,
        period=When("drugstarttime", tags=_WHENEVER),
        **several("""
SELECT count(*)
FROM (
  SELECT uniquepid
  FROM medication JOIN patient USING (patientunitstayid)
  WHERE drugname = {drug} AND {period}
  GROUP BY uniquepid
  HAVING count(*) = {times.sql}
)"""),
    ),
    forms.patients_with_lab_n_times(
        facts=_LAB,
        period=When("labresulttime", tags=_WHENEVER),
        **several("""
SELECT count(*)
FROM (
  SELECT uniquepid
  FROM lab JOIN patient USING (patientunitstayid)
  WHERE labname = {lab} AND {period}
  GROUP BY uniquepid
  HAVING count(*) = {times.sql}
)"""),
    ),
    forms.patients_admitted_by_age(
        facts="SELECT DISTINCT hospitaladmittime AS at FROM patient",
        options={"band": AGE_BANDS, "gender": GENDERS},
        period=When("hospitaladmittime"),
        **several("""
SELECT count(DISTINCT uniquepid) FROM patient
WHERE gender = {gender.sql} AND CAST(age AS INTEGER) {band.sql} AND {period}"""),
    ),
    Template(
        id="patients_discharged",
        category=CATEGORY,
        wordings=(
            "How many {gender} patients were discharged from the hospital {period} with the discharge status "
            "{status}?",
            "What is the number of {gender} patients whose hospital visit ended {period} with the discharge "
            "status {status}?",
            "Count the {gender} patients discharged from the hospital {period} whose discharge status was "
            "{status}.",
        ),
        facts="""
SELECT DISTINCT hospitaldischargetime AS at FROM patient WHERE hospitaldischargestatus = 'expired'""",
        options={"status": _STATUSES, "gender": GENDERS},
        period=When("hospitaldischargetime"),
        answer=_PATIENTS,
        **several("""
SELECT count(DISTINCT uniquepid) FROM patient
WHERE hospitaldischargestatus = {status.sql} AND gender = {gender.sql} AND {period}"""),
    ),
    forms.current_patients_by_age(
        facts="SELECT hospitaladmittime AS at FROM patient WHERE hospitaldischargetime IS NULL",
        options={"band": AGE_BANDS, "gender": GENDERS},
        period=When("hospitaladmittime", tags=OPEN),
        **several("""
SELECT count(DISTINCT uniquepid) FROM patient
WHERE hospitaldischargetime IS NULL
  AND gender = {gender.sql}
  AND CAST(age AS INTEGER) {band.sql}
  AND {period}"""),
    ),
    forms.current_patients_with_lab(
        facts="""
SELECT DISTINCT labname AS lab
FROM lab JOIN patient USING (patientunitstayid)
WHERE hospitaldischargetime IS NULL""",
        **several("""
SELECT count(DISTINCT uniquepid)
FROM lab JOIN patient USING (patientunitstayid)
WHERE labname = {lab} AND hospitaldischargetime IS NULL AND CAST(age AS INTEGER) {band.sql}"""),
    ),
    Template(
        id="current_patients_with_diagnosis",
        category=CATEGORY,
        wordings=(
            "How many {gender} patients who are in the hospital now have been diagnosed with {diagnosis} "
            "during this visit?",
            "What is the number of current {gender} patients with a diagnosis of {diagnosis} on the current "
            "hospital visit?",
            "Count the {gender} patients now in the hospital in whom {diagnosis} was "
            "diagnosed on the current "
            "visit.",
        ),
        facts=f"""
SELECT DISTINCT diagnosis FROM ({facts.DIAGNOSIS})
WHERE visit IN (SELECT patienthealthsystemstayid FROM patient WHERE hospitaldischargetime IS NULL)""",
        options={"gender": GENDERS},
        answer=_PATIENTS,
        **several("""
SELECT count(DISTINCT uniquepid)
FROM diagnosis JOIN patient USING (patientunitstayid)
WHERE diagnosisname = {diagnosis} AND hospitaldischargetime IS NULL AND gender = {gender.sql}"""),
    ),
)
