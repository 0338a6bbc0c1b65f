"""What is recorded of a patient or a visit."""

from __future__ import annotations

from functools import partial

from medgym_core import Integer, SetOf, Text
from medgym_ehr.questions.option import ENDS, PLACES, TIMES
from medgym_ehr.questions.template import Template

CATEGORY = "lookup"

visit_age = partial(
    Template,
    id="visit_age",
    category=CATEGORY,
    wordings=(
        "How old was patient {patient} {period}?",
        "What was the age of patient {patient} {period}?",
        "Give the age in years of patient {patient} {period}.",
        "Which age is on record for patient {patient} {period}?",
    ),
    answer=Integer(unit="years"),
)
ward_entered = partial(
    Template,
    id="ward_entered",
    category=CATEGORY,
    wordings=(
        "What is the id of the {nth} ward that patient {patient} entered {period}?",
        "Which was the {nth} ward, by its id, that patient {patient} entered {period}?",
        "Give the id of the {nth} ward entered by patient {patient} {period}.",
    ),
    options={"nth": ENDS},
    answer=Integer(),
)
drug_route = partial(
    Template,
    id="drug_route",
    category=CATEGORY,
    wordings=(
        "By which route was {drug} prescribed to patient {patient} {period}?",
        "What is the route of the prescriptions of {drug} for patient {patient} {period}?",
        "Give the route of administration in the prescriptions of {drug} for patient {patient} {period}.",
    ),
    answer=Text(),
)
drugs_started = partial(
    Template,
    id="drugs_started",
    category=CATEGORY,
    wordings=(
        "Which drugs were prescribed to patient {patient} at the {nth} prescription time {period}?",
        "Name every drug prescribed to patient {patient} at the {nth} time at which any was prescribed "
        "{period}.",
        "At the {nth} prescription time {period}, which drugs was patient {patient} prescribed?",
    ),
    options={"nth": PLACES},
    answer=SetOf(items=Text()),
)
drugs_prescribed = partial(
    Template,
    id="drugs_prescribed",
    category=CATEGORY,
    wordings=(
        "Which drugs were prescribed to patient {patient} {period}?",
        "List the drugs that patient {patient} was prescribed {period}.",
        "What was patient {patient} prescribed {period}? Name every drug.",
    ),
    answer=SetOf(items=Text()),
)
drugs_n_times = partial(
    Template,
    id="drugs_n_times",
    category=CATEGORY,
    wordings=(
        "Which drugs were prescribed to patient {patient} exactly {times} {period}?",
        "List the drugs that patient {patient} was prescribed exactly {times} {period}.",
        "What was prescribed exactly {times} to patient {patient} {period}? Name every such drug.",
    ),
    options={"times": TIMES},
    answer=SetOf(items=Text()),
)
diagnoses_made = partial(
    Template,
    id="diagnoses_made",
    category=CATEGORY,
    wordings=(
        "Which diagnoses did patient {patient} receive {period}?",
        "With what was patient {patient} diagnosed {period}? List every diagnosis.",
        "List the diagnoses of patient {patient} {period}.",
    ),
    answer=SetOf(items=Text()),
)
labs_done = partial(
    Template,
    id="labs_done",
    category=CATEGORY,
    wordings=(
        "Which lab tests did patient {patient} have at the {nth} time of any lab test {period}?",
        "Name every lab test of patient {patient} at the {nth} lab time {period}.",
        "At the {nth} time {period} at which patient {patient} had lab tests, which were they?",
    ),
    options={"nth": PLACES},
    answer=SetOf(items=Text()),
)
