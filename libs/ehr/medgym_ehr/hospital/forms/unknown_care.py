"""What no hospital database of EHRSQL tells of drugs, prescriptions, lab tests and diagnoses."""

from __future__ import annotations

from medgym_core import Integer, SetOf, Text
from medgym_ehr.questions.period import CALENDAR, HOSPITAL, NO_PERIOD
from medgym_ehr.questions.unanswerable import Unanswerable

_TAGS = (NO_PERIOD, *CALENDAR)
_PATIENT_TAGS = (*_TAGS, *HOSPITAL)


def about_drugs(facts: str) -> tuple[Unanswerable, ...]:
    """What is not known of drugs; ``facts`` has the columns that the wordings name."""
    return (
        Unanswerable(
            id="side_effects_of_drug",
            wordings=(
                "What are the top three most frequent side effects of {drug}?",
                "Which side effects rank among the top three for {drug}?",
                "Name the top three side effects of {drug}.",
            ),
            facts=facts,
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
            facts=facts,
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
            facts=facts,
            answer=Integer(),
            keywords=("inventory", "pharmacy", "in stock"),
        ),
    )


def about_prescriptions(facts: str) -> tuple[Unanswerable, ...]:
    """What is not known of prescriptions; ``facts`` has the columns that the wordings name."""
    return (
        Unanswerable(
            id="prescriber_of_drug",
            wordings=(
                "Who prescribed {drug} to patient {patient} {period}?",
                "Which doctor made the prescription of {drug} for patient {patient} {period}?",
                "Name the prescriber of {drug} for patient {patient} {period}.",
            ),
            facts=facts,
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
            facts=facts,
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
            facts=facts,
            tags=_PATIENT_TAGS,
            answer=Integer(),
            keywords=("refill",),
        ),
    )


def about_lab_devices(facts: str) -> tuple[Unanswerable, ...]:
    """What is not known of the devices that measured; ``facts`` has the columns that the wordings name."""
    return (
        Unanswerable(
            id="device_of_lab",
            wordings=(
                "Which analyser was used most often for {lab} lab tests {period}?",
                "On which analyser was the lab test {lab} run most frequently {period}?",
                "Name the analyser on which {lab} was measured most often {period}.",
            ),
            facts=facts,
            tags=_TAGS,
            answer=Text(),
            keywords=("analyser", "analyzer"),
        ),
    )


def about_diagnoses(facts: str) -> tuple[Unanswerable, ...]:
    """What is not known of diagnoses; ``facts`` has the columns that the wordings name."""
    return (
        Unanswerable(
            id="referral_of_diagnosis",
            wordings=(
                "Which general practitioner referred the most patients diagnosed with {diagnosis} {period}?",
                "Name the general practitioner who referred most of the patients with {diagnosis} {period}.",
                "By which general practitioner were most patients diagnosed with {diagnosis} referred "
                "{period}?",
            ),
            facts=facts,
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
            facts=facts,
            answer=SetOf(items=Text()),
            keywords=("guideline", "first-line"),
        ),
    )
