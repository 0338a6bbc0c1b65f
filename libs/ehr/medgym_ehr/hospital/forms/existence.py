"""Whether something happened to a patient."""

from __future__ import annotations

from functools import partial

from medgym_core import Boolean
from medgym_ehr.questions.template import Template

CATEGORY = "existence"


def one_of_three(names: str, prescribed: str) -> str:
    """Facts: a patient's drug with two others, all of ``names``; several threes for each.

    Args:
        names: a query of all drugs, once each.
        prescribed: a query of patients, their drugs and the times ``at`` of their prescriptions.
    """
    return f"""
WITH drugs AS (
  SELECT drug, row_number() OVER (ORDER BY drug) AS place, count(*) OVER () AS number
  FROM ({names})
),
steps(step) AS (VALUES (1), (2), (3), (4), (5), (6), (7), (8))
SELECT e.patient, e.at, a.drug, b.drug AS drug2, c.drug AS drug3
FROM (SELECT DISTINCT patient, drug, at FROM ({prescribed})) e
JOIN drugs a ON a.drug = e.drug
JOIN steps
JOIN drugs b ON b.place = (a.place + 7 * step) % a.number + 1
JOIN drugs c ON c.place = (a.place + 17 * step) % a.number + 1
WHERE b.drug <> a.drug AND c.drug <> a.drug AND b.drug <> c.drug"""


has_drug = partial(
    Template,
    id="has_drug",
    category=CATEGORY,
    wordings=(
        "Has patient {patient} been prescribed {drug} {period}?",
        "Did patient {patient} receive a prescription of {drug} {period}?",
        "Was {drug} prescribed to patient {patient} {period}?",
    ),
    swap=("drug",),
    answer=Boolean(),
)
has_any_event = partial(
    Template,
    id="has_any_event",
    category=CATEGORY,
    wordings=(
        "Is any {event} recorded for patient {patient} {period}?",
        "Does patient {patient} have any {event} on record {period}?",
        "Has patient {patient} had any {event} {period}?",
    ),
    swap=("patient",),
    answer=Boolean(),
)
has_diagnosis = partial(
    Template,
    id="has_diagnosis",
    category=CATEGORY,
    wordings=(
        "Has patient {patient} been diagnosed with {diagnosis} {period}?",
        "Did patient {patient} receive a diagnosis of {diagnosis} {period}?",
        "Was {diagnosis} diagnosed in patient {patient} {period}?",
    ),
    swap=("diagnosis",),
    answer=Boolean(),
)
has_culture = partial(
    Template,
    id="has_culture",
    category=CATEGORY,
    wordings=(
        "Has patient {patient} had a microbiology test of {specimen} {period}?",
        "Was the specimen {specimen} of patient {patient} sent for a microbiology test {period}?",
        "Did patient {patient} get a microbiology test with the specimen {specimen} {period}?",
    ),
    swap=("specimen",),
    answer=Boolean(),
)
has_organism = partial(
    Template,
    id="has_organism",
    category=CATEGORY,
    wordings=(
        "Has {organism} been found in a microbiology test of patient {patient} {period}?",
        "Did any microbiology test of patient {patient} find {organism} {period}?",
        "Was the organism {organism} found in patient {patient} {period}?",
    ),
    swap=("organism",),
    answer=Boolean(),
)
has_intake = partial(
    Template,
    id="has_intake",
    category=CATEGORY,
    wordings=(
        "Has patient {patient} had an intake of {intake} {period}?",
        "Did patient {patient} take in {intake} {period}?",
        "Is an intake of {intake} recorded for patient {patient} {period}?",
    ),
    swap=("intake",),
    answer=Boolean(),
)
