"""What could be known, but is of nobody, of nothing, or never happened."""

from __future__ import annotations

from functools import partial

from medgym_core import DateTime, Number, SetOf, Text
from medgym_ehr.questions.period import CALENDAR, HOSPITAL, NO_PERIOD
from medgym_ehr.questions.unanswerable import Unanswerable

_PATIENT_TAGS = (NO_PERIOD, *HOSPITAL, *CALENDAR)
_LATER_DRUGS = """
SELECT column1 AS drug FROM (VALUES
  ('semaglutide'), ('tirzepatide'), ('empagliflozin'), ('dapagliflozin'), ('canagliflozin'),
  ('sacubitril'), ('vericiguat'), ('finerenone'), ('evolocumab'), ('alirocumab'), ('inclisiran'),
  ('bempedoic acid'), ('edoxaban'), ('andexanet alfa'), ('remdesivir'), ('nirmatrelvir'),
  ('molnupiravir'), ('baloxavir'), ('sofosbuvir'), ('ledipasvir'), ('glecaprevir'),
  ('dolutegravir'), ('bictegravir'), ('lenacapavir'), ('pembrolizumab'), ('nivolumab'),
  ('atezolizumab'), ('durvalumab'), ('osimertinib'), ('ibrutinib'), ('venetoclax'), ('palbociclib'),
  ('olaparib'), ('tisagenlecleucel'), ('dupilumab'), ('secukinumab'),
  ('risankizumab'), ('upadacitinib'), ('ocrelizumab'), ('lecanemab'), ('erenumab'), ('suvorexant'),
  ('brexanolone'), ('esketamine'), ('cariprazine'), ('romosozumab'), ('burosumab'), ('nusinersen'),
  ('emicizumab'), ('plazomicin'), ('cefiderocol'), ('omadacycline'), ('ceftolozane'),
  ('letermovir'), ('angiotensin ii'), ('remimazolam'), ('sugammadex'), ('patiromer'), ('roxadustat')
)"""
"""Drugs that came into use only after the years in which the source was recorded."""

gender_of_stranger = partial(
    Unanswerable,
    id="gender_of_stranger",
    wordings=(
        "What is the gender of patient {patient}?",
        "Which gender does patient {patient} have?",
        "Give the gender of patient {patient}.",
    ),
    answer=Text(),
)
drugs_of_stranger = partial(
    Unanswerable,
    id="drugs_of_stranger",
    wordings=(
        "Which drugs was patient {patient} prescribed {period}?",
        "Name the drugs prescribed to patient {patient} {period}.",
        "What are the drugs that patient {patient} was prescribed {period}?",
    ),
    tags=_PATIENT_TAGS,
    answer=SetOf(items=Text()),
)
admission_of_stranger = partial(
    Unanswerable,
    id="admission_of_stranger",
    wordings=(
        "When was patient {patient} first admitted to the hospital?",
        "What was the time of patient {patient}'s first hospital admission?",
        "At what time did the first hospital visit of patient {patient} begin?",
    ),
    answer=DateTime(),
)
price_of_later_drug = partial(
    Unanswerable,
    id="price_of_later_drug",
    wordings=(
        "How much does a prescription of {drug} cost?",
        "What is the price of the drug {drug}?",
        "What is charged for {drug} each time it is prescribed?",
    ),
    facts=_LATER_DRUGS,
    answer=Number(abs_tol=0.001),
)
route_of_later_drug = partial(
    Unanswerable,
    id="route_of_later_drug",
    wordings=(
        "By which route is {drug} given most often?",
        "What is the most frequent route of {drug} prescriptions?",
        "Name the route by which {drug} was prescribed most often.",
    ),
    facts=_LATER_DRUGS,
    answer=Text(),
)
drug_never_prescribed = partial(
    Unanswerable,
    id="drug_never_prescribed",
    wordings=(
        "When was {drug} last prescribed to patient {patient} {period}?",
        "What was the time of the last prescription of {drug} for patient {patient} {period}?",
        "At what time was patient {patient} prescribed {drug} for the last time {period}?",
    ),
    tags=_PATIENT_TAGS,
    answer=DateTime(),
)
death_of_survivor = partial(
    Unanswerable,
    id="death_of_survivor",
    wordings=(
        "When did patient {patient} die?",
        "What is the date of death of patient {patient}?",
        "At what time was the death of patient {patient} recorded?",
    ),
    answer=DateTime(),
)
visit_of_discharged = partial(
    Unanswerable,
    id="visit_of_discharged",
    wordings=(
        "What is the total cost charged to patient {patient} during the current hospital visit?",
        "How much has the care of patient {patient} cost in all on the current hospital visit?",
        "Add up all costs of patient {patient} during the current hospital visit.",
    ),
    answer=Number(abs_tol=0.001),
)
second_visit_of_single = partial(
    Unanswerable,
    id="second_visit_of_single",
    wordings=(
        "When was patient {patient} admitted to the hospital for the second time?",
        "What was the time of patient {patient}'s second hospital admission?",
        "At what time did the second hospital visit of patient {patient} begin?",
    ),
    answer=DateTime(),
)
