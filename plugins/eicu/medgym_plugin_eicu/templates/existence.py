"""Did it happen? Yes-no questions about one patient's diagnoses, treatments, drugs, tests and moves."""

from __future__ import annotations

from medgym_core import Boolean
from medgym_ehr.eicu.ehrsql import facts
from medgym_ehr.hospital.forms import existence as forms
from medgym_ehr.questions.option import Option
from medgym_ehr.questions.period import CALENDAR, HOSPITAL, NO_PERIOD
from medgym_ehr.questions.template import Template, When
from medgym_plugin_eicu.templates.when import of_patient

CATEGORY = "existence"

_EVENTS = (
    Option("diagnosis", "diagnosis", parts={"time": "diagnosistime"}),
    Option("treatment", "treatment", parts={"time": "treatmenttime"}),
    Option("lab test", "lab", parts={"time": "labresulttime"}),
    Option("prescription", "medication", parts={"time": "drugstarttime"}),
    Option("microbiology test", "microlab", parts={"time": "culturetakentime"}),
    Option("allergy", "allergy", parts={"time": "allergytime"}),
)
# As many visits of every source as of the rarest named: the source does not give the answer away.
_VISIT = """
WITH visits AS (
  SELECT DISTINCT uniquepid, patienthealthsystemstayid AS visit, hospitaladmittime, hospitaladmitsource
  FROM patient
  WHERE hospitaladmitsource IN ('emergency department', 'floor', 'direct admit', 'operating room')
)
SELECT uniquepid AS patient, hospitaladmittime AS at FROM (
  SELECT *, row_number() OVER (PARTITION BY hospitaladmitsource ORDER BY visit) AS place FROM visits
)
WHERE place <= (
  SELECT min(number) FROM (SELECT count(*) AS number FROM visits GROUP BY hospitaladmitsource)
)"""
_SOURCES = tuple(
    Option(source, f"'{source}'")
    for source in ("emergency department", "floor", "direct admit", "operating room")
)
_TREATED_ELSEWHERE = f"""
SELECT patient, treatment, at FROM ({facts.TREATMENT})
WHERE patient IN (SELECT uniquepid FROM patient GROUP BY uniquepid HAVING count(DISTINCT hospitalid) > 1)"""
_ONE_OF_THREE = forms.one_of_three("SELECT DISTINCT drugname AS drug FROM medication", facts.DRUG)

