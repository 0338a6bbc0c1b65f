"""What did one patient, or one drug, have most often?"""

from __future__ import annotations

from medgym_core import SetOf, Text
from medgym_ehr.eicu.ehrsql import facts
from medgym_ehr.questions.option import RANKS
from medgym_ehr.questions.period import ABSOLUTE, NO_PERIOD
from medgym_ehr.questions.template import Template, When
from medgym_ehr.questions.top import top
from medgym_plugin_eicu.templates.when import of_patient

CATEGORY = "ranking"

_NAMES = SetOf(items=Text())
_OPTIONS = {"top": RANKS}

TEMPLATES = (
    Template(
        id="top_drugs_of_patient",
        category=CATEGORY,
        wordings=(
            "What are the top {top} drugs of patient {patient} by the total cost of their prescriptions "
            "{period}?",
            "Which drugs rank among the top {top} by what patient {patient}'s prescriptions of them "
            "cost in all {period}?",
            "Name the top {top} drugs on which most was spent in patient {patient}'s prescriptions {period}.",
        ),
        facts=f"SELECT patient, at FROM ({facts.DRUG})",
        options=_OPTIONS,
        period=of_patient("m.drugstarttime", alias="p."),
        answer=_NAMES,
        fewest=2,
        most=12,
        **top(
            "m.drugname",
            """
  FROM medication m
  JOIN patient p ON p.patientunitstayid = m.patientunitstayid
  JOIN cost c ON c.eventtype = 'medication' AND c.eventid = m.medicationid
  WHERE p.uniquepid = {patient} AND {period}""",
            by="round(sum(c.cost), 6)",
        ),
    ),
    Template(
        id="top_labs_of_patient",
        category=CATEGORY,
        wordings=(
            "What are the top {top} lab tests most frequently done on patient {patient} {period}?",
            "Which lab tests rank among the top {top} by number of results of patient {patient} {period}?",
            "Name patient {patient}'s top {top} lab tests by how often they were done {period}.",
        ),
        facts=f"SELECT patient, at FROM ({facts.LAB})",
        options=_OPTIONS,
        period=of_patient("labresulttime"),
        answer=_NAMES,
        fewest=2,
        most=12,
        **top(
            "labname",
            """
  FROM lab JOIN patient USING (patientunitstayid)
  WHERE uniquepid = {patient} AND {period}""",
        ),
    ),
    Template(
        id="top_volumes_of_patient",
        category=CATEGORY,
        wordings=(
            "What are the top {top} intakes of patient {patient} by total volume {period}?",
            "Which intakes rank among the top {top} by the total amount patient {patient} received {period}?",
            "Name the top {top} intakes by the summed amount given to patient {patient} {period}.",
        ),
        facts=f"SELECT patient, at FROM ({facts.INTAKE})",
        options=_OPTIONS,
        period=of_patient("intakeoutputtime"),
        answer=_NAMES,
        fewest=2,
        most=12,
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
        options=_OPTIONS,
        period=When("drugstarttime", tags=(NO_PERIOD, *ABSOLUTE, "rel-year-this", "rel-year-since")),
        answer=_NAMES,
        fewest=2,
        most=12,
        **top(
            "uniquepid",
            """
  FROM medication JOIN patient USING (patientunitstayid)
  WHERE hospitalid = {hospital} AND {period}""",
        ),
    ),
)
