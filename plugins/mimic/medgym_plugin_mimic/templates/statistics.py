"""Medians, averages over patients, and where a value stands among others."""

from __future__ import annotations

from medgym_ehr.hospital.forms import statistics as forms
from medgym_ehr.questions.figure import median
from medgym_ehr.questions.option import ENDS, GENDERS
from medgym_ehr.questions.period import CALENDAR, HOSPITAL, ICU
from medgym_ehr.questions.premise import Premised, at_least
from medgym_ehr.questions.template import NO_PERIOD, Template, When

CATEGORY = "statistics"

_LABS = """
  FROM labevents e
  JOIN d_labitems d ON d.itemid = e.itemid
  JOIN admissions a ON a.hadm_id = e.hadm_id"""
_VITALS = """
  FROM chartevents e
  JOIN d_items d ON d.itemid = e.itemid
  JOIN icustays s ON s.icustay_id = e.icustay_id"""


def _percentile(rows: str, label: str, peers: str) -> Premised:
    """Query of the percentile rank of the first or last of a patient's values among at least ten.

    Args:
        rows: ``FROM`` of all values; aliases ``e`` for the values and ``d`` for their dictionary.
        label: place of the label.
        peers: SQL expression of what the values compared have in common.
    """
    own = f"{rows}\n  WHERE e.subject_id = {{patient}} AND d.label = {label} AND {{period}}"
    compared = f"{rows}\n  WHERE d.label = {label} AND {peers} IN"
    return Premised(
        sql=f"""
WITH placed AS (
  SELECT e.row_id, {peers} AS peers, {{rank}}() OVER (ORDER BY e.charttime {{nth.direction}}) AS place{own}
), own AS (
  SELECT row_id, peers FROM placed WHERE place = {{nth.place}}
), compared AS (
  SELECT e.row_id, percent_rank() OVER (ORDER BY e.valuenum) AS percentile{compared} (SELECT peers FROM own)
)
SELECT DISTINCT compared.percentile FROM own JOIN compared ON compared.row_id = own.row_id""",
        premise=at_least(10, "count(*)", f"{compared} (SELECT {peers}{own})"),
    )


TEMPLATES = (
    Template(
        id="percentile_of_lab",
        category=CATEGORY,
        wordings=(
            "What is the percentile rank of the {nth} {lab} value of patient {patient} {period} among "
            "all {lab} values measured in hospital visits at the same age as that visit's?",
            "Among all {lab} values of hospital visits at the age patient {patient} was then, what is "
            "the percentile rank of the patient's {nth} {lab} value {period}?",
            "Take patient {patient}'s {nth} {lab} value {period}: what is its percentile rank among "
            "the {lab} values of all hospital visits with the same age?",
        ),
        facts="""
SELECT e.subject_id AS patient, d.label AS lab, e.charttime AS at
FROM labevents e JOIN d_labitems d ON d.itemid = e.itemid""",
        options={"nth": ENDS},
        period=When("e.charttime", visit="e.hadm_id", tags=(NO_PERIOD, *HOSPITAL, *CALENDAR)),
        answer=forms.NUMBER,
        **_percentile(_LABS, "{lab}", "a.age"),
    ),
    Template(
        id="percentile_of_vital",
        category=CATEGORY,
        wordings=(
            "What is the percentile rank of the {nth} {vital} value of patient {patient} {period} among "
            "all {vital} values of ICU stays with the same first care unit as that ICU stay?",
            "Among all {vital} values of ICU stays that began in the care unit where the ICU stay concerned "
            "began, what is the percentile rank of patient {patient}'s {nth} {vital} value {period}?",
            "Take patient {patient}'s {nth} {vital} value {period}: what is its percentile rank among "
            "the {vital} values of all ICU stays that share the first care unit of its ICU stay?",
        ),
        facts="""
SELECT e.subject_id AS patient, d.label AS vital, e.charttime AS at
FROM chartevents e JOIN d_items d ON d.itemid = e.itemid""",
        options={"nth": ENDS},
        period=When(
            "e.charttime",
            visit="e.hadm_id",
            stay="e.icustay_id",
            tags=(NO_PERIOD, *HOSPITAL, *ICU, *CALENDAR),
        ),
        answer=forms.NUMBER,
        **_percentile(_VITALS, "{vital}", "s.first_careunit"),
    ),
    Template(
        id="median_of_lab",
        category=CATEGORY,
        wordings=(
            "What is the median {lab} value of {gender} patients {period}?",
            "Taking all {lab} results of {gender} patients {period}, what is their median?",
            "Find the median of the {lab} values measured in {gender} patients {period}.",
        ),
        facts="""
SELECT d.label AS lab, e.charttime AS at FROM labevents e JOIN d_labitems d ON d.itemid = e.itemid""",
        options={"gender": GENDERS},
        period=When("e.charttime", tags=(NO_PERIOD, *CALENDAR)),
        answer=forms.NUMBER,
        **median("""
    SELECT e.valuenum AS value
    FROM d_labitems d
    JOIN labevents e ON e.itemid = d.itemid
    JOIN patients p ON p.subject_id = e.subject_id
    WHERE d.label = {lab} AND p.gender = {gender.sql} AND {period}"""),
    ),
    Template(
        id="median_of_vital_of_patient",
        category=CATEGORY,
        wordings=(
            "What is the median {vital} value of patient {patient} {period}?",
            "Taking all {vital} values of patient {patient} {period}, what is their median?",
            "Find the median of the {vital} values recorded for patient {patient} {period}.",
        ),
        facts="""
SELECT e.subject_id AS patient, d.label AS vital, e.charttime AS at
FROM chartevents e JOIN d_items d ON d.itemid = e.itemid""",
        period=When(
            "e.charttime",
            visit="e.hadm_id",
            stay="e.icustay_id",
            tags=(NO_PERIOD, *HOSPITAL, *ICU, *CALENDAR),
        ),
        answer=forms.NUMBER,
        **median("""
    SELECT e.valuenum AS value
    FROM chartevents e
    JOIN d_items d ON d.itemid = e.itemid
    WHERE e.subject_id = {patient} AND d.label = {vital} AND {period}"""),
    ),
    forms.median_stay_with_diagnosis(
        facts="""
SELECT d.short_title AS diagnosis, e.charttime AS at
FROM diagnoses_icd e JOIN d_icd_diagnoses d ON d.icd9_code = e.icd9_code""",
        period=When("e.charttime", tags=forms.WIDE),
        **median("""
    SELECT julianday(dischtime) - julianday(admittime) AS value FROM admissions
    WHERE dischtime IS NOT NULL AND hadm_id IN (
      SELECT e.hadm_id FROM diagnoses_icd e
      JOIN d_icd_diagnoses d ON d.icd9_code = e.icd9_code
      WHERE d.short_title = {diagnosis} AND {period}
    )"""),
    ),
    forms.age_of_patients_with_drug(
        facts="SELECT drug, startdate AS at FROM prescriptions",
        period=When("startdate", tags=forms.WIDE),
        **median("""
    SELECT age AS value FROM admissions
    WHERE hadm_id IN (SELECT hadm_id FROM prescriptions WHERE drug = {drug} AND {period})"""),
    ),
)
