"""How many patients were diagnosed, treated, tested, admitted or discharged?"""

from __future__ import annotations

from medgym_core import Integer
from medgym_ehr.mimic3.ehrsql import facts
from medgym_ehr.questions.option import AGE_BANDS, GENDERS, TIMES
from medgym_ehr.questions.period import CALENDAR
from medgym_ehr.questions.template import NO_PERIOD, Template, When

CATEGORY = "count"
_WHENEVER = (*CALENDAR, NO_PERIOD)
_DIAGNOSIS = f"SELECT DISTINCT diagnosis, at FROM ({facts.DIAGNOSIS})"
_PROCEDURE = f"SELECT DISTINCT procedure, at FROM ({facts.PROCEDURE})"
_DRUG = "SELECT DISTINCT drug, startdate AS at FROM prescriptions"
_LAB = f"SELECT DISTINCT lab, at FROM ({facts.LAB})"
_ORGANISM = f"SELECT DISTINCT organism, at FROM ({facts.ORGANISM})"
_DISCHARGE = """
SELECT DISTINCT discharge_location AS destination, dischtime AS at FROM admissions
WHERE dischtime IS NOT NULL AND discharge_location IS NOT NULL"""
_IN_HOSPITAL = "hadm_id IN (SELECT hadm_id FROM admissions WHERE dischtime IS NULL)"
_CURRENT_OF_AGE = "SELECT hadm_id FROM admissions WHERE dischtime IS NULL AND age {band.sql}"

