"""What happened? Diagnoses, drugs, tests and moves of one patient, or one of them of three patients."""

from __future__ import annotations

from medgym_ehr.hospital.forms import existence as forms
from medgym_ehr.mimic3.ehrsql import facts
from medgym_ehr.questions.option import Option
from medgym_ehr.questions.period import CALENDAR, HOSPITAL
from medgym_ehr.questions.template import When

_EVENTS = (
    Option("diagnosis", "diagnoses_icd", parts={"time": "charttime"}),
    Option("procedure", "procedures_icd", parts={"time": "charttime"}),
    Option("lab test", "labevents", parts={"time": "charttime"}),
    Option("prescription", "prescriptions", parts={"time": "startdate"}),
    Option("microbiology test", "microbiologyevents", parts={"time": "charttime"}),
)
_EVENT = f"SELECT patient, at FROM ({facts.ADMISSION})"
_VISIT = f"SELECT patient, admission_type AS type, at FROM ({facts.ADMISSION})"
_DATED_BY_CALENDAR = tuple(tag for tag in CALENDAR if "-day" not in tag)
_DATED = (*_DATED_BY_CALENDAR, *HOSPITAL)
"""Prescriptions have a date and no time: a question that names it would tell half of its answer."""
_SPECIMEN = f"SELECT patient, specimen, at FROM ({facts.SPECIMEN}) WHERE specimen IS NOT NULL"
_ORGANISM = f"SELECT patient, organism, at FROM ({facts.ORGANISM})"
_CAREUNIT = f"SELECT patient, careunit, at FROM ({facts.TRANSFER}) WHERE careunit IS NOT NULL"

TEMPLATES = (
    forms.has_drug(
        facts=facts.DRUG,
        period=When("startdate", visit="hadm_id", tags=_DATED),
        sql=forms.earliest(
            "drug",
            "startdate",
            """
FROM prescriptions JOIN asked ON name = drug
WHERE subject_id = {patient} AND {period}""",
        ),
    ),
    forms.have_drug(
        facts=facts.DRUG,
        period=When("startdate", tags=_DATED_BY_CALENDAR),
        sql=forms.earliest(
            "patient",
            "startdate",
            """
FROM prescriptions JOIN asked ON name = subject_id
WHERE drug = {drug} AND {period}""",
        ),
    ),
    forms.have_any_event(
        facts=_EVENT,
        options={"event": _EVENTS},
        period=When("at", tags=_DATED_BY_CALENDAR),
        sql=forms.earliest(
            "patient",
            "at",
            """
FROM (SELECT subject_id, {event.time} AS at FROM {event.sql})
JOIN asked ON name = subject_id
WHERE {period}""",
        ),
    ),
    forms.of_patients(
        "have_visit_of_type",
        "had a hospital admission of the type {type} {period}",
        sharing="type",
    )(
        facts=_VISIT,
        period=When("admittime", tags=CALENDAR),
        sql=forms.earliest(
            "patient",
            "admittime",
            """
FROM admissions JOIN asked ON name = subject_id
WHERE admission_type = {type} AND {period}""",
        ),
    ),
    forms.has_diagnosis(
        facts=facts.DIAGNOSIS,
        period=When("e.charttime", visit="e.hadm_id", tags=forms.HAPPENED),
        sql=forms.earliest(
            "diagnosis",
            "e.charttime",
            """
FROM diagnoses_icd e
JOIN d_icd_diagnoses d ON d.icd9_code = e.icd9_code
JOIN asked ON name = d.short_title
WHERE e.subject_id = {patient} AND {period}""",
        ),
    ),
    forms.of_patient(
        "has_procedure",
        "procedure",
        "procedures",
        "did patient {patient} undergo {period}",
        "patient {patient} underwent {period}",
    )(
        facts=facts.PROCEDURE,
        period=When("e.charttime", visit="e.hadm_id", tags=forms.HAPPENED),
        sql=forms.earliest(
            "procedure",
            "e.charttime",
            """
FROM procedures_icd e
JOIN d_icd_procedures d ON d.icd9_code = e.icd9_code
JOIN asked ON name = d.short_title
WHERE e.subject_id = {patient} AND {period}""",
        ),
    ),
    forms.has_lab(
        facts=facts.LAB,
        period=When("e.charttime", visit="e.hadm_id", tags=forms.HAPPENED),
        sql=forms.earliest(
            "lab",
            "e.charttime",
            """
FROM labevents e
JOIN d_labitems d ON d.itemid = e.itemid
JOIN asked ON name = d.label
WHERE e.subject_id = {patient} AND {period}""",
        ),
    ),
    forms.have_culture(
        facts=_SPECIMEN,
        period=When("charttime", tags=CALENDAR),
        sql=forms.earliest(
            "patient",
            "charttime",
            """
FROM microbiologyevents JOIN asked ON name = subject_id
WHERE spec_type_desc = {specimen} AND {period}""",
        ),
    ),
    forms.of_patients(
        "have_growth", "had an organism found in the specimen {specimen} {period}", sharing="specimen"
    )(
        facts=_SPECIMEN,
        period=When("charttime", tags=CALENDAR),
        sql=forms.earliest(
            "patient",
            "charttime",
            """
FROM microbiologyevents JOIN asked ON name = subject_id
WHERE spec_type_desc = {specimen} AND org_name IS NOT NULL AND {period}""",
        ),
    ),
    forms.have_organism(
        facts=_ORGANISM,
        period=When("charttime", tags=CALENDAR),
        sql=forms.earliest(
            "patient",
            "charttime",
            """
FROM microbiologyevents JOIN asked ON name = subject_id
WHERE org_name = {organism} AND {period}""",
        ),
    ),
    forms.have_intake(
        facts=facts.INTAKE,
        period=When("e.charttime", tags=CALENDAR),
        sql=forms.earliest(
            "patient",
            "e.charttime",
            """
FROM inputevents_cv e
JOIN d_items d ON d.itemid = e.itemid
JOIN asked ON name = e.subject_id
WHERE d.label = {intake} AND {period}""",
        ),
    ),
    forms.of_patient(
        "has_careunit",
        "careunit",
        "care units",
        "did patient {patient} enter {period}",
        "patient {patient} entered {period}",
    )(
        facts=_CAREUNIT,
        period=When("intime", visit="hadm_id", tags=forms.HAPPENED),
        sql=forms.earliest(
            "careunit",
            "intime",
            """
FROM transfers JOIN asked ON name = careunit
WHERE subject_id = {patient} AND {period}""",
        ),
    ),
)
