"""Did it happen? Yes-no questions about one patient's diagnoses, drugs, tests and moves."""

from __future__ import annotations

from medgym_core import Boolean
from medgym_ehr.hospital.forms import existence as forms
from medgym_ehr.mimic3.ehrsql import facts
from medgym_ehr.questions.option import Option
from medgym_ehr.questions.period import CALENDAR, HOSPITAL, ICU, NO_PERIOD
from medgym_ehr.questions.template import Template, When

CATEGORY = "existence"

_ANYTIME = (NO_PERIOD, *CALENDAR, *HOSPITAL)
_EVENTS = (
    Option("diagnosis", "diagnoses_icd", parts={"time": "charttime"}),
    Option("procedure", "procedures_icd", parts={"time": "charttime"}),
    Option("lab test", "labevents", parts={"time": "charttime"}),
    Option("prescription", "prescriptions", parts={"time": "startdate"}),
    Option("microbiology test", "microbiologyevents", parts={"time": "charttime"}),
)
_EVENT = f"SELECT patient, at FROM ({facts.ADMISSION})"
# As many visits of every type as of the rarest: the type named does not give the answer away.
_VISIT = """
SELECT patient, at FROM (
  SELECT subject_id AS patient, admittime AS at,
         row_number() OVER (PARTITION BY admission_type ORDER BY hadm_id) AS place
  FROM admissions
)
WHERE place <= (
  SELECT min(number) FROM (SELECT count(*) AS number FROM admissions GROUP BY admission_type)
)"""
_TYPES = tuple(Option(name, f"'{name}'") for name in ("emergency", "urgent", "elective"))
_SPECIMEN = f"SELECT patient, specimen, at FROM ({facts.SPECIMEN}) WHERE specimen IS NOT NULL"
_ORGANISM = f"SELECT patient, organism, at FROM ({facts.ORGANISM})"
_CAREUNIT = f"SELECT patient, careunit, at FROM ({facts.TRANSFER}) WHERE careunit IS NOT NULL"
_ONE_OF_THREE = forms.one_of_three("SELECT DISTINCT drug FROM prescriptions", facts.DRUG)

