"""How many patients were diagnosed, treated, tested, admitted or discharged?"""

from __future__ import annotations

from medgym_core import Integer
from medgym_ehr.hospital.forms import count as forms
from medgym_ehr.mimic3.ehrsql import facts
from medgym_ehr.questions.option import AGE_BANDS, GENDERS
from medgym_ehr.questions.period import CALENDAR, OPEN
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
    forms.patients_with_diagnosis(
        facts=_DIAGNOSIS,
        period=When("charttime", tags=_WHENEVER),
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
    forms.patients_with_drug(
        facts=_DRUG,
        period=When("startdate", tags=_WHENEVER),
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
    forms.patients_with_drug_n_times(
        facts=_DRUG,
        period=When("startdate", tags=_WHENEVER),
        sql="""
SELECT count(*)
FROM (
  SELECT subject_id FROM prescriptions
  WHERE drug = {drug} AND {period}
  GROUP BY subject_id
  HAVING count(*) = {times.sql}
)""",
    ),
    forms.patients_with_lab_n_times(
        facts=_LAB,
        period=When("charttime", tags=_WHENEVER),
        sql="""
SELECT count(*)
FROM (
  SELECT subject_id FROM labevents JOIN d_labitems USING (itemid)
  WHERE label = {lab} AND {period}
  GROUP BY subject_id
  HAVING count(*) = {times.sql}
)""",
    ),
    forms.patients_admitted_by_age(
        facts="SELECT DISTINCT admittime AS at FROM admissions",
        options={"band": AGE_BANDS, "gender": GENDERS},
        period=When("admittime"),
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
    forms.current_patients_by_age(
        facts="SELECT admittime AS at FROM admissions WHERE dischtime IS NULL",
        options={"band": AGE_BANDS, "gender": GENDERS},
        period=When("admittime", tags=OPEN),
        sql="""
SELECT count(DISTINCT subject_id)
FROM admissions JOIN patients USING (subject_id)
WHERE dischtime IS NULL AND gender = {gender.sql} AND age {band.sql} AND {period}""",
    ),
    forms.current_patients_with_lab(
        facts=f"SELECT DISTINCT lab FROM ({facts.LAB} WHERE {_IN_HOSPITAL})",
        sql=f"""
SELECT count(DISTINCT subject_id)
FROM labevents JOIN d_labitems USING (itemid)
WHERE label = {{lab}} AND hadm_id IN ({_CURRENT_OF_AGE})""",
    ),
)
