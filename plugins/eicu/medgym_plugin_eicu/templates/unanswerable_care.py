"""What the database does not hold about drugs, procedures, tests and diagnoses."""

from __future__ import annotations

from medgym_core import DateTime, Integer, Number, SetOf, Text
from medgym_ehr.questions.period import CALENDAR, HOSPITAL, NO_PERIOD
from medgym_ehr.questions.unanswerable import Unanswerable
from medgym_ehr.eicu.ehrsql import facts

_TAGS = (NO_PERIOD, *CALENDAR)
_PATIENT_TAGS = (*_TAGS, *HOSPITAL)

TEMPLATES = (
    Unanswerable(
        id="side_effects_of_drug",
        wordings=(
            "What are the top three most frequent side effects of {drug}?",
            "Which side effects rank among the top three for {drug}?",
            "Name the top three side effects of {drug}.",
        ),
        facts=facts.DRUG,
        answer=SetOf(items=Text()),
        keywords=("side effect", "side_effect"),
    ),
    Unanswerable(
        id="maker_of_drug",
        wordings=(
            "Which company manufactures {drug}?",
            "Who is the manufacturer of {drug}?",
            "Name the manufacturer of {drug}.",
        ),
        facts=facts.DRUG,
        answer=Text(),
        keywords=("manufactur",),
    ),
    Unanswerable(
        id="stock_of_drug",
        wordings=(
            "How many packs of {drug} are in the hospital pharmacy's stock?",
            "What is the number of packs of {drug} in the inventory?",
            "Count the packs of {drug} that the hospital pharmacy holds today.",
        ),
        facts=facts.DRUG,
        answer=Integer(),
        keywords=("inventory", "pharmacy", "in stock"),
    ),
    Unanswerable(
        id="prescriber_of_drug",
        wordings=(
            "Who prescribed {drug} to patient {patient} {period}?",
            "Which doctor made the prescription of {drug} for patient {patient} {period}?",
            "Name the prescriber of {drug} for patient {patient} {period}.",
        ),
        facts=facts.DRUG,
        tags=_PATIENT_TAGS,
        answer=Text(),
        keywords=("prescriber", "prescribed by", "doctor's name"),
    ),
    Unanswerable(
        id="reason_of_drug",
        wordings=(
            "For which indication was {drug} prescribed to patient {patient} {period}?",
            "What is the recorded indication of patient {patient}'s prescription of {drug} {period}?",
            "Which indication was noted when patient {patient} was prescribed {drug} {period}?",
        ),
        facts=facts.DRUG,
        tags=_PATIENT_TAGS,
        answer=Text(),
        keywords=("indication",),
    ),
    Unanswerable(
        id="refills_of_drug",
        wordings=(
            "How many refills of {drug} was patient {patient} allowed {period}?",
            "What is the number of refills on patient {patient}'s prescription of {drug} {period}?",
            "How many times was patient {patient} allowed to have {drug} refilled {period}?",
        ),
        facts=facts.DRUG,
        tags=_PATIENT_TAGS,
        answer=Integer(),
        keywords=("refill",),
    ),
    Unanswerable(
        id="surgeon_of_treatment",
        wordings=(
            "Which surgeon gave the treatment {treatment} to patient {patient} {period}?",
            "What is the name of the surgeon who gave the treatment {treatment} to patient {patient} {period}?",
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
            "Which anesthesiologist was present when patient {patient} had the treatment {treatment} {period}?",
            "What is the name of the anesthesiologist of patient {patient}'s treatment with {treatment} {period}?",
            "Name the anesthesiologist who assisted in the treatment {treatment} of patient {patient} {period}.",
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
    Unanswerable(
        id="device_of_lab",
        wordings=(
            "Which analyser was used most often for {lab} lab tests {period}?",
            "On which analyser was the lab test {lab} run most frequently {period}?",
            "Name the analyser on which {lab} was measured most often {period}.",
        ),
        facts=facts.LAB,
        tags=_TAGS,
        answer=Text(),
        keywords=("analyser", "analyzer"),
    ),
    Unanswerable(
        id="referral_of_diagnosis",
        wordings=(
            "Which general practitioner referred the most patients diagnosed with {diagnosis} {period}?",
            "Name the general practitioner who referred most of the patients with {diagnosis} {period}.",
            "By which general practitioner were most patients diagnosed with {diagnosis} referred {period}?",
        ),
        facts=facts.DIAGNOSIS,
        tags=_TAGS,
        answer=Text(),
        keywords=("general practitioner", "family doctor"),
    ),
    Unanswerable(
        id="guideline_of_diagnosis",
        wordings=(
            "Which drugs do the guidelines recommend after a diagnosis of {diagnosis}?",
            "What drugs are recommended for {diagnosis} in the guidelines?",
            "Name the drugs that the guidelines name first for {diagnosis}.",
        ),
        facts=facts.DIAGNOSIS,
        answer=SetOf(items=Text()),
        keywords=("guideline", "first-line"),
    ),
)
