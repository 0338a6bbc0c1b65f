"""When was something diagnosed, done, given, measured or found?"""

from __future__ import annotations

from medgym_core import DateTime
from medgym_ehr.eicu.ehrsql import facts
from medgym_ehr.hospital.forms import time as forms
from medgym_ehr.questions.nth import nth_time
from medgym_ehr.questions.option import ENDS, PLACES
from medgym_ehr.questions.template import Template
from medgym_plugin_eicu.templates.when import of_patient

CATEGORY = "time"

TEMPLATES = (
    forms.diagnosis_time(
        facts=facts.DIAGNOSIS,
        period=of_patient("diagnosistime"),
        sql="""
SELECT DISTINCT diagnosistime
FROM diagnosis JOIN patient USING (patientunitstayid)
WHERE uniquepid = {patient} AND diagnosisname = {diagnosis} AND {period}""",
    ),
    Template(
        id="treatment_time",
        category=CATEGORY,
        wordings=(
            "When did patient {patient} receive the treatment {treatment} for the {nth} time {period}?",
            "What was the {nth} time that patient {patient} had the treatment {treatment} {period}?",
            "At what time was the treatment {treatment} given to patient {patient} for the {nth} time "
            "{period}?",
        ),
        facts=facts.TREATMENT,
        options={"nth": PLACES},
        period=of_patient("treatmenttime"),
        answer=DateTime(),
        sql=nth_time(
            "treatmenttime",
            """
  FROM treatment JOIN patient USING (patientunitstayid)
  WHERE uniquepid = {patient} AND treatmentname = {treatment} AND {period}""",
        ),
    ),
    forms.drug_time(
        facts=facts.DRUG,
        period=of_patient("drugstarttime"),
        sql=nth_time(
            "drugstarttime",
            """
  FROM medication JOIN patient USING (patientunitstayid)
  WHERE uniquepid = {patient} AND drugname = {drug} AND drugstarttime IS NOT NULL AND {period}""",
        ),
    ),
    Template(
        id="drug_stop_time",
        category=CATEGORY,
        wordings=(
            "When did a prescription of {drug} for patient {patient} stop for the {nth} time {period}?",
            "What was the {nth} stop time of {drug} prescriptions of patient {patient} {period}?",
            "At what time did prescribed {drug} end for patient {patient} for the {nth} time {period}?",
        ),
        facts="""
SELECT uniquepid AS patient, drugname AS drug, drugstoptime AS at
FROM medication JOIN patient USING (patientunitstayid)
WHERE drugstoptime IS NOT NULL""",
        options={"nth": ENDS},
        period=of_patient("drugstoptime"),
        answer=DateTime(),
        sql=nth_time(
            "drugstoptime",
            """
  FROM medication JOIN patient USING (patientunitstayid)
  WHERE uniquepid = {patient} AND drugname = {drug} AND drugstoptime IS NOT NULL AND {period}""",
        ),
    ),
    forms.lab_time(
        facts=facts.LAB,
        period=of_patient("labresulttime"),
        sql=nth_time(
            "labresulttime",
            """
  FROM lab JOIN patient USING (patientunitstayid)
  WHERE uniquepid = {patient} AND labname = {lab} AND {period}""",
        ),
    ),
    forms.intake_time(
        facts=facts.INTAKE,
        period=of_patient("intakeoutputtime"),
        sql=nth_time(
            "intakeoutputtime",
            """
  FROM intakeoutput JOIN patient USING (patientunitstayid)
  WHERE uniquepid = {patient}
    AND CASE WHEN cellpath LIKE '%intake%' THEN celllabel END = {intake}
    AND {period}""",
        ),
    ),
    Template(
        id="output_time",
        category=CATEGORY,
        wordings=(
            "When was the output {output} recorded for patient {patient} for the {nth} time {period}?",
            "What was the {nth} time that patient {patient} had an output of type {output} {period}?",
            "At what time was the {nth} {output} output of patient {patient} recorded {period}?",
        ),
        facts=facts.OUTPUT,
        options={"nth": PLACES},
        period=of_patient("intakeoutputtime"),
        answer=DateTime(),
        sql=nth_time(
            "intakeoutputtime",
            """
  FROM intakeoutput JOIN patient USING (patientunitstayid)
  WHERE uniquepid = {patient}
    AND CASE WHEN cellpath LIKE '%output%' THEN celllabel END = {output}
    AND {period}""",
        ),
    ),
    forms.specimen_time(
        facts=facts.SPECIMEN,
        options={"nth": ENDS},
        period=of_patient("culturetakentime"),
        sql=nth_time(
            "culturetakentime",
            """
  FROM microlab JOIN patient USING (patientunitstayid)
  WHERE uniquepid = {patient} AND culturesite = {specimen} AND {period}""",
        ),
    ),
    Template(
        id="allergy_time",
        category=CATEGORY,
        wordings=(
            "When was the allergy to {allergy} of patient {patient} recorded {period}?",
            "What was the time at which an allergy to {allergy} was noted for patient {patient} {period}?",
            "At what time was patient {patient}'s allergy to {allergy} put on record {period}?",
        ),
        facts=facts.ALLERGY,
        period=of_patient("allergytime"),
        answer=DateTime(),
        sql="""
SELECT DISTINCT allergytime
FROM allergy JOIN patient USING (patientunitstayid)
WHERE uniquepid = {patient} AND allergyname = {allergy} AND {period}""",
    ),
)
