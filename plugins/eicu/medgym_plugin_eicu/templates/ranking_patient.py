"""What did one patient, or one drug, have most often?"""

from __future__ import annotations

from medgym_ehr.eicu.ehrsql import facts
from medgym_ehr.hospital.forms import ranking as forms
from medgym_ehr.questions.period import ABSOLUTE, NO_PERIOD
from medgym_ehr.questions.template import Template, When
from medgym_ehr.questions.top import top
from medgym_plugin_eicu.templates.when import of_patient

CATEGORY = "ranking"


TEMPLATES = (
    forms.top_drugs_of_patient(
        facts=f"SELECT patient, at FROM ({facts.DRUG})",
        period=of_patient("m.drugstarttime", alias="p."),
        **top(
            "m.drugname",
            """
  FROM medication m
  JOIN patient p ON p.patientunitstayid = m.patientunitstayid
  JOIN cost c ON (c.eventtype, c.eventid) = ('medication', m.medicationid)
  WHERE p.uniquepid = {patient} AND {period}""",
            by="round(sum(c.cost), 6)",
        ),
    ),
    forms.most_varied_labs_of_patient(
        facts=f"SELECT patient, at FROM ({facts.LAB})",
        period=of_patient("labresulttime"),
        **top(
            "labname",
            """
  FROM lab JOIN patient USING (patientunitstayid)
  WHERE uniquepid = {patient} AND {period}""",
            by="count(DISTINCT labresult)",
        ),
    ),
    forms.top_volumes_of_patient(
        facts=f"SELECT patient, at FROM ({facts.INTAKE})",
        period=of_patient("intakeoutputtime"),
        **top(
            "celllabel",
            """
  FROM intakeoutput JOIN patient USING (patientunitstayid)
  WHERE uniquepid = {patient} AND cellpath LIKE '%intake%' AND {period}""",
            by="round(sum(cellvaluenumeric), 6)",
        ),
    ),
    Template(
        id="top_patients_of_hospital",
        category=CATEGORY,
        wordings=(
            "Which patients of hospital {hospital} rank among the top {top} by the number of prescriptions "
            "made for them there {period}? Give their ids.",
            "What are the ids of the top {top} patients by how many prescriptions they got in hospital "
            "{hospital} {period}?",
            "Give the ids of the top {top} patients of hospital {hospital} by number of prescriptions "
            "made there {period}.",
        ),
        facts="""
SELECT hospitalid AS hospital, drugstarttime AS at
FROM medication JOIN patient USING (patientunitstayid)""",
        options=forms.TOP,
        period=When("drugstarttime", tags=(NO_PERIOD, *ABSOLUTE, "rel-year-this", "rel-year-since")),
        answer=forms.NAMES,
        fewest=2,
        **top(
            "uniquepid",
            """
  FROM medication JOIN patient USING (patientunitstayid)
  WHERE hospitalid = {hospital} AND {period}""",
        ),
    ),
)
