"""What the database does not hold about a patient or a visit."""

from __future__ import annotations

from medgym_core import Number, Text
from medgym_ehr.hospital.forms import unknown_patient as forms
from medgym_ehr.mimic3.ehrsql import facts
from medgym_ehr.questions.period import CALENDAR, HOSPITAL, NO_PERIOD
from medgym_ehr.questions.unanswerable import Unanswerable

_PATIENT_TAGS = (NO_PERIOD, *HOSPITAL, *CALENDAR)

TEMPLATES = (
    forms.next_appointment(facts=facts.ADMISSION),
    forms.phone_of_patient(facts=facts.ADMISSION),
    forms.address_of_patient(facts=facts.ADMISSION),
    forms.travel_of_patient(facts=facts.ADMISSION),
    forms.family_history_of_patient(
        facts=facts.ADMISSION,
        sql="""
SELECT d.long_title FROM diagnoses_icd e
JOIN d_icd_diagnoses d ON d.icd9_code = e.icd9_code
WHERE e.subject_id = {patient} AND d.long_title LIKE 'family history%'""",
    ),
    forms.doctor_of_patient(facts=facts.ADMISSION),
    Unanswerable(
        id="nurse_of_patient",
        wordings=(
            "Which nurse looked after patient {patient} in the {careunit}?",
            "What is the name of the nurse who was assigned to patient {patient} in the {careunit}?",
            "Name the {careunit} nurse in charge of patient {patient}.",
        ),
        facts=facts.STAY,
        answer=Text(),
        keywords=("nurse",),
    ),
    forms.bed_of_patient(facts=facts.ADMISSION),
    forms.reimbursement_of_patient(facts=facts.ADMISSION),
    forms.pain_of_patient(
        facts=facts.ADMISSION,
        sql="""
SELECT e.valuenum FROM chartevents e
JOIN d_items d ON d.itemid = e.itemid
WHERE e.subject_id = {patient} AND d.label LIKE '%pain%'""",
    ),
    forms.coma_scale_of_patient(
        facts=facts.ADMISSION,
        sql="""
SELECT e.valuenum FROM chartevents e
JOIN d_items d ON d.itemid = e.itemid
WHERE e.subject_id = {patient} AND (d.label LIKE '%gcs%' OR d.label LIKE '%glasgow%')""",
    ),
    Unanswerable(
        id="diet_of_patient",
        wordings=(
            "Which diet was last ordered for patient {patient} {period}?",
            "What was the last diet order of patient {patient} {period}?",
            "Name the diet most recently ordered for patient {patient} {period}.",
        ),
        facts=facts.ADMISSION,
        tags=_PATIENT_TAGS,
        answer=Text(),
        sql="""
SELECT d.label FROM chartevents e
JOIN d_items d ON d.itemid = e.itemid
WHERE e.subject_id = {patient} AND (d.label LIKE '%diet%' OR d.label LIKE '%calori%')""",
    ),
    Unanswerable(
        id="smoking_of_patient",
        wordings=(
            "How many pack-years were recorded for patient {patient} {period}?",
            "What number of pack-years did patient {patient} report {period}?",
            "How many pack-years of smoking were noted for patient {patient} {period}?",
        ),
        facts=facts.ADMISSION,
        tags=_PATIENT_TAGS,
        answer=Number(abs_tol=0.001),
        keywords=("pack-year", "pack year", "cigarette"),
    ),
    forms.occupation_of_patient(facts=facts.ADMISSION),
    forms.schooling_of_patient(facts=facts.ADMISSION),
    forms.contact_of_patient(facts=facts.ADMISSION),
    forms.blood_group_of_patient(facts=facts.ADMISSION),
    forms.triage_of_patient(facts=facts.ADMISSION),
    forms.sequencing_of_patient(facts=facts.ADMISSION),
    forms.placebo_of_patient(facts=facts.ADMISSION),
    forms.satisfaction_of_patient(facts=facts.ADMISSION),
    forms.religion_of_patient(facts=facts.ADMISSION),
)
