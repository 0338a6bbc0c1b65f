"""What happened? Diagnoses, treatments, drugs and tests of one patient, or one of them of three patients."""

from __future__ import annotations

from medgym_core import SetOf, Text
from medgym_ehr.eicu.ehrsql import facts
from medgym_ehr.hospital.forms import existence as forms
from medgym_ehr.questions.option import Option
from medgym_ehr.questions.period import CALENDAR, NO_PERIOD
from medgym_ehr.questions.template import Template, When
from medgym_plugin_eicu.templates.when import of_patient

_EVENTS = (
    Option("diagnosis", "diagnosis", parts={"time": "diagnosistime"}),
    Option("treatment", "treatment", parts={"time": "treatmenttime"}),
    Option("lab test", "lab", parts={"time": "labresulttime"}),
    Option("prescription", "medication", parts={"time": "drugstarttime"}),
    Option("microbiology test", "microlab", parts={"time": "culturetakentime"}),
    Option("allergy", "allergy", parts={"time": "allergytime"}),
)
_VISIT = f"SELECT patient, source, at FROM ({facts.VISIT}) WHERE source IS NOT NULL"
_TREATED_ELSEWHERE = f"""
SELECT patient, at FROM ({facts.TREATMENT})
WHERE patient IN (SELECT uniquepid FROM patient GROUP BY uniquepid HAVING count(DISTINCT hospitalid) > 1)"""


def _of_patient(table: str, time: str, name: str, place: str) -> str:
    """A query of the earliest times at which three things happened to the patient."""
    return forms.earliest(
        place,
        time,
        f"""
FROM {table} JOIN patient USING (patientunitstayid)
JOIN asked ON name = {name}
WHERE uniquepid = {{patient}} AND {{period}}""",
    )


def _of_patients(table: str, time: str, name: str, place: str) -> str:
    """A query of the earliest times at which one thing happened to three patients."""
    return forms.earliest(
        "patient",
        time,
        f"""
FROM {table} JOIN patient USING (patientunitstayid)
JOIN asked ON asked.name = uniquepid
WHERE {name} = {{{place}}} AND {{period}}""",
    )


TEMPLATES = (
    forms.has_drug(
        facts=facts.DRUG,
        period=of_patient("drugstarttime", forms.MEASURED),
        sql=_of_patient("medication", "drugstarttime", "drugname", "drug"),
    ),
    forms.have_drug(
        facts=facts.DRUG,
        period=When("drugstarttime", tags=CALENDAR),
        sql=_of_patients("medication", "drugstarttime", "drugname", "drug"),
    ),
    forms.have_any_event(
        facts=facts.STAY,
        options={"event": _EVENTS},
        period=When("at", tags=CALENDAR),
        sql=forms.earliest(
            "patient",
            "at",
            """
FROM (
  SELECT uniquepid, {event.time} AS at
  FROM {event.sql} JOIN patient USING (patientunitstayid)
)
JOIN asked ON name = uniquepid
WHERE {period}""",
        ),
    ),
    forms.of_patients(
        "have_visit_from_source",
        "had a hospital admission from the source {source} {period}",
        sharing="source",
    )(
        facts=_VISIT,
        period=When("hospitaladmittime", tags=CALENDAR),
        sql=forms.earliest(
            "patient",
            "hospitaladmittime",
            """
FROM patient JOIN asked ON name = uniquepid
WHERE hospitaladmitsource = {source} AND {period}""",
        ),
    ),
    forms.has_diagnosis(
        facts=facts.DIAGNOSIS,
        period=of_patient("diagnosistime", forms.MEASURED),
        sql=_of_patient("diagnosis", "diagnosistime", "diagnosisname", "diagnosis"),
    ),
    forms.of_patient(
        "has_treatment",
        "treatment",
        "treatments",
        "did patient {patient} receive {period}",
        "patient {patient} received {period}",
    )(
        facts=facts.TREATMENT,
        period=of_patient("treatmenttime", forms.MEASURED),
        sql=_of_patient("treatment", "treatmenttime", "treatmentname", "treatment"),
    ),
    Template(
        id="treatments_elsewhere",
        category=forms.CATEGORY,
        wordings=(
            "Which treatments has patient {patient} received {period} in a hospital other than that of the "
            "latest admission?",
            "Leaving aside the hospital to which patient {patient} was admitted most recently, which "
            "treatments has any hospital given to this patient {period}?",
            "List the treatments that patient {patient} had {period} in another hospital than the one of the "
            "most recent admission.",
        ),
        facts=_TREATED_ELSEWHERE,
        period=When("treatmenttime", tags=(NO_PERIOD, *CALENDAR)),
        answer=SetOf(items=Text()),
        most=12,
        sql="""
SELECT DISTINCT treatmentname
FROM treatment JOIN patient USING (patientunitstayid)
WHERE uniquepid = {patient} AND {period} AND hospitalid <> (
  SELECT hospitalid FROM patient
  WHERE uniquepid = {patient}
  ORDER BY hospitaladmittime DESC
  LIMIT 1
)""",
    ),
    forms.has_lab(
        facts=facts.LAB,
        period=of_patient("labresulttime", forms.MEASURED),
        sql=_of_patient("lab", "labresulttime", "labname", "lab"),
    ),
    forms.have_culture(
        facts=facts.SPECIMEN,
        period=When("culturetakentime", tags=CALENDAR),
        sql=_of_patients("microlab", "culturetakentime", "culturesite", "specimen"),
    ),
    forms.have_organism(
        facts=facts.ORGANISM,
        period=When("culturetakentime", tags=CALENDAR),
        sql=_of_patients("microlab", "culturetakentime", "organism", "organism"),
    ),
    forms.have_intake(
        facts=facts.INTAKE,
        period=When("intakeoutputtime", tags=CALENDAR),
        sql=_of_patients(
            "intakeoutput",
            "intakeoutputtime",
            "CASE WHEN cellpath LIKE '%intake%' THEN celllabel END",
            "intake",
        ),
    ),
    forms.of_patients("have_allergy", "had an allergy to {allergy} recorded {period}", sharing="allergy")(
        facts=facts.ALLERGY,
        period=When("allergytime", tags=CALENDAR),
        sql=_of_patients("allergy", "allergytime", "allergyname", "allergy"),
    ),
)
