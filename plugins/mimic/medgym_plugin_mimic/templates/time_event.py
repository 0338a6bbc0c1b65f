"""When was something diagnosed, done, given, measured or found?"""

from __future__ import annotations

from medgym_core import DateTime
from medgym_ehr.hospital.forms import time as forms
from medgym_ehr.mimic3.ehrsql import facts
from medgym_ehr.questions.nth import nth_time
from medgym_ehr.questions.option import PLACES
from medgym_ehr.questions.period import CALENDAR, HOSPITAL, ICU
from medgym_ehr.questions.template import NO_PERIOD, Template, When

CATEGORY = "time"
_VISIT = When("charttime", visit="hadm_id", tags=(*CALENDAR, *HOSPITAL, NO_PERIOD))
_STAY = When("charttime", visit="hadm_id", stay="icustay_id", tags=(*CALENDAR, *HOSPITAL, *ICU, NO_PERIOD))
_DRUG = When("startdate", visit="hadm_id", tags=(*CALENDAR, *HOSPITAL, NO_PERIOD))
TEMPLATES = (
    forms.diagnosis_time(
        facts=facts.DIAGNOSIS,
        period=_VISIT,
        sql="""
SELECT DISTINCT charttime
FROM diagnoses_icd JOIN d_icd_diagnoses USING (icd9_code)
WHERE subject_id = {patient} AND short_title = {diagnosis} AND {period}""",
    ),
    Template(
        id="procedure_time",
        category=CATEGORY,
        wordings=(
            "When did patient {patient} undergo the procedure {procedure} {period}?",
            "What was the time at which patient {patient} had the procedure {procedure} {period}?",
            "At what time was the procedure {procedure} performed on patient {patient} {period}?",
        ),
        facts=facts.PROCEDURE,
        period=_VISIT,
        answer=DateTime(),
        sql="""
SELECT DISTINCT charttime
FROM procedures_icd JOIN d_icd_procedures USING (icd9_code)
WHERE subject_id = {patient} AND short_title = {procedure} AND {period}""",
    ),
    forms.drug_time(
        facts=facts.DRUG,
        period=_DRUG,
        sql=nth_time(
            "startdate", "FROM prescriptions\n  WHERE subject_id = {patient} AND drug = {drug} AND {period}"
        ),
    ),
    forms.lab_time(
        facts=facts.LAB,
        period=_VISIT,
        sql=nth_time(
            "charttime",
            """
  FROM labevents JOIN d_labitems USING (itemid)
  WHERE subject_id = {patient} AND label = {lab} AND {period}""",
        ),
    ),
    forms.intake_time(
        facts=facts.INTAKE,
        period=_STAY,
        sql=nth_time(
            "charttime",
            """
  FROM inputevents_cv JOIN d_items USING (itemid)
  WHERE subject_id = {patient} AND label = {intake} AND {period}""",
        ),
    ),
    Template(
        id="output_time",
        category=CATEGORY,
        wordings=(
            "When was the output {output} recorded for patient {patient} for the {nth} time {period}?",
            "What was the {nth} time that patient {patient} had an output of type {output} {period}?",
            "At what time was the {nth} {output} output of patient {patient} charted {period}?",
        ),
        facts=facts.OUTPUT,
        options={"nth": PLACES},
        period=_STAY,
        answer=DateTime(),
        sql=nth_time(
            "charttime",
            """
  FROM outputevents JOIN d_items USING (itemid)
  WHERE subject_id = {patient} AND label = {output} AND {period}""",
        ),
    ),
    forms.specimen_time(
        facts=facts.SPECIMEN,
        options={"nth": PLACES},
        period=_VISIT,
        sql=nth_time(
            "charttime",
            """
  FROM microbiologyevents
  WHERE subject_id = {patient} AND spec_type_desc = {specimen} AND {period}""",
        ),
    ),
    Template(
        id="organism_time",
        category=CATEGORY,
        wordings=(
            "When was the organism {organism} found in a microbiology test of patient {patient} {period}?",
            "What was the time of the microbiology test of patient {patient} {period} that found {organism}?",
            "At what time did a microbiology test detect {organism} in patient {patient} {period}?",
        ),
        facts=facts.ORGANISM,
        period=_VISIT,
        answer=DateTime(),
        sql="""
SELECT DISTINCT charttime FROM microbiologyevents
WHERE subject_id = {patient} AND org_name = {organism} AND {period}""",
    ),
)
