"""Who or what a question asks about is not in the database, or nothing of the kind befell them."""

from __future__ import annotations

from medgym_core import DateTime, Number, SetOf, Text
from medgym_ehr.questions.period import CALENDAR, HOSPITAL, NO_PERIOD
from medgym_ehr.questions.unanswerable import Unanswerable

_PATIENT_TAGS = (NO_PERIOD, *HOSPITAL, *CALENDAR)
_STRANGER = """
SELECT substr(a.uniquepid, 1, instr(a.uniquepid, '-'))
  || (CAST(substr(a.uniquepid, instr(a.uniquepid, '-') + 1) AS INTEGER) + n.step) AS patient,
  a.hospitaladmittime AS at
FROM patient a
JOIN (SELECT 1 AS step UNION ALL SELECT 2 UNION ALL SELECT 3) n
WHERE substr(a.uniquepid, 1, instr(a.uniquepid, '-'))
  || (CAST(substr(a.uniquepid, instr(a.uniquepid, '-') + 1) AS INTEGER) + n.step)
  NOT IN (SELECT uniquepid FROM patient)"""
"""Ids that no patient has, each at a time when another was admitted."""
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
        sql="SELECT gender FROM patient WHERE uniquepid = {patient}",
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
        sql="""
SELECT DISTINCT drugname
FROM medication JOIN patient USING (patientunitstayid)
WHERE uniquepid = {patient}""",
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
        sql="""
SELECT min(hospitaladmittime) FROM patient
WHERE uniquepid = {patient}
GROUP BY uniquepid""",
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
        sql="SELECT medicationid FROM medication WHERE instr(drugname, {drug}) > 0",
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
        sql="SELECT routeadmin FROM medication WHERE instr(drugname, {drug}) > 0",
    ),
    Unanswerable(
        id="lab_never_measured",
        wordings=(
            "What was the last {lab} lab value of patient {patient} {period}?",
            "What is the last measured value of the lab test {lab} of patient {patient} {period}?",
            "Give the most recent {lab} lab result of patient {patient} {period}.",
        ),
        facts="""
SELECT a.uniquepid AS patient, d.lab, a.hospitaladmittime AS at
FROM patient a
JOIN (SELECT labname AS lab, min(labid) AS place FROM lab GROUP BY labname) d
  ON abs(a.patientunitstayid * 31 + d.place * 17) % 23 = 0""",
        tags=_PATIENT_TAGS,
        answer=Number(abs_tol=0.001),
        sql="""
SELECT labresult
FROM lab JOIN patient USING (patientunitstayid)
WHERE uniquepid = {patient} AND labname = {lab}""",
    ),
    Unanswerable(
        id="drug_never_prescribed",
        wordings=(
            "When was {drug} last prescribed to patient {patient} {period}?",
            "What was the time of the last prescription of {drug} for patient {patient} {period}?",
            "At what time was patient {patient} prescribed {drug} for the last time {period}?",
        ),
        facts="""
SELECT a.uniquepid AS patient, d.drug, a.hospitaladmittime AS at
FROM patient a
JOIN (SELECT drugname AS drug, min(medicationid) AS place FROM medication GROUP BY drugname) d
  ON abs(a.patientunitstayid * 31 + d.place * 17) % 23 = 0""",
        tags=_PATIENT_TAGS,
        answer=DateTime(),
        sql="""
SELECT drugname
FROM medication JOIN patient USING (patientunitstayid)
WHERE uniquepid = {patient} AND drugname = {drug}""",
    ),
    Unanswerable(
        id="death_of_survivor",
        wordings=(
            "When did patient {patient} die?",
            "What is the date of death of patient {patient}?",
            "At what time was the death of patient {patient} recorded?",
        ),
        facts="""
SELECT uniquepid AS patient FROM patient
GROUP BY uniquepid
HAVING count(CASE WHEN hospitaldischargestatus = 'alive' THEN 1 END) = count(*)""",
        answer=DateTime(),
        sql="""
SELECT hospitaldischargetime FROM patient
WHERE uniquepid = {patient} AND (hospitaldischargestatus IS NULL OR hospitaldischargestatus <> 'alive')""",
    ),
    Unanswerable(
        id="visit_of_discharged",
        wordings=(
            "What is the total cost charged to patient {patient} during the current hospital visit?",
            "How much has the care of patient {patient} cost in all on the current hospital visit?",
            "Add up all costs of patient {patient} during the current hospital visit.",
        ),
        facts="""
SELECT uniquepid AS patient FROM patient
GROUP BY uniquepid HAVING count(*) = count(hospitaldischargetime)""",
        answer=Number(abs_tol=0.001),
        sql="""
SELECT patienthealthsystemstayid FROM patient
WHERE uniquepid = {patient} AND hospitaldischargetime IS NULL""",
    ),
    Unanswerable(
        id="second_visit_of_single",
        wordings=(
            "When was patient {patient} admitted to the hospital for the second time?",
            "What was the time of patient {patient}'s second hospital admission?",
            "At what time did the second hospital visit of patient {patient} begin?",
        ),
        facts="""
SELECT uniquepid AS patient FROM patient
GROUP BY uniquepid HAVING count(DISTINCT patienthealthsystemstayid) = 1""",
        answer=DateTime(),
        sql="""
SELECT hospitaladmittime FROM (
  SELECT hospitaladmittime, dense_rank() OVER (ORDER BY hospitaladmittime) AS place
  FROM patient WHERE uniquepid = {patient}
)
WHERE place = 2""",
    ),
    Unanswerable(
        id="status_of_current",
        wordings=(
            "With which status was patient {patient} discharged from the current hospital visit?",
            "What is the discharge status of patient {patient} on the current hospital visit?",
            "Name the discharge status of the current hospital visit of patient {patient}.",
        ),
        facts="""
SELECT uniquepid AS patient FROM patient WHERE hospitaldischargetime IS NULL""",
        answer=Text(),
        sql="""
SELECT hospitaldischargestatus FROM patient a
WHERE uniquepid = {patient} AND hospitaldischargetime IS NOT NULL AND hospitaladmittime = (
  SELECT max(hospitaladmittime) FROM patient WHERE uniquepid = a.uniquepid
)""",
    ),
    Unanswerable(
        id="allergies_of_nobody",
        wordings=(
            "Which allergies does patient {patient} have?",
            "What is patient {patient} allergic to?",
            "Name the allergies on record for patient {patient}.",
        ),
        facts="""
SELECT uniquepid AS patient FROM patient
GROUP BY uniquepid
HAVING max(patientunitstayid IN (SELECT patientunitstayid FROM allergy)) = 0""",
        answer=SetOf(items=Text()),
        sql="""
SELECT allergyname
FROM allergy JOIN patient USING (patientunitstayid)
WHERE uniquepid = {patient}""",
    ),
)
