"""What no hospital database of EHRSQL tells of a patient or a visit."""

from __future__ import annotations

from functools import partial

from medgym_core import DateTime, Integer, Number, SetOf, Text
from medgym_ehr.questions.period import CALENDAR, HOSPITAL, NO_PERIOD
from medgym_ehr.questions.unanswerable import Unanswerable

_PATIENT_TAGS = (NO_PERIOD, *HOSPITAL, *CALENDAR)

next_appointment = partial(
    Unanswerable,
    id="next_appointment",
    wordings=(
        "When is the next outpatient appointment of patient {patient}?",
        "What is the time of patient {patient}'s next appointment?",
        "At what time does patient {patient} have to come to the next clinic appointment?",
    ),
    answer=DateTime(),
    keywords=("appointment",),
)
phone_of_patient = partial(
    Unanswerable,
    id="phone_of_patient",
    wordings=(
        "What is the phone number of patient {patient}?",
        "Under which telephone number can patient {patient} be reached?",
        "Give the phone number on record for patient {patient}.",
    ),
    answer=Text(),
    keywords=("phone number", "telephone"),
)
address_of_patient = partial(
    Unanswerable,
    id="address_of_patient",
    wordings=(
        "What was the home address of patient {patient} {period}?",
        "At which home address did patient {patient} live {period}?",
        "Give the home address that patient {patient} had {period}.",
    ),
    tags=_PATIENT_TAGS,
    answer=Text(),
    keywords=("home address", "postal", "zip code", "zipcode"),
)
travel_of_patient = partial(
    Unanswerable,
    id="travel_of_patient",
    wordings=(
        "Which countries had patient {patient} travelled to before being admitted {period}?",
        "What countries are in the travel history of patient {patient} {period}?",
        "List the countries that patient {patient} had visited before admission {period}.",
    ),
    tags=_PATIENT_TAGS,
    answer=SetOf(items=Text()),
    keywords=("travel",),
)
family_history_of_patient = partial(
    Unanswerable,
    id="family_history_of_patient",
    wordings=(
        "Which diseases run in the family of patient {patient}?",
        "What diseases are in the family history of patient {patient}?",
        "List the diseases that patient {patient}'s parents and siblings have had.",
    ),
    answer=SetOf(items=Text()),
)
doctor_of_patient = partial(
    Unanswerable,
    id="doctor_of_patient",
    wordings=(
        "Who was the attending physician of patient {patient} {period}?",
        "What is the name of the doctor who treated patient {patient} {period}?",
        "Name the attending doctor in charge of patient {patient} {period}.",
    ),
    tags=_PATIENT_TAGS,
    answer=Text(),
    keywords=("attending", "doctor's name", "physician name"),
)
bed_of_patient = partial(
    Unanswerable,
    id="bed_of_patient",
    wordings=(
        "What was the first bed number of patient {patient} {period}?",
        "In which bed, by number, was patient {patient} first placed {period}?",
        "Give the number of the bed that patient {patient} was first assigned {period}.",
    ),
    tags=_PATIENT_TAGS,
    answer=Text(),
    keywords=("room number", "bed number", "room_", "bed_"),
)
reimbursement_of_patient = partial(
    Unanswerable,
    id="reimbursement_of_patient",
    wordings=(
        "How much of the cost of patient {patient} {period} did the insurance reimburse?",
        "What is the total amount that the insurance reimbursed for patient {patient} {period}?",
        "Add up what patient {patient}'s insurance reimbursed {period}.",
    ),
    tags=_PATIENT_TAGS,
    answer=Number(abs_tol=0.001),
    keywords=("reimburs", "copay", "co-pay", "deductible"),
)
pain_of_patient = partial(
    Unanswerable,
    id="pain_of_patient",
    wordings=(
        "What was the first pain score of patient {patient} {period}?",
        "Which pain score was measured first for patient {patient} {period}?",
        "Give the first recorded pain level of patient {patient} {period}.",
    ),
    tags=_PATIENT_TAGS,
    answer=Integer(),
)
coma_scale_of_patient = partial(
    Unanswerable,
    id="coma_scale_of_patient",
    wordings=(
        "What was the minimum Glasgow coma scale score of patient {patient} {period}?",
        "How low did the gcs total of patient {patient} fall {period}?",
        "Give the lowest Glasgow coma scale value recorded for patient {patient} {period}.",
    ),
    tags=_PATIENT_TAGS,
    answer=Integer(),
)
occupation_of_patient = partial(
    Unanswerable,
    id="occupation_of_patient",
    wordings=(
        "What was the occupation of patient {patient} {period}?",
        "What was the job of patient {patient} {period}?",
        "Which occupation did patient {patient} state {period}?",
    ),
    tags=_PATIENT_TAGS,
    answer=Text(),
    keywords=("employer", "job title", "occupation of"),
)
schooling_of_patient = partial(
    Unanswerable,
    id="schooling_of_patient",
    wordings=(
        "How many years of schooling does patient {patient} have?",
        "For how many years did patient {patient} go to school?",
        "What number of school years is on record for patient {patient}?",
    ),
    answer=Number(abs_tol=0.001, unit="years"),
    keywords=("schooling", "college", "degree of education"),
)
contact_of_patient = partial(
    Unanswerable,
    id="contact_of_patient",
    wordings=(
        "Who is the next of kin of patient {patient}?",
        "Whom does patient {patient} name as emergency contact?",
        "Give the name of the person to call in an emergency of patient {patient}.",
    ),
    answer=Text(),
    keywords=("next of kin", "emergency contact"),
)
blood_group_of_patient = partial(
    Unanswerable,
    id="blood_group_of_patient",
    wordings=(
        "What is the blood group of patient {patient}?",
        "Which blood type does patient {patient} have?",
        "Give the blood type of patient {patient}.",
    ),
    answer=Text(),
    keywords=("blood group", "blood type", "bloodtype"),
)
triage_of_patient = partial(
    Unanswerable,
    id="triage_of_patient",
    wordings=(
        "What triage level was patient {patient} given in the emergency room {period}?",
        "At which triage level was patient {patient} seen {period}?",
        "Give the triage level that was first recorded for patient {patient} {period}.",
    ),
    tags=_PATIENT_TAGS,
    answer=Integer(),
    keywords=("triage",),
)
sequencing_of_patient = partial(
    Unanswerable,
    id="sequencing_of_patient",
    wordings=(
        "Which germline variants did the sequencing of patient {patient} find {period}?",
        "List the germline variants that were found in patient {patient} {period}.",
        "What variants were found when patient {patient}'s genome was sequenced {period}?",
    ),
    tags=_PATIENT_TAGS,
    answer=SetOf(items=Text()),
    keywords=("sequencing", "germline", "genome"),
)
placebo_of_patient = partial(
    Unanswerable,
    id="placebo_of_patient",
    wordings=(
        "When did patient {patient} first receive a placebo {period}?",
        "What was the first time that patient {patient} was given placebo in a trial {period}?",
        "Give the time at which patient {patient} was randomised to a placebo {period}.",
    ),
    tags=_PATIENT_TAGS,
    answer=DateTime(),
    keywords=("placebo", "randomi"),
)
satisfaction_of_patient = partial(
    Unanswerable,
    id="satisfaction_of_patient",
    wordings=(
        "What score did patient {patient} give in the satisfaction survey {period}?",
        "How satisfied, as a score, was patient {patient} with the care received {period}?",
        "Give the satisfaction score of patient {patient} {period}.",
    ),
    tags=_PATIENT_TAGS,
    answer=Number(abs_tol=0.001),
    keywords=("satisf", "survey"),
)
religion_of_patient = partial(
    Unanswerable,
    id="religion_of_patient",
    wordings=(
        "What is the religion of patient {patient}?",
        "Which religion does patient {patient} state?",
        "Give the religion on record for patient {patient}.",
    ),
    answer=Text(),
    keywords=("religio",),
)
