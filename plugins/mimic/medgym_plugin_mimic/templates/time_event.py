"""When was something diagnosed, done, given, measured or found?"""

from __future__ import annotations

from medgym_core import DateTime
from medgym_ehr.mimic3.ehrsql import facts
from medgym_ehr.questions.nth import nth_time
from medgym_ehr.questions.option import ENDS, PLACES
from medgym_ehr.questions.period import CALENDAR, HOSPITAL, ICU
from medgym_ehr.questions.template import NO_PERIOD, Template, When

CATEGORY = "time"
_VISIT = When("charttime", visit="hadm_id", tags=(*CALENDAR, *HOSPITAL, NO_PERIOD))
_STAY = When("charttime", visit="hadm_id", stay="icustay_id", tags=(*CALENDAR, *HOSPITAL, *ICU, NO_PERIOD))
_DRUG = When("startdate", visit="hadm_id", tags=(*CALENDAR, *HOSPITAL, NO_PERIOD))
TEMPLATES = (
    Template(
        id="diagnosis_time",
        category=CATEGORY,
        wordings=(
            "When was patient {patient} diagnosed with {diagnosis} for the {nth} time {period}?",
            "What was the time of the {nth} diagnosis of {diagnosis} for patient {patient} {period}?",
            "At what time did patient {patient} receive the diagnosis {diagnosis} for the {nth} time "
            "{period}?",
        ),
        facts=facts.DIAGNOSIS,
        options={"nth": ENDS},
        period=_VISIT,
        answer=DateTime(),
        sql=nth_time(
            "charttime",
            """
  FROM diagnoses_icd JOIN d_icd_diagnoses USING (icd9_code)
  WHERE subject_id = {patient} AND short_title = {diagnosis} AND {period}""",
        ),
    ),
    Template(
        id="procedure_time",
        category=CATEGORY,
        wordings=(
            "When did patient {patient} undergo the procedure {procedure} for the {nth} time {period}?",
            "What was the {nth} time that patient {patient} had the procedure {procedure} {period}?",
            "At what time was the procedure {procedure} performed on patient {patient} for the {nth} time "
            "{period}?",
        ),
        facts=facts.PROCEDURE,
        options={"nth": ENDS},
        period=_VISIT,
        answer=DateTime(),
        sql=nth_time(
            "charttime",
            """
  FROM procedures_icd JOIN d_icd_procedures USING (icd9_code)
  WHERE subject_id = {patient} AND short_title = {procedure} AND {period}""",
        ),
    ),
    Template(
        id="drug_time",
        category=CATEGORY,
        wordings=(
            "When was {drug} prescribed to patient {patient} for the {nth} time {period}?",
            "What was the {nth} time that patient {patient} was prescribed {drug} {period}?",
            "At what time did patient {patient} get the {nth} prescription of {drug} {period}?",
        ),
        facts=facts.DRUG,
        options={"nth": PLACES},
        period=_DRUG,
        answer=DateTime(),
        sql=nth_time(
            "startdate", "FROM prescriptions\n  WHERE subject_id = {patient} AND drug = {drug} AND {period}"
        ),
    ),
    Template(
        id="lab_time",
        category=CATEGORY,
        wordings=(
            "When did patient {patient} have the lab test {lab} for the {nth} time {period}?",
            "What was the {nth} time that the lab test {lab} was done on patient {patient} {period}?",
            "At what time did the {nth} lab test of {lab} for patient {patient} {period} take place?",
        ),
        facts=facts.LAB,
        options={"nth": PLACES},
        period=_VISIT,
        answer=DateTime(),
        sql=nth_time(
            "charttime",
            """
  FROM labevents JOIN d_labitems USING (itemid)
  WHERE subject_id = {patient} AND label = {lab} AND {period}""",
        ),
    ),
    Template(
        id="intake_time",
        category=CATEGORY,
        wordings=(
            "When was the {nth} intake of {intake} recorded for patient {patient} {period}?",
            "What was the {nth} time that patient {patient} had an intake of {intake} {period}?",
            "At what time did patient {patient} receive the intake {intake} for the {nth} time {period}?",
        ),
        facts=facts.INTAKE,
        options={"nth": PLACES},
        period=_STAY,
        answer=DateTime(),
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
    Template(
        id="specimen_time",
        category=CATEGORY,
        wordings=(
            "When did patient {patient} have a microbiology test of the specimen {specimen} for the {nth} "
            "time {period}?",
            "What was the time of the {nth} microbiology test of {specimen} for patient {patient} {period}?",
            "At what time was the specimen {specimen} of patient {patient} taken for microbiology for the "
            "{nth} time {period}?",
        ),
        facts=facts.SPECIMEN,
        options={"nth": PLACES},
        period=_VISIT,
        answer=DateTime(),
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
            "When was the organism {organism} found in a microbiology test of patient {patient} for the "
            "{nth} time {period}?",
            "What was the time of the {nth} microbiology test of patient {patient} {period} that found "
            "{organism}?",
            "At what time did a microbiology test detect {organism} in patient {patient} for the {nth} time "
            "{period}?",
        ),
        facts=facts.ORGANISM,
        options={"nth": ENDS},
        period=_VISIT,
        answer=DateTime(),
        sql=nth_time(
            "charttime",
            """
  FROM microbiologyevents
  WHERE subject_id = {patient} AND org_name = {organism} AND {period}""",
        ),
    ),
)
