"""What was most frequent in all hospitals?"""

from __future__ import annotations

from medgym_core import Integer, SetOf
from medgym_ehr.hospital.forms import ranking as forms
from medgym_ehr.questions.template import Template, When
from medgym_ehr.questions.top import top

CATEGORY = "ranking"


TEMPLATES = (
    forms.top_diagnoses(
        facts="SELECT diagnosistime AS at FROM diagnosis",
        period=When("diagnosistime", tags=forms.WIDE),
        **top("diagnosisname", "FROM diagnosis WHERE {period}"),
    ),
    Template(
        id="top_treatments",
        category=CATEGORY,
        wordings=(
            "What are the top {top} most frequent treatments {period}?",
            "Which treatments rank among the top {top} by how often they were given {period}?",
            "Name the top {top} treatments by the number of times they were recorded {period}.",
        ),
        facts="SELECT treatmenttime AS at FROM treatment",
        options=forms.TOP,
        period=When("treatmenttime", tags=forms.WIDE),
        answer=forms.NAMES,
        fewest=2,
        **top("treatmentname", "FROM treatment WHERE {period}"),
    ),
    forms.top_drugs(
        facts="SELECT drugstarttime AS at FROM medication",
        period=When("drugstarttime", tags=forms.WIDE),
        **top("drugname", "FROM medication WHERE {period}"),
    ),
    Template(
        id="top_labs_in_hospital",
        category=CATEGORY,
        wordings=(
            "What are the top {top} most frequent lab tests in hospital {hospital} {period}?",
            "In hospital {hospital}, which lab tests rank among the top {top} by how often "
            "they were done {period}?",
            "Name the top {top} lab tests of hospital {hospital} by the number of results recorded {period}.",
        ),
        facts="""
SELECT hospitalid AS hospital, labresulttime AS at
FROM lab JOIN patient USING (patientunitstayid)""",
        options=forms.TOP,
        period=When("labresulttime", tags=forms.WIDE),
        answer=forms.NAMES,
        fewest=2,
        **top(
            "labname",
            """
  FROM lab
  WHERE patientunitstayid IN (SELECT patientunitstayid FROM patient WHERE hospitalid = {hospital})
    AND {period}""",
        ),
    ),
    Template(
        id="top_allergies",
        category=CATEGORY,
        wordings=(
            "What are the top {top} allergies by the number of different patients with a record {period}?",
            "Which allergies rank among the top {top} by how many distinct patients had them recorded "
            "{period}?",
            "Counting each patient once, name the top {top} allergies recorded {period}.",
        ),
        facts="SELECT allergytime AS at FROM allergy",
        options=forms.TOP,
        period=When("allergytime", tags=forms.WIDE),
        answer=forms.NAMES,
        fewest=2,
        **top(
            "allergyname",
            "FROM allergy JOIN patient USING (patientunitstayid) WHERE {period}",
            by="count(DISTINCT uniquepid)",
        ),
    ),
    forms.top_specimens(
        facts="SELECT culturetakentime AS at FROM microlab",
        period=When("culturetakentime", tags=forms.WIDE),
        **top("culturesite", "FROM microlab WHERE {period}"),
    ),
    Template(
        id="top_intakes_in_hospital",
        category=CATEGORY,
        wordings=(
            "What are the top {top} most frequently recorded intakes in hospital {hospital} {period}?",
            "In hospital {hospital}, which intakes rank among the top {top} by number of records {period}?",
            "Name the top {top} intakes of hospital {hospital} by how many times they were "
            "recorded {period}.",
        ),
        facts="""
SELECT hospitalid AS hospital, intakeoutputtime AS at
FROM intakeoutput JOIN patient USING (patientunitstayid)
WHERE cellpath LIKE '%intake%'""",
        options=forms.TOP,
        period=When("intakeoutputtime", tags=forms.WIDE),
        answer=forms.NAMES,
        fewest=2,
        **top(
            "celllabel",
            """
  FROM intakeoutput
  WHERE patientunitstayid IN (SELECT patientunitstayid FROM patient WHERE hospitalid = {hospital})
    AND cellpath LIKE '%intake%'
    AND {period}""",
        ),
    ),
    Template(
        id="top_outputs_in_hospital",
        category=CATEGORY,
        wordings=(
            "What are the top {top} most frequently recorded outputs in hospital {hospital} {period}?",
            "In hospital {hospital}, which outputs rank among the top {top} by number of records {period}?",
            "Name the top {top} outputs of hospital {hospital} by how many times they were "
            "recorded {period}.",
        ),
        facts="""
SELECT hospitalid AS hospital, intakeoutputtime AS at
FROM intakeoutput JOIN patient USING (patientunitstayid)
WHERE cellpath LIKE '%output%'""",
        options=forms.TOP,
        period=When("intakeoutputtime", tags=forms.WIDE),
        answer=forms.NAMES,
        fewest=2,
        **top(
            "celllabel",
            """
  FROM intakeoutput
  WHERE patientunitstayid IN (SELECT patientunitstayid FROM patient WHERE hospitalid = {hospital})
    AND cellpath LIKE '%output%'
    AND {period}""",
        ),
    ),
    Template(
        id="top_wards",
        category=CATEGORY,
        wordings=(
            "What are the ids of the top {top} wards by the number of ICU stays that began there {period}?",
            "Which wards, by their ids, rank among the top {top} by how many ICU stays began in them "
            "{period}?",
            "Give the ids of the top {top} wards in which the most ICU stays began {period}.",
        ),
        facts="SELECT unitadmittime AS at FROM patient",
        options=forms.TOP,
        period=When("unitadmittime", tags=forms.WIDE),
        answer=SetOf(items=Integer()),
        fewest=2,
        **top("wardid", "FROM patient WHERE {period}"),
    ),
    Template(
        id="top_hospitals",
        category=CATEGORY,
        wordings=(
            "What are the ids of the top {top} hospitals by the number of visits that began {period}?",
            "Which hospitals, by their ids, rank among the top {top} by how many hospital visits began in "
            "them {period}?",
            "Give the ids of the top {top} hospitals with the most hospital visits begun {period}.",
        ),
        facts="SELECT hospitaladmittime AS at FROM patient",
        options=forms.TOP,
        period=When("hospitaladmittime", tags=forms.WIDE),
        answer=SetOf(items=Integer()),
        fewest=2,
        **top("hospitalid", "FROM patient WHERE {period}", by="count(DISTINCT patienthealthsystemstayid)"),
    ),
)
