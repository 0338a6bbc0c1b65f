"""Who or what a question asks about is not in the database, or nothing of the kind befell them."""

from __future__ import annotations

from medgym_core import DateTime, Number, SetOf, Text
from medgym_ehr.questions.period import CALENDAR, HOSPITAL, NO_PERIOD
from medgym_ehr.questions.unanswerable import Unanswerable

_PATIENT_TAGS = (NO_PERIOD, *HOSPITAL, *CALENDAR)
_STRANGER = """
SELECT a.subject_id + n.step AS patient, a.admittime AS at
FROM admissions a
JOIN (SELECT 1 AS step UNION ALL SELECT 2 UNION ALL SELECT 3) n
WHERE a.subject_id + n.step NOT IN (SELECT subject_id FROM patients)"""
"""Numbers that no patient has, each at a time when another was admitted."""
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

TEMPLATES = (
    Unanswerable(
        id="gender_of_stranger",
        wordings=(
            "What is the gender of patient {patient}?",
            "Which gender does patient {patient} have?",
            "Give the gender of patient {patient}.",
        ),
        facts=_STRANGER,
        answer=Text(),
        sql="SELECT gender FROM patients WHERE subject_id = {patient}",
    ),
    Unanswerable(
        id="drugs_of_stranger",
        wordings=(
            "Which drugs was patient {patient} prescribed {period}?",
            "Name the drugs prescribed to patient {patient} {period}.",
            "What are the drugs that patient {patient} was prescribed {period}?",
        ),
        facts=_STRANGER,
        tags=_PATIENT_TAGS,
        answer=SetOf(items=Text()),
        sql="SELECT DISTINCT drug FROM prescriptions WHERE subject_id = {patient}",
    ),
    Unanswerable(
        id="admission_of_stranger",
        wordings=(
            "When was patient {patient} first admitted to the hospital?",
            "What was the time of patient {patient}'s first hospital admission?",
            "At what time did the first hospital visit of patient {patient} begin?",
        ),
        facts=_STRANGER,
        answer=DateTime(),
        sql="SELECT min(admittime) FROM admissions WHERE subject_id = {patient} GROUP BY subject_id",
    ),
    Unanswerable(
        id="price_of_later_drug",
        wordings=(
            "How much does a prescription of {drug} cost?",
            "What is the price of the drug {drug}?",
            "What is charged for {drug} each time it is prescribed?",
        ),
        facts=_LATER_DRUGS,
        answer=Number(abs_tol=0.001),
        sql="SELECT row_id FROM prescriptions WHERE instr(drug, {drug}) > 0",
    ),
    Unanswerable(
        id="route_of_later_drug",
        wordings=(
            "By which route is {drug} given most often?",
            "What is the most frequent route of {drug} prescriptions?",
            "Name the route by which {drug} was prescribed most often.",
        ),
        facts=_LATER_DRUGS,
        answer=Text(),
        sql="SELECT route FROM prescriptions WHERE instr(drug, {drug}) > 0",
    ),
    Unanswerable(
        id="lab_never_measured",
        wordings=(
            "What was the last {lab} value of patient {patient} {period}?",
            "What is the last measured value of the lab test {lab} of patient {patient} {period}?",
            "Give the most recent {lab} result of patient {patient} {period}.",
        ),
        facts="""
SELECT a.subject_id AS patient, d.label AS lab, a.admittime AS at
FROM admissions a
JOIN d_labitems d ON abs(a.subject_id * 31 + d.itemid * 17) % 23 = 0""",
        tags=_PATIENT_TAGS,
        answer=Number(abs_tol=0.001),
        sql="""
SELECT e.valuenum FROM labevents e
JOIN d_labitems d ON d.itemid = e.itemid
WHERE e.subject_id = {patient} AND d.label = {lab}""",
    ),
    Unanswerable(
        id="drug_never_prescribed",
        wordings=(
            "When was {drug} last prescribed to patient {patient} {period}?",
            "What was the time of the last prescription of {drug} for patient {patient} {period}?",
            "At what time was patient {patient} prescribed {drug} for the last time {period}?",
        ),
        facts="""
SELECT a.subject_id AS patient, d.drug, a.admittime AS at
FROM admissions a
JOIN (SELECT drug, min(row_id) AS place FROM prescriptions GROUP BY drug) d
  ON abs(a.subject_id * 31 + d.place * 17) % 23 = 0""",
        tags=_PATIENT_TAGS,
        answer=DateTime(),
        sql="SELECT drug FROM prescriptions WHERE subject_id = {patient} AND drug = {drug}",
    ),
    Unanswerable(
        id="death_of_survivor",
        wordings=(
            "When did patient {patient} die?",
            "What is the date of death of patient {patient}?",
            "At what time was the death of patient {patient} recorded?",
        ),
        facts="SELECT subject_id AS patient FROM patients WHERE dod IS NULL",
        answer=DateTime(),
        sql="SELECT dod FROM patients WHERE subject_id = {patient} AND dod IS NOT NULL",
    ),
    Unanswerable(
        id="visit_of_discharged",
        wordings=(
            "What is the total cost charged to patient {patient} during the current hospital visit?",
            "How much has the care of patient {patient} cost in all on the current hospital visit?",
            "Add up all costs of patient {patient} during the current hospital visit.",
        ),
        facts="""
SELECT subject_id AS patient FROM admissions
GROUP BY subject_id HAVING count(*) = count(dischtime)""",
        answer=Number(abs_tol=0.001),
        sql="SELECT hadm_id FROM admissions WHERE subject_id = {patient} AND dischtime IS NULL",
    ),
    Unanswerable(
        id="second_visit_of_single",
        wordings=(
            "When was patient {patient} admitted to the hospital for the second time?",
            "What was the time of patient {patient}'s second hospital admission?",
            "At what time did the second hospital visit of patient {patient} begin?",
        ),
        facts="SELECT subject_id AS patient FROM admissions GROUP BY subject_id HAVING count(*) = 1",
        answer=DateTime(),
        sql="""
SELECT admittime FROM (
  SELECT admittime, dense_rank() OVER (ORDER BY admittime) AS place
  FROM admissions WHERE subject_id = {patient}
)
WHERE place = 2""",
    ),
    Unanswerable(
        id="destination_of_current",
        wordings=(
            "To which location was patient {patient} discharged from the current hospital visit?",
            "What is the discharge location of patient {patient} on the current hospital visit?",
            "Name the discharge location of the current hospital visit of patient {patient}.",
        ),
        facts="SELECT subject_id AS patient FROM admissions WHERE dischtime IS NULL",
        answer=Text(),
        sql="""
SELECT dischtime FROM admissions AS a
WHERE subject_id = {patient} AND dischtime IS NOT NULL AND admittime = (
  SELECT max(admittime) FROM admissions WHERE subject_id = a.subject_id
)""",
    ),
)