TEMPLATES = (
    Template(
        id="patients_with_diagnosis",
        category=CATEGORY,
        wordings=(
            "How many patients were diagnosed with {diagnosis} {period}?",
            "What is the number of patients who received a diagnosis of {diagnosis} {period}?",
            "Count the patients in whom {diagnosis} was diagnosed {period}.",
        ),
        facts=_DIAGNOSIS,
        period=When("charttime", tags=_WHENEVER),
        answer=Integer(unit="patients"),
        sql="""
SELECT count(DISTINCT subject_id)
FROM diagnoses_icd JOIN d_icd_diagnoses USING (icd9_code)
WHERE short_title = {diagnosis} AND {period}""",
    ),
    Template(
        id="patients_with_procedure",
        category=CATEGORY,
        wordings=(
            "How many patients underwent the procedure {procedure} {period}?",
            "What is the number of patients on whom the procedure {procedure} was performed {period}?",
            "Count the patients who had the procedure {procedure} {period}.",
        ),
        facts=_PROCEDURE,
        period=When("charttime", tags=_WHENEVER),
        answer=Integer(unit="patients"),
        sql="""
SELECT count(DISTINCT subject_id)
FROM procedures_icd JOIN d_icd_procedures USING (icd9_code)
WHERE short_title = {procedure} AND {period}""",
    ),
    Template(
        id="patients_with_drug",
        category=CATEGORY,
        wordings=(
            "How many patients were prescribed {drug} {period}?",
            "What is the number of patients who received a prescription of {drug} {period}?",
            "Count the patients to whom {drug} was prescribed {period}.",
        ),
        facts=_DRUG,
        period=When("startdate", tags=_WHENEVER),
        answer=Integer(unit="patients"),
        sql="""
SELECT count(DISTINCT subject_id) FROM prescriptions
WHERE drug = {drug} AND {period}""",
    ),
    Template(
        id="patients_with_organism",
        category=CATEGORY,
        wordings=(
            "In how many patients was the organism {organism} found in a microbiology test {period}?",
            "What is the number of patients with a microbiology test that found {organism} {period}?",
            "Count the patients in whom a microbiology test detected {organism} {period}.",
        ),
        facts=_ORGANISM,
        period=When("charttime", tags=_WHENEVER),
        answer=Integer(unit="patients"),
        sql="""
SELECT count(DISTINCT subject_id) FROM microbiologyevents
WHERE org_name = {organism} AND {period}""",
    ),
    Template(
        id="patients_with_drug_n_times",
        category=CATEGORY,
        wordings=(
            "How many patients were prescribed {drug} exactly {times} {period}?",
            "What is the number of patients to whom {drug} was prescribed exactly {times} {period}?",
            "Count the patients who got prescriptions of {drug} exactly {times} {period}.",
        ),
        facts=_DRUG,
        options={"times": TIMES},
        period=When("startdate", tags=_WHENEVER),
        answer=Integer(unit="patients"),
        sql="""
SELECT count(*)
FROM (
  SELECT subject_id FROM prescriptions
  WHERE drug = {drug} AND {period}
  GROUP BY subject_id
  HAVING count(*) = {times.sql}
)""",
    ),
    Template(
        id="patients_with_lab_n_times",
        category=CATEGORY,
        wordings=(
            "How many patients had the lab test {lab} exactly {times} {period}?",
            "What is the number of patients who underwent the lab test {lab} exactly {times} {period}?",
            "Count the patients on whom the lab test {lab} was done exactly {times} {period}.",
        ),
        facts=_LAB,
        options={"times": TIMES},
        period=When("charttime", tags=_WHENEVER),
        answer=Integer(unit="patients"),
        sql="""
SELECT count(*)
FROM (
  SELECT subject_id FROM labevents JOIN d_labitems USING (itemid)
  WHERE label = {lab} AND {period}
  GROUP BY subject_id
  HAVING count(*) = {times.sql}
)""",
    ),
    Template(
        id="patients_admitted_by_age",
        category=CATEGORY,
        wordings=(
            "How many {gender} patients {band} were admitted to the hospital {period}?",
            "What is the number of {gender} patients {band} with a hospital admission {period}?",
            "Count the {gender} patients who were admitted to the hospital {period} when they were {band}.",
        ),
        facts="SELECT DISTINCT admittime AS at FROM admissions",
        options={"band": AGE_BANDS, "gender": GENDERS},
        period=When("admittime"),
        answer=Integer(unit="patients"),
        sql="""
SELECT count(DISTINCT subject_id)
FROM admissions JOIN patients USING (subject_id)
WHERE gender = {gender.sql} AND age {band.sql} AND {period}""",
    ),
    Template(
        id="patients_discharged",
        category=CATEGORY,
        wordings=(
            "How many patients were discharged from the hospital {period} with the discharge location "
            "{destination}?",
            "What is the number of patients whose hospital visit ended {period} with the discharge location "
            "{destination}?",
            "Count the patients discharged from the hospital {period} whose discharge location was "
            "{destination}.",
        ),
        facts=_DISCHARGE,
        period=When("dischtime"),
        answer=Integer(unit="patients"),
        sql="""
SELECT count(DISTINCT subject_id) FROM admissions
WHERE discharge_location = {destination} AND {period}""",
    ),
    Template(
        id="current_patients_by_age",
        category=CATEGORY,
        wordings=(
            "How many current {gender} patients {band} were admitted for the current hospital visit "
            "{period}?",
            "Of the {gender} patients {band} who are in the hospital now, how many were admitted for this "
            "visit {period}?",
            "Count the {gender} patients {band} in the hospital at present whose current visit began "
            "{period}.",
        ),
        facts="SELECT admittime AS at FROM admissions WHERE dischtime IS NULL",
        options={"band": AGE_BANDS, "gender": GENDERS},
        period=When("admittime"),
        answer=Integer(unit="patients"),
        sql="""
SELECT count(DISTINCT subject_id)
FROM admissions JOIN patients USING (subject_id)
WHERE dischtime IS NULL AND gender = {gender.sql} AND age {band.sql} AND {period}""",
    ),
    Template(
        id="current_patients_with_lab",
        category=CATEGORY,
        wordings=(
            "How many current patients {band} have had the lab test {lab} during the current hospital visit?",
            "Of the patients {band} who are in the hospital now, how many have had the lab test {lab} "
            "during this visit?",
            "Count the patients {band} now in the hospital on whom the lab test {lab} has been done on the "
            "current visit.",
        ),
        facts=f"SELECT DISTINCT lab FROM ({facts.LAB} WHERE {_IN_HOSPITAL})",
        options={"band": AGE_BANDS},
        answer=Integer(unit="patients"),
        sql=f"""
SELECT count(DISTINCT subject_id)
FROM labevents JOIN d_labitems USING (itemid)
WHERE label = {{lab}} AND hadm_id IN ({_CURRENT_OF_AGE})""",
    ),
)
