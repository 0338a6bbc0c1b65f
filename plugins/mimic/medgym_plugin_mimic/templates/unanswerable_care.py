"""What the database does not hold about drugs, procedures, tests and diagnoses."""

from __future__ import annotations

from medgym_core import DateTime, Number, Text
from medgym_ehr.hospital.forms.unknown_care import (
    about_diagnoses,
    about_drugs,
    about_lab_devices,
    about_prescriptions,
)
from medgym_ehr.mimic3.ehrsql import facts
from medgym_ehr.questions.period import CALENDAR, HOSPITAL, NO_PERIOD
from medgym_ehr.questions.unanswerable import Unanswerable

_TAGS = (NO_PERIOD, *CALENDAR)
_PATIENT_TAGS = (*_TAGS, *HOSPITAL)

TEMPLATES = (
    *about_drugs(facts.DRUG),
    *about_prescriptions(facts.DRUG),
    Unanswerable(
        id="surgeon_of_procedure",
        wordings=(
            "Which surgeon performed {procedure} on patient {patient} {period}?",
            "What is the name of the surgeon who did {procedure} on patient {patient} {period}?",
            "By which surgeon did patient {patient} have {procedure} done {period}?",
        ),
        facts=facts.PROCEDURE,
        tags=_PATIENT_TAGS,
        answer=Text(),
        keywords=("surgeon",),
    ),
    Unanswerable(
        id="anaesthesia_of_procedure",
        wordings=(
            "Which anesthesiologist was present when patient {patient} had {procedure} done {period}?",
            "What is the name of the anesthesiologist of patient {patient}'s {procedure} procedure {period}?",
            "Name the anesthesiologist who assisted with {procedure} on patient {patient} {period}.",
        ),
        facts=facts.PROCEDURE,
        tags=_PATIENT_TAGS,
        answer=Text(),
        keywords=("anesthesiologist", "anaesthetist", "anesthetist"),
    ),
    Unanswerable(
        id="consent_to_procedure",
        wordings=(
            "When did patient {patient} consent to {procedure} {period}?",
            "At what time was consent to {procedure} given for patient {patient} {period}?",
            "What was the time of patient {patient}'s consent to {procedure} {period}?",
        ),
        facts=facts.PROCEDURE,
        tags=_PATIENT_TAGS,
        answer=DateTime(),
        keywords=("consent",),
    ),
    Unanswerable(
        id="schedule_of_procedure",
        wordings=(
            "In which operating room was {procedure} performed most often {period}?",
            "What is the most frequent operating room of {procedure} procedures {period}?",
            "Name the operating room in which {procedure} was done most often {period}.",
        ),
        facts=facts.PROCEDURE,
        tags=_TAGS,
        answer=Text(),
        keywords=("operating room", "waiting time", "waiting list"),
    ),
    Unanswerable(
        id="turnaround_of_lab",
        wordings=(
            "What was the average turnaround time in minutes of {lab} lab tests {period}?",
            "How many minutes passed on average from the order of a {lab} lab test to its result {period}?",
            "Find the average number of minutes from ordering {lab} to the result {period}.",
        ),
        facts=facts.LAB,
        tags=_TAGS,
        answer=Number(abs_tol=0.001, unit="minutes"),
        keywords=("turnaround", "order time", "ordertime", "order_time"),
    ),
    *about_lab_devices(facts.LAB),
    *about_diagnoses(facts.DIAGNOSIS),
)