TEMPLATES = (
    forms.has_drug(
        facts=facts.DRUG,
        period=of_patient("drugstarttime", (*CALENDAR, *HOSPITAL)),
        sql="""
SELECT count(*) > 0
FROM medication JOIN patient USING (patientunitstayid)
WHERE uniquepid = {patient} AND drugname = {drug} AND {period}""",
    ),
    Template(
        id="has_drug_of_three",
        category=CATEGORY,
        wordings=(
            "Has patient {patient} been prescribed {drug}, {drug2} or {drug3} {period}?",
            "Did patient {patient} receive any of {drug3}, {drug} or {drug2} by prescription {period}?",
            "Was at least one of {drug2}, {drug3} or {drug} prescribed to patient {patient} {period}?",
        ),
        facts=_ONE_OF_THREE,
        swap=("drug", "drug2", "drug3"),
        period=of_patient("drugstarttime"),
        answer=Boolean(),
        sql="""
SELECT count(*) > 0
FROM medication JOIN patient USING (patientunitstayid)
WHERE uniquepid = {patient} AND drugname IN ({drug}, {drug2}, {drug3}) AND {period}""",
    ),
    forms.has_any_event(
        facts=facts.STAY,
        options={"event": _EVENTS},
        period=When("at", tags=CALENDAR),
        sql="""
SELECT count(*) > 0
FROM (
  SELECT uniquepid, {event.time} AS at
  FROM {event.sql} JOIN patient USING (patientunitstayid)
)
WHERE uniquepid = {patient} AND {period}""",
    ),
    Template(
        id="has_visit_from_source",
        category=CATEGORY,
        wordings=(
            "Was patient {patient} admitted to the hospital with the admission source {source} {period}?",
            "Has patient {patient} had a hospital admission from the source {source} {period}?",
            "Is any hospital admission of patient {patient} {period} recorded with the source {source}?",
        ),
        facts=_VISIT,
        options={"source": _SOURCES},
        period=When("hospitaladmittime", tags=(NO_PERIOD, *CALENDAR)),
        answer=Boolean(),
        sql="""
SELECT max(hospitaladmitsource = {source.sql}) FROM patient
WHERE uniquepid = {patient} AND {period}""",
    ),
    forms.has_diagnosis(
        facts=facts.DIAGNOSIS,
        period=of_patient("diagnosistime"),
        sql="""
SELECT count(*) > 0
FROM diagnosis JOIN patient USING (patientunitstayid)
WHERE uniquepid = {patient} AND diagnosisname = {diagnosis} AND {period}""",
    ),
    Template(
        id="has_treatment",
        category=CATEGORY,
        wordings=(
            "Has patient {patient} received the treatment {treatment} {period}?",
            "Did patient {patient} have the treatment {treatment} {period}?",
            "Was the treatment {treatment} given to patient {patient} {period}?",
        ),
        facts=facts.TREATMENT,
        swap=("treatment",),
        period=of_patient("treatmenttime"),
        answer=Boolean(),
        sql="""
SELECT count(*) > 0
FROM treatment JOIN patient USING (patientunitstayid)
WHERE uniquepid = {patient} AND treatmentname = {treatment} AND {period}""",
    ),
    Template(
        id="has_treatment_elsewhere",
        category=CATEGORY,
        wordings=(
            "Has patient {patient} received the treatment {treatment} {period} in a hospital other than that "
            "of the latest admission?",
            "Leaving aside the hospital to which patient {patient} was admitted most recently, has any "
            "hospital given the treatment {treatment} to this patient {period}?",
            "Did patient {patient} have the treatment {treatment} {period} in another hospital than the one "
            "of the most recent admission?",
        ),
        facts=_TREATED_ELSEWHERE,
        swap=("treatment",),
        period=When("treatmenttime", tags=(NO_PERIOD, *CALENDAR)),
        answer=Boolean(),
        sql="""
SELECT count(*) > 0
FROM treatment JOIN patient USING (patientunitstayid)
WHERE uniquepid = {patient} AND treatmentname = {treatment} AND {period} AND hospitalid <> (
  SELECT hospitalid FROM patient
  WHERE uniquepid = {patient}
  ORDER BY hospitaladmittime DESC
  LIMIT 1
)""",
    ),
    Template(
        id="has_lab",
        category=CATEGORY,
        wordings=(
            "Has patient {patient} had a lab test of {lab} {period}?",
            "Did patient {patient} get the lab test {lab} {period}?",
            "Was the lab test {lab} done on patient {patient} {period}?",
        ),
        facts=facts.LAB,
        swap=("lab",),
        period=of_patient("labresulttime"),
        answer=Boolean(),
        sql="""
SELECT count(*) > 0
FROM lab JOIN patient USING (patientunitstayid)
WHERE uniquepid = {patient} AND labname = {lab} AND {period}""",
    ),
    forms.has_culture(
        facts=facts.SPECIMEN,
        period=of_patient("culturetakentime"),
        sql="""
SELECT count(*) > 0
FROM microlab JOIN patient USING (patientunitstayid)
WHERE uniquepid = {patient} AND culturesite = {specimen} AND {period}""",
    ),
    forms.has_organism(
        facts=facts.ORGANISM,
        period=of_patient("culturetakentime"),
        sql="""
SELECT count(*) > 0
FROM microlab JOIN patient USING (patientunitstayid)
WHERE uniquepid = {patient} AND organism = {organism} AND {period}""",
    ),
    forms.has_intake(
        facts=facts.INTAKE,
        period=of_patient("intakeoutputtime"),
        sql="""
SELECT count(*) > 0
FROM intakeoutput JOIN patient USING (patientunitstayid)
WHERE uniquepid = {patient}
  AND CASE WHEN cellpath LIKE '%intake%' THEN celllabel END = {intake}
  AND {period}""",
    ),
    Template(
        id="has_allergy",
        category=CATEGORY,
        wordings=(
            "Has an allergy to {allergy} been recorded for patient {patient} {period}?",
            "Did anyone record an allergy to {allergy} for patient {patient} {period}?",
            "Was patient {patient} recorded as allergic to {allergy} {period}?",
        ),
        facts=facts.ALLERGY,
        swap=("allergy",),
        period=of_patient("allergytime"),
        answer=Boolean(),
        sql="""
SELECT count(*) > 0
FROM allergy JOIN patient USING (patientunitstayid)
WHERE uniquepid = {patient} AND allergyname = {allergy} AND {period}""",
    ),
)
