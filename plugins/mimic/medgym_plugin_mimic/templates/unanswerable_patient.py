"""What the database does not hold about a patient or a visit."""

from __future__ import annotations

from medgym_core import Boolean, DateTime, Integer, Number, SetOf, Text
from medgym_ehr.mimic3.ehrsql import facts
from medgym_ehr.questions.period import CALENDAR, HOSPITAL, NO_PERIOD
from medgym_ehr.questions.unanswerable import Unanswerable

_PATIENT_TAGS = (NO_PERIOD, *HOSPITAL, *CALENDAR)

TEMPLATES = (
    Unanswerable(
        id="next_appointment",
        wordings=(
            "When is the next outpatient appointment of patient {patient}?",
            "What is the time of patient {patient}'s next appointment?",
            "At what time does patient {patient} have to come to the next clinic appointment?",
        ),
        facts=facts.ADMISSION,
        answer=DateTime(),
        keywords=("appointment",),
    ),
    Unanswerable(
        id="phone_of_patient",
        wordings=(
            "What is the phone number of patient {patient}?",
            "Under which telephone number can patient {patient} be reached?",
            "Give the phone number on record for patient {patient}.",
        ),
        facts=facts.ADMISSION,
        answer=Text(),
        keywords=("phone number", "telephone"),
    ),
    Unanswerable(
        id="address_of_patient",
        wordings=(
            "What was the home address of patient {patient} {period}?",
            "At which home address did patient {patient} live {period}?",
            "Give the home address that patient {patient} had {period}.",
        ),
        facts=facts.ADMISSION,
        tags=_PATIENT_TAGS,
        answer=Text(),
        keywords=("home address", "postal", "zip code", "zipcode"),
    ),
    Unanswerable(
        id="travel_of_patient",
        wordings=(
            "Which countries had patient {patient} travelled to before being admitted {period}?",
            "What countries are in the travel history of patient {patient} {period}?",
            "List the countries that patient {patient} had visited before admission {period}.",
        ),
        facts=facts.ADMISSION,
        tags=_PATIENT_TAGS,
        answer=SetOf(items=Text()),
        keywords=("travel",),
    ),
    Unanswerable(
        id="family_history_of_patient",
        wordings=(
            "Which diseases run in the family of patient {patient}?",
            "What diseases are in the family history of patient {patient}?",
            "List the diseases that patient {patient}'s parents and siblings have had.",
        ),
        facts=facts.ADMISSION,
        answer=SetOf(items=Text()),
        sql="""
SELECT d.long_title FROM diagnoses_icd e
JOIN d_icd_diagnoses d ON d.icd9_code = e.icd9_code
WHERE e.subject_id = {patient} AND d.long_title LIKE 'family history%'""",
    ),
    Unanswerable(
        id="doctor_of_patient",
        wordings=(
            "Who was the attending physician of patient {patient} {period}?",
            "What is the name of the doctor who treated patient {patient} {period}?",
            "Name the attending doctor in charge of patient {patient} {period}.",
        ),
        facts=facts.ADMISSION,
        tags=_PATIENT_TAGS,
        answer=Text(),
        keywords=("attending", "doctor's name", "physician name"),
    ),
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
    Unanswerable(
        id="bed_of_patient",
        wordings=(
            "What was the first bed number of patient {patient} {period}?",
            "In which bed, by number, was patient {patient} first placed {period}?",
            "Give the number of the bed that patient {patient} was first assigned {period}.",
        ),
        facts=facts.ADMISSION,
        tags=_PATIENT_TAGS,
        answer=Text(),
        keywords=("room number", "bed number", "room_", "bed_"),
    ),
    Unanswerable(
        id="reimbursement_of_patient",
        wordings=(
            "How much of the cost of patient {patient} {period} did the insurance reimburse?",
            "What is the total amount that the insurance reimbursed for patient {patient} {period}?",
            "Add up what patient {patient}'s insurance reimbursed {period}.",
        ),
        facts=facts.ADMISSION,
        tags=_PATIENT_TAGS,
        answer=Number(abs_tol=0.001),
        keywords=("reimburs", "copay", "co-pay", "deductible"),
    ),
    Unanswerable(
        id="pain_of_patient",
        wordings=(
            "What was the first pain score of patient {patient} {period}?",
            "Which pain score was measured first for patient {patient} {period}?",
            "Give the first recorded pain level of patient {patient} {period}.",
        ),
        facts=facts.ADMISSION,
        tags=_PATIENT_TAGS,
        answer=Integer(),
        sql="""
SELECT e.valuenum FROM chartevents e
JOIN d_items d ON d.itemid = e.itemid
WHERE e.subject_id = {patient} AND d.label LIKE '%pain%'""",
    ),
    Unanswerable(
        id="coma_scale_of_patient",
        wordings=(
            "What was the minimum Glasgow coma scale score of patient {patient} {period}?",
            "How low did the gcs total of patient {patient} fall {period}?",
            "Give the lowest Glasgow coma scale value recorded for patient {patient} {period}.",
        ),
        facts=facts.ADMISSION,
        tags=_PATIENT_TAGS,
        answer=Integer(),
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
    Unanswerable(
        id="occupation_of_patient",
        wordings=(
            "What was the occupation of patient {patient} {period}?",
            "What was the job of patient {patient} {period}?",
            "Which occupation did patient {patient} state {period}?",
        ),
        facts=facts.ADMISSION,
        tags=_PATIENT_TAGS,
        answer=Text(),
        keywords=("employer", "job title", "occupation of"),
    ),
    Unanswerable(
        id="schooling_of_patient",
        wordings=(
            "How many years of schooling does patient {patient} have?",
            "For how many years did patient {patient} go to school?",
            "What number of school years is on record for patient {patient}?",
        ),
        facts=facts.ADMISSION,
        answer=Number(abs_tol=0.001, unit="years"),
        keywords=("schooling", "college", "degree of education"),
    ),
    Unanswerable(
        id="contact_of_patient",
        wordings=(
            "Who is the next of kin of patient {patient}?",
            "Whom does patient {patient} name as emergency contact?",
            "Give the name of the person to call in an emergency of patient {patient}.",
        ),
        facts=facts.ADMISSION,
        answer=Text(),
        keywords=("next of kin", "emergency contact"),
    ),
    Unanswerable(
        id="blood_group_of_patient",
        wordings=(
            "What is the blood group of patient {patient}?",
            "Which blood type does patient {patient} have?",
            "Give the blood type of patient {patient}.",
        ),
        facts=facts.ADMISSION,
        answer=Text(),
        keywords=("blood group", "blood type", "bloodtype"),
    ),
    Unanswerable(
        id="triage_of_patient",
        wordings=(
            "What triage level was patient {patient} given in the emergency room {period}?",
            "At which triage level was patient {patient} seen {period}?",
            "Give the triage level that was first recorded for patient {patient} {period}.",
        ),
        facts=facts.ADMISSION,
        tags=_PATIENT_TAGS,
        answer=Integer(),
        keywords=("triage",),
    ),
    Unanswerable(
        id="sequencing_of_patient",
        wordings=(
            "Which germline variants did the sequencing of patient {patient} find {period}?",
            "List the germline variants that were found in patient {patient} {period}.",
            "What variants were found when patient {patient}'s genome was sequenced {period}?",
        ),
        facts=facts.ADMISSION,
        tags=_PATIENT_TAGS,
        answer=SetOf(items=Text()),
        keywords=("sequencing", "germline", "genome"),
    ),
    Unanswerable(
        id="placebo_of_patient",
        wordings=(
            "Did patient {patient} receive a placebo {period}?",
            "Was patient {patient} randomised to a placebo {period}?",
            "Has patient {patient} been given placebo in a trial {period}?",
        ),
        facts=facts.ADMISSION,
        tags=_PATIENT_TAGS,
        answer=Boolean(),
        keywords=("placebo", "randomi"),
    ),
    Unanswerable(
        id="satisfaction_of_patient",
        wordings=(
            "What score did patient {patient} give in the satisfaction survey {period}?",
            "How satisfied, as a score, was patient {patient} with the care received {period}?",
            "Give the satisfaction score of patient {patient} {period}.",
        ),
        facts=facts.ADMISSION,
        tags=_PATIENT_TAGS,
        answer=Number(abs_tol=0.001),
        keywords=("satisf", "survey"),
    ),
    Unanswerable(
        id="religion_of_patient",
        wordings=(
            "What is the religion of patient {patient}?",
            "Which religion does patient {patient} state?",
            "Give the religion on record for patient {patient}.",
        ),
        facts=facts.ADMISSION,
        answer=Text(),
        keywords=("religio",),
    ),
)
