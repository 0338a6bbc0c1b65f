"""What did one patient, or one kind of specimen, have most often?"""

from __future__ import annotations

from medgym_ehr.hospital.forms import ranking as forms
from medgym_ehr.questions.period import ABSOLUTE, CALENDAR, HOSPITAL, ICU
from medgym_ehr.questions.template import NO_PERIOD, Template, When
from medgym_ehr.questions.top import top

CATEGORY = "ranking"


TEMPLATES = (
    forms.top_drugs_of_patient(
        facts="SELECT subject_id AS patient, startdate AS at FROM prescriptions",
        period=When("p.startdate", visit="p.hadm_id", tags=(NO_PERIOD, *HOSPITAL, *CALENDAR)),
        **top(
            "p.drug",
            """
  FROM prescriptions p
  JOIN cost c ON (c.event_type, c.event_id) = ('prescriptions', p.row_id)
  WHERE p.subject_id = {patient} AND {period}""",
            by="round(sum(c.cost), 6)",
        ),
    ),
    forms.most_varied_labs_of_patient(
        facts="SELECT subject_id AS patient, charttime AS at FROM labevents",
        period=When("e.charttime", visit="e.hadm_id", tags=(NO_PERIOD, *HOSPITAL, *CALENDAR)),
        **top(
            "d.label",
            """
  FROM labevents e
  JOIN d_labitems d ON d.itemid = e.itemid
  WHERE e.subject_id = {patient} AND {period}""",
            by="count(DISTINCT e.valuenum)",
        ),
    ),
    forms.top_volumes_of_patient(
        facts="SELECT subject_id AS patient, charttime AS at FROM inputevents_cv",
        period=When(
            "e.charttime",
            visit="e.hadm_id",
            stay="e.icustay_id",
            tags=(NO_PERIOD, *HOSPITAL, *ICU, *CALENDAR),
        ),
        **top(
            "d.label",
            """
  FROM inputevents_cv e
  JOIN d_items d ON d.itemid = e.itemid
  WHERE e.subject_id = {patient} AND {period}""",
            by="round(sum(e.amount), 6)",
        ),
    ),
    Template(
        id="top_organisms_in_specimen",
        category=CATEGORY,
        wordings=(
            "What are the top {top} organisms most often found in {specimen} specimens {period}?",
            "Which organisms rank among the top {top} by the number of microbiology tests on {specimen} "
            "that found them {period}?",
            "Name the top {top} organisms by how many microbiology tests on {specimen} "
            "came back with them {period}.",
        ),
        facts="SELECT spec_type_desc AS specimen, charttime AS at FROM microbiologyevents "
        "WHERE org_name IS NOT NULL",
        options=forms.TOP,
        period=When("charttime", tags=(NO_PERIOD, *ABSOLUTE, "rel-year-this", "rel-year-since")),
        answer=forms.NAMES,
        fewest=2,
        **top(
            "org_name",
            """
  FROM microbiologyevents
  WHERE spec_type_desc = {specimen} AND org_name IS NOT NULL AND {period}""",
        ),
    ),
)
