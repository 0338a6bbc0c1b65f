"""When was something diagnosed, done, given, measured or found?"""

from __future__ import annotations

from medgym_core import DateTime
from medgym_ehr.eicu.ehrsql import facts
from medgym_ehr.questions.nth import nth_time
from medgym_ehr.questions.option import ENDS, PLACES
from medgym_ehr.questions.template import Template
from medgym_plugin_eicu.templates.when import of_patient

CATEGORY = "time"

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
        options={"nth": PLACES},
        period=of_patient("diagnosistime"),
        answer=DateTime(),
        sql=nth_time(
            "diagnosistime",
            """
  FROM diagnosis JOIN patient USING (patientunitstayid)
  WHERE uniquepid = {patient} AND diagnosisname = {diagnosis} AND {period}""",
        ),
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
        period=of_patient("drugstarttime"),
        answer=DateTime(),
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
        period=of_patient("labresulttime"),
        answer=DateTime(),
        sql=nth_time(
            "labresulttime",
            """
  FROM lab JOIN patient USING (patientunitstayid)
  WHERE uniquepid = {patient} AND labname = {lab} AND {period}""",
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
        period=of_patient("intakeoutputtime"),
        answer=DateTime(),
        sql=nth_time(
            "intakeoutputtime",
            """
  FROM intakeoutput JOIN patient USING (patientunitstayid)
  WHERE uniquepid = {patient} AND cellpath LIKE '%intake%' AND celllabel = {intake} AND {period}""",
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
  WHERE uniquepid = {patient} AND cellpath LIKE '%output%' AND celllabel = {output} AND {period}""",
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
        options={"nth": ENDS},
        period=of_patient("culturetakentime"),
        answer=DateTime(),
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
            "When was the allergy to {allergy} of patient {patient} recorded for the {nth} time {period}?",
            "What was the {nth} time that an allergy to {allergy} was noted for patient {patient} {period}?",
            "At what time was patient {patient}'s allergy to {allergy} put on record for the {nth} time "
            "{period}?",
        ),
        facts=facts.ALLERGY,
        options={"nth": ENDS},
        period=of_patient("allergytime"),
        answer=DateTime(),
        sql=nth_time(
            "allergytime",
            """
  FROM allergy JOIN patient USING (patientunitstayid)
  WHERE uniquepid = {patient} AND allergyname = {allergy} AND {period}""",
        ),
    ),
)
