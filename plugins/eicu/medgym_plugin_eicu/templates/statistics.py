"""Medians, and where a value stands among others."""

from __future__ import annotations

from medgym_ehr.eicu.ehrsql import facts
from medgym_ehr.hospital.forms import statistics as forms
from medgym_ehr.questions.figure import median
from medgym_ehr.questions.option import ENDS
from medgym_ehr.questions.period import CALENDAR, NO_PERIOD
from medgym_ehr.questions.premise import Premised, at_least
from medgym_ehr.questions.template import Template, When
from medgym_plugin_eicu.templates.gender import GENDERS
from medgym_plugin_eicu.templates.vital import MEASURED, VITALS
from medgym_plugin_eicu.templates.when import of_patient

CATEGORY = "statistics"


def _percentile(peers: str) -> Premised:
    """Query of the percentile rank of the first or last of a patient's lab values among at least ten.

    Args:
        peers: SQL expression of what the stays whose values are compared have in common.
    """
    own = """
  FROM lab JOIN patient USING (patientunitstayid)
  WHERE uniquepid = {patient} AND labname = {lab} AND {period}"""
    compared = f"""
  FROM lab JOIN patient USING (patientunitstayid)
  WHERE labname = {{lab}} AND {peers} IN"""
    return Premised(
        sql=f"""
WITH placed AS (
  SELECT labid, {peers} AS peers, {{rank}}() OVER (ORDER BY labresulttime {{nth.direction}}) AS place{own}
), own AS (
  SELECT labid, peers FROM placed WHERE place = {{nth.place}}
), compared AS (
  SELECT labid, percent_rank() OVER (ORDER BY labresult) AS percentile{compared} (SELECT peers FROM own)
)
SELECT DISTINCT compared.percentile FROM own JOIN compared ON compared.labid = own.labid""",
        premise=at_least(10, "count(*)", f"{compared} (SELECT {peers}{own})"),
    )


TEMPLATES = (
    Template(
        id="percentile_of_lab",
        category=CATEGORY,
        wordings=(
            "What is the percentile rank of the {nth} {lab} lab value of patient {patient} {period} among "
            "all {lab} lab values measured in ICU stays at the same age as that stay's?",
            "Among all {lab} lab values of ICU stays at the age patient {patient} was then, what is "
            "the percentile rank of the patient's {nth} {lab} lab value {period}?",
            "Take patient {patient}'s {nth} {lab} lab value {period}: what is its percentile rank among "
            "the {lab} lab values of all ICU stays with the same age?",
        ),
        facts=facts.LAB,
        options={"nth": ENDS},
        period=of_patient("labresulttime"),
        answer=forms.NUMBER,
        **_percentile("age"),
    ),
    Template(
        id="percentile_of_lab_in_hospital",
        category=CATEGORY,
        wordings=(
            "What is the percentile rank of the {nth} {lab} lab value of patient {patient} {period} among "
            "all {lab} lab values measured in the same hospital?",
            "Among all {lab} lab values of the hospital where it was measured, what is the "
            "percentile rank of "
            "patient {patient}'s {nth} {lab} lab value {period}?",
            "Take patient {patient}'s {nth} {lab} lab value {period}: what is its percentile rank among "
            "the {lab} lab values of everyone in that hospital?",
        ),
        facts=facts.LAB,
        options={"nth": ENDS},
        period=of_patient("labresulttime"),
        answer=forms.NUMBER,
        **_percentile("hospitalid"),
    ),
    Template(
        id="median_of_lab",
        category=CATEGORY,
        wordings=(
            "What is the median {lab} lab value of {gender} patients {period}?",
            "Taking all {lab} lab results of {gender} patients {period}, what is their median?",
            "Find the median of the {lab} lab values measured in {gender} patients {period}.",
        ),
        facts="SELECT labname AS lab, labresulttime AS at FROM lab",
        options={"gender": GENDERS},
        period=When("labresulttime", tags=(NO_PERIOD, *CALENDAR)),
        answer=forms.NUMBER,
        **median("""
    SELECT labresult AS value
    FROM lab JOIN patient USING (patientunitstayid)
    WHERE labname = {lab} AND gender = {gender.sql} AND {period}"""),
    ),
    Template(
        id="median_of_vital_of_patient",
        category=CATEGORY,
        wordings=(
            "What is the median {vital} of patient {patient} {period}?",
            "Taking all {vital} values of patient {patient} {period}, what is their median?",
            "Find the median of the {vital} values recorded for patient {patient} {period}.",
        ),
        facts=MEASURED,
        options={"vital": VITALS},
        period=of_patient("observationtime"),
        answer=forms.NUMBER,
        **median("""
    SELECT {vital.sql} AS value
    FROM vitalperiodic JOIN patient USING (patientunitstayid)
    WHERE uniquepid = {patient} AND {vital.sql} IS NOT NULL AND {period}"""),
    ),
    forms.median_stay_with_diagnosis(
        facts="SELECT diagnosisname AS diagnosis, diagnosistime AS at FROM diagnosis",
        period=When("diagnosistime", tags=forms.WIDE),
        **median("""
    SELECT DISTINCT
      patienthealthsystemstayid,
      julianday(hospitaldischargetime) - julianday(hospitaladmittime) AS value
    FROM patient
    WHERE hospitaldischargetime IS NOT NULL AND patienthealthsystemstayid IN (
      SELECT patienthealthsystemstayid
      FROM diagnosis JOIN patient USING (patientunitstayid)
      WHERE diagnosisname = {diagnosis} AND {period}
    )"""),
    ),
    forms.age_of_patients_with_drug(
        facts="SELECT drugname AS drug, drugstarttime AS at FROM medication",
        period=When("drugstarttime", tags=forms.WIDE),
        **median("""
    SELECT DISTINCT patienthealthsystemstayid, CAST(age AS INTEGER) AS value FROM patient
    WHERE patienthealthsystemstayid IN (
      SELECT patienthealthsystemstayid
      FROM medication JOIN patient USING (patientunitstayid)
      WHERE drugname = {drug} AND {period}
    )"""),
    ),
)