TEMPLATES = (
    forms.has_drug(
        facts=facts.DRUG,
        period=When("startdate", visit="hadm_id", tags=(*CALENDAR, *HOSPITAL)),
        sql="""
SELECT count(*) > 0 FROM prescriptions
WHERE subject_id = {patient} AND drug = {drug} AND {period}""",
    ),
    Template(
        id="has_drug_of_three",
        category=CATEGORY,
        wordings=(
            "Has patient {patient} been prescribed {drug}, {drug2} or {drug3} {period}?",
            "Did patient {patient} receive any of {drug3}, {drug} and {drug2} by prescription {period}?",
            "Was at least one of {drug2}, {drug3} and {drug} prescribed to patient {patient} {period}?",
        ),
        facts=_ONE_OF_THREE,
        swap=("drug", "drug2", "drug3"),
        period=When("startdate", visit="hadm_id", tags=_ANYTIME),
        answer=Boolean(),
        sql="""
SELECT count(*) > 0 FROM prescriptions
WHERE subject_id = {patient} AND drug IN ({drug}, {drug2}, {drug3}) AND {period}""",
    ),
    forms.has_any_event(
        facts=_EVENT,
        options={"event": _EVENTS},
        period=When("at", tags=CALENDAR),
        sql="""
SELECT count(*) > 0
FROM (SELECT subject_id, {event.time} AS at FROM {event.sql})
WHERE subject_id = {patient} AND {period}""",
    ),
    Template(
        id="has_visit_of_type",
        category=CATEGORY,
        wordings=(
            "Was patient {patient} admitted to the hospital with the admission type {type} {period}?",
            "Has patient {patient} had a hospital admission of type {type} {period}?",
            "Is any hospital admission of patient {patient} {period} recorded with the type {type}?",
        ),
        facts=_VISIT,
        options={"type": _TYPES},
        period=When("admittime", tags=(NO_PERIOD, *CALENDAR)),
        answer=Boolean(),
        sql="""
SELECT max(admission_type = {type.sql}) FROM admissions
WHERE subject_id = {patient} AND {period}""",
    ),
    forms.has_diagnosis(
        facts=facts.DIAGNOSIS,
        period=When("e.charttime", visit="e.hadm_id", tags=_ANYTIME),
        sql="""
SELECT count(*) > 0
FROM diagnoses_icd e
JOIN d_icd_diagnoses d ON d.icd9_code = e.icd9_code
WHERE e.subject_id = {patient} AND d.short_title = {diagnosis} AND {period}""",
    ),
    Template(
        id="has_procedure",
        category=CATEGORY,
        wordings=(
            "Has patient {patient} undergone the procedure {procedure} {period}?",
            "Did patient {patient} have the procedure {procedure} {period}?",
            "Was the procedure {procedure} done on patient {patient} {period}?",
        ),
        facts=facts.PROCEDURE,
        swap=("procedure",),
        period=When("e.charttime", visit="e.hadm_id", tags=(NO_PERIOD, *CALENDAR, *HOSPITAL[1:])),
        answer=Boolean(),
        sql="""
SELECT count(*) > 0
FROM procedures_icd e
JOIN d_icd_procedures d ON d.icd9_code = e.icd9_code
WHERE e.subject_id = {patient} AND d.short_title = {procedure} AND {period}""",
    ),
    Template(
        id="has_lab",
        category=CATEGORY,
        wordings=(
            "Has patient {patient} had a lab test of {lab} {period}?",
            "Did patient {patient} get the lab test {lab} {period}?",
            "Was the lab {lab} measured in patient {patient} {period}?",
        ),
        facts=facts.LAB,
        swap=("lab",),
        period=When("e.charttime", visit="e.hadm_id", tags=_ANYTIME),
        answer=Boolean(),
        sql="""
SELECT count(*) > 0
FROM labevents e
JOIN d_labitems d ON d.itemid = e.itemid
WHERE e.subject_id = {patient} AND d.label = {lab} AND {period}""",
    ),
    forms.has_culture(
        facts=_SPECIMEN,
        period=When("charttime", visit="hadm_id", tags=_ANYTIME),
        sql="""
SELECT count(*) > 0 FROM microbiologyevents
WHERE subject_id = {patient} AND spec_type_desc = {specimen} AND {period}""",
    ),
    Template(
        id="has_growth",
        category=CATEGORY,
        wordings=(
            "Did any microbiology test of {specimen} of patient {patient} find an organism {period}?",
            "Was an organism found in any {specimen} test of patient {patient} {period}?",
            "Has any organism been found in {specimen} of patient {patient} {period}?",
        ),
        facts=_SPECIMEN,
        period=When("charttime", visit="hadm_id", tags=_ANYTIME),
        answer=Boolean(),
        sql="""
SELECT max(org_name IS NOT NULL) FROM microbiologyevents
WHERE subject_id = {patient} AND spec_type_desc = {specimen} AND {period}""",
    ),
    forms.has_organism(
        facts=_ORGANISM,
        period=When("charttime", visit="hadm_id", tags=_ANYTIME),
        sql="""
SELECT count(*) > 0 FROM microbiologyevents
WHERE subject_id = {patient} AND org_name = {organism} AND {period}""",
    ),
    forms.has_intake(
        facts=facts.INTAKE,
        period=When("e.charttime", visit="e.hadm_id", stay="e.icustay_id", tags=(*_ANYTIME, *ICU)),
        sql="""
SELECT count(*) > 0
FROM inputevents_cv e
JOIN d_items d ON d.itemid = e.itemid
WHERE e.subject_id = {patient} AND d.label = {intake} AND {period}""",
    ),
    Template(
        id="has_careunit",
        category=CATEGORY,
        wordings=(
            "Did patient {patient} enter the care unit {careunit} {period}?",
            "Has patient {patient} entered {careunit}, a care unit, {period}?",
            "Was patient {patient} taken into the care unit {careunit} {period}?",
        ),
        facts=_CAREUNIT,
        swap=("careunit",),
        period=When("intime", visit="hadm_id", tags=_ANYTIME),
        answer=Boolean(),
        sql="""
SELECT count(*) > 0 FROM transfers
WHERE subject_id = {patient} AND careunit = {careunit} AND {period}""",
    ),
)
