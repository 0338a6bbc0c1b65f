"""What the database does not hold about drugs, procedures, tests and diagnoses."""

from __future__ import annotations

from medgym_core import DateTime, Number, Text
from medgym_ehr.eicu.ehrsql import facts
from medgym_ehr.hospital.forms.unknown_care import (
    about_diagnoses,
    about_drugs,
    about_lab_devices,
    about_prescriptions,
)
from medgym_ehr.questions.period import CALENDAR, HOSPITAL, NO_PERIOD
from medgym_ehr.questions.unanswerable import Unanswerable

_TAGS = (NO_PERIOD, *CALENDAR)
_PATIENT_TAGS = (*_TAGS, *HOSPITAL)

TEMPLATES = (
    *about_drugs(facts.DRUG),
    *about_prescriptions(facts.DRUG),
    Unanswerable(
        id="surgeon_of_treatment",
        wordings=(
            "Which surgeon gave the treatment {treatment} to patient {patient} {period}?",
            "What is the name of the surgeon who gave the treatment {treatment} to patient "
            "{patient} {period}?",
            "By which surgeon did patient {patient} have the treatment {treatment} {period}?",
        ),
        facts=facts.TREATMENT,
        tags=_PATIENT_TAGS,
        answer=Text(),
        keywords=("surgeon",),
    ),
    Unanswerable(
        id="anaesthesia_of_treatment",
        wordings=(
            "Which anesthesiologist was present when patient {patient} had the treatment "
            "{treatment} {period}?",
            "What is the name of the anesthesiologist of patient {patient}'s treatment with "
            "{treatment} {period}?",
            "Name the anesthesiologist who assisted in the treatment {treatment} of patient "
            "{patient} {period}.",
        ),
        facts=facts.TREATMENT,
        tags=_PATIENT_TAGS,
        answer=Text(),
        keywords=("anesthesiologist", "anaesthetist", "anesthetist"),
    ),
    Unanswerable(
        id="consent_to_treatment",
        wordings=(
            "When did patient {patient} consent to {treatment} {period}?",
            "At what time was consent to {treatment} given for patient {patient} {period}?",
            "What was the time of patient {patient}'s consent to {treatment} {period}?",
        ),
        facts=facts.TREATMENT,
        tags=_PATIENT_TAGS,
        answer=DateTime(),
        keywords=("consent",),
    ),
    Unanswerable(
        id="room_of_treatment",
        wordings=(
            "In which treatment room was the treatment {treatment} given most often {period}?",
            "What is the most frequent treatment room of {treatment} treatments {period}?",
            "Name the treatment room in which the treatment {treatment} was given most often {period}.",
        ),
        facts=facts.TREATMENT,
        tags=_TAGS,
        answer=Text(),
        keywords=("treatment room", "room number", "roomid"),
    ),
    Unanswerable(
        id="turnaround_of_lab",
        wordings=(
            "What was the average turnaround time in minutes of {lab} lab tests {period}?",
            "How many minutes passed on average from the order of a {lab} lab test to its result {period}?",
            "Find the average number of minutes from ordering the lab test {lab} to its result {period}.",
        ),
        facts=facts.LAB,
        tags=_TAGS,
        answer=Number(abs_tol=0.001, unit="minutes"),
        keywords=("turnaround", "order time", "ordertime", "order_time"),
    ),
    *about_lab_devices(facts.LAB),
    *about_diagnoses(facts.DIAGNOSIS),
)
