"""Did it happen? Yes-no questions about one patient."""

from __future__ import annotations

from medgym_core import Boolean
from medgym_ehr.questions.period import CALENDAR, HOSPITAL
from medgym_ehr.questions.template import Template, When
from medgym_plugin_mimic import facts

CATEGORY = "existence"

TEMPLATES = (
    Template(
        id="has_drug",
        category=CATEGORY,
        wordings=(
            "Has patient {patient} been prescribed {drug} {period}?",
            "Did patient {patient} receive a prescription of {drug} {period}?",
            "Was {drug} prescribed to patient {patient} {period}?",
        ),
        facts=facts.DRUG,
        swap=("drug",),
        period=When("startdate", visit="hadm_id", tags=(*CALENDAR, *HOSPITAL)),
        answer=Boolean(),
        sql="""
SELECT count(*) > 0 FROM prescriptions
WHERE subject_id = {patient} AND drug = {drug} AND {period}""",
    ),
)
