"""How many visits, stays, prescriptions, tests or readings?"""

from __future__ import annotations

from medgym_core import Integer
from medgym_ehr.hospital.forms import count as forms
from medgym_ehr.mimic3.ehrsql import facts
from medgym_ehr.questions.option import COMPARISONS
from medgym_ehr.questions.period import CALENDAR, HOSPITAL, ICU
from medgym_ehr.questions.template import NO_PERIOD, Template, When

CATEGORY = "count"
_WHENEVER = (*CALENDAR, NO_PERIOD)
_VISIT = When("charttime", visit="hadm_id", tags=(*CALENDAR, *HOSPITAL, NO_PERIOD))
_STAY = When("charttime", visit="hadm_id", stay="icustay_id", tags=(*CALENDAR, *HOSPITAL, *ICU, NO_PERIOD))
_DRUG = When("startdate", visit="hadm_id", tags=(*CALENDAR, *HOSPITAL, NO_PERIOD))
_REPEATED = """
SELECT subject_id AS patient, admittime AS at FROM admissions
WHERE subject_id IN (SELECT subject_id FROM admissions GROUP BY subject_id HAVING count(*) > 1)"""

TEMPLATES = (
    Template(
        id="patient_visits",
        category=CATEGORY,
        wordings=(
            "How many times was patient {patient} admitted to the hospital {period}?",
            "How many hospital visits of patient {patient} began {period}?",
            "What is the number of hospital admissions of patient {patient} {period}?",
        ),
        facts=_REPEATED,
        period=When("admittime", tags=_WHENEVER),
        answer=Integer(unit="visits"),
        sql="""
SELECT count(*) FROM admissions
WHERE subject_id = {patient} AND {period}""",
        frequent=True,
    ),
    Template(
        id="visits_by_location",
        category=CATEGORY,
        wordings=(
            "How many hospital visits with the admission location {location} began {period}?",
            "What is the number of hospital visits that began {period} and had the admission location "
            "{location}?",
            "Count the hospital visits whose admission location is {location} and that started {period}.",
        ),
        facts="SELECT DISTINCT admission_location AS location, admittime AS at FROM admissions",
        period=When("admittime"),
        answer=Integer(unit="visits"),
        sql="""
SELECT count(*) FROM admissions
WHERE admission_location = {location} AND {period}""",
    ),
    Template(
        id="stays_by_careunit",
        category=CATEGORY,
        wordings=(
            "How many ICU stays with the first careunit {careunit} began {period}?",
            "What is the number of ICU stays that began {period} in careunit {careunit}?",
            "Count the ICU stays that started {period} with {careunit} as the first careunit.",
        ),
        facts="SELECT DISTINCT first_careunit AS careunit, intime AS at FROM icustays",
        period=When("intime"),
        answer=Integer(unit="ICU stays"),
        sql="""
SELECT count(*) FROM icustays
WHERE first_careunit = {careunit} AND {period}""",
    ),
    forms.drug_prescriptions(
        facts="SELECT DISTINCT drug, startdate AS at FROM prescriptions",
        period=When("startdate", tags=_WHENEVER),
        answer=Integer(unit="prescriptions"),
        sql="""
SELECT count(*) FROM prescriptions
WHERE drug = {drug} AND {period}""",
    ),
    forms.patient_drugs(
        facts="SELECT DISTINCT subject_id AS patient, startdate AS at FROM prescriptions",
        period=_DRUG,
        answer=Integer(unit="drugs"),
        sql="""
SELECT count(DISTINCT drug) FROM prescriptions
WHERE subject_id = {patient} AND {period}""",
    ),
    forms.patient_lab_tests(
        facts=f"""
SELECT *
FROM (SELECT *, count(*) OVER (PARTITION BY patient, lab) AS tests FROM ({facts.LAB}))
WHERE tests > 1""",
        period=_VISIT,
        answer=Integer(unit="tests"),
        sql="""
SELECT count(*)
FROM labevents JOIN d_labitems USING (itemid)
WHERE subject_id = {patient} AND label = {lab} AND {period}""",
    ),
    Template(
        id="patient_vitals_beyond",
        category=CATEGORY,
        wordings=(
            "How many times was the {vital} of patient {patient} measured {side} {bound} {period}?",
            "How many {vital} readings of patient {patient} were {side} {bound} {period}?",
            "What is the number of {vital} readings {side} {bound} of patient {patient} {period}?",
        ),
        facts=f"""
SELECT patient, hadm_id, icustay_id, vital, at, CAST(value AS INTEGER) AS bound FROM ({facts.VITAL})""",
        options={"side": COMPARISONS},
        period=_STAY,
        answer=Integer(unit="readings"),
        sql="""
SELECT count(*)
FROM chartevents JOIN d_items USING (itemid)
WHERE subject_id = {patient} AND label = {vital} AND valuenum {side.sql} {bound} AND {period}""",
    ),
)
