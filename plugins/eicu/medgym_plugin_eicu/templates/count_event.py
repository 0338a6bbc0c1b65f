"""How many visits, stays, prescriptions, tests or readings?"""

from __future__ import annotations

from medgym_core import Integer
from medgym_ehr.eicu.ehrsql import facts
from medgym_ehr.hospital.forms import count as forms
from medgym_ehr.questions.option import COMPARISONS
from medgym_ehr.questions.period import CALENDAR, NO_PERIOD
from medgym_ehr.questions.premise import several
from medgym_ehr.questions.template import Template, When
from medgym_plugin_eicu.templates.vital import BOUNDED, MEASURED
from medgym_plugin_eicu.templates.when import of_patient

CATEGORY = "count"

_WHENEVER = (*CALENDAR, NO_PERIOD)


TEMPLATES = (
    Template(
        id="visits_by_source",
        category=CATEGORY,
        wordings=(
            "How many hospital visits with the admission source {source} began {period}?",
            "What is the number of hospital visits that began {period} and had the admission source "
            "{source}?",
            "Count the hospital visits whose admission source is {source} and that started {period}.",
        ),
        facts=f"SELECT DISTINCT source, at FROM ({facts.VISIT})",
        period=When("hospitaladmittime"),
        answer=Integer(unit="visits"),
        **several("""
SELECT count(DISTINCT patienthealthsystemstayid) FROM patient
WHERE hospitaladmitsource = {source} AND {period}"""),
    ),
    Template(
        id="visits_by_hospital",
        category=CATEGORY,
        wordings=(
            "How many visits to hospital {hospital} began {period}?",
            "What is the number of hospital visits that began {period} in the hospital with the id "
            "{hospital}?",
            "Count the hospital visits that started {period} in hospital {hospital}.",
        ),
        facts=f"SELECT DISTINCT hospital, at FROM ({facts.VISIT})",
        period=When("hospitaladmittime", tags=_WHENEVER),
        answer=Integer(unit="visits"),
        **several("""
SELECT count(DISTINCT patienthealthsystemstayid) FROM patient
WHERE hospitalid = {hospital} AND {period}"""),
    ),
    Template(
        id="stays_by_ward",
        category=CATEGORY,
        wordings=(
            "How many ICU stays in ward {ward} began {period}?",
            "What is the number of ICU stays that began {period} in the ward with the id {ward}?",
            "Count the ICU stays that started {period} in ward {ward}.",
        ),
        facts=f"SELECT DISTINCT ward, at FROM ({facts.STAY})",
        period=When("unitadmittime", tags=_WHENEVER),
        answer=Integer(unit="ICU stays"),
        **several("""
SELECT count(*) FROM patient
WHERE wardid = {ward} AND {period}"""),
    ),
    forms.drug_prescriptions(
        facts="SELECT drugname AS drug, drugstarttime AS at FROM medication",
        period=When("drugstarttime", tags=_WHENEVER),
        answer=Integer(),
        **several("""
SELECT count(*) FROM medication
WHERE drugname = {drug} AND {period}"""),
    ),
    forms.patient_drugs(
        facts=f"SELECT patient, at FROM ({facts.DRUG})",
        period=of_patient("drugstarttime"),
        answer=Integer(),
        **several("""
SELECT count(DISTINCT drugname)
FROM medication JOIN patient USING (patientunitstayid)
WHERE uniquepid = {patient} AND {period}"""),
    ),
    Template(
        id="patient_diagnoses",
        category=CATEGORY,
        wordings=(
            "How many different diagnoses did patient {patient} receive {period}?",
            "What is the number of distinct diagnoses of patient {patient} {period}?",
            "Count the different diagnoses that were made in patient {patient} {period}.",
        ),
        facts=f"SELECT patient, at FROM ({facts.DIAGNOSIS})",
        period=of_patient("diagnosistime"),
        answer=Integer(),
        **several("""
SELECT count(DISTINCT diagnosisname)
FROM diagnosis JOIN patient USING (patientunitstayid)
WHERE uniquepid = {patient} AND {period}"""),
    ),
    forms.patient_lab_tests(
        facts=f"""
SELECT *
FROM (SELECT *, count(*) OVER (PARTITION BY patient, lab) AS tests FROM ({facts.LAB}))
WHERE tests > 1""",
        period=of_patient("labresulttime"),
        answer=Integer(),
        **several("""
SELECT count(*)
FROM lab JOIN patient USING (patientunitstayid)
WHERE uniquepid = {patient} AND labname = {lab} AND {period}"""),
    ),
    Template(
        id="patient_vitals_beyond",
        category=CATEGORY,
        wordings=(
            "How many times was the {vital} of patient {patient} measured {side} {vital.bound} {period}?",
            "How many {vital} readings of patient {patient} were {side} {vital.bound} {period}?",
            "What is the number of {vital} readings {side} {vital.bound} of patient {patient} {period}?",
        ),
        facts=MEASURED,
        options={"side": COMPARISONS, "vital": BOUNDED},
        period=of_patient("observationtime"),
        answer=Integer(),
        **several("""
SELECT count(*)
FROM vitalperiodic JOIN patient USING (patientunitstayid)
WHERE uniquepid = {patient} AND {vital.sql} {side.sql} {vital.bound} AND {period}"""),
    ),
)
