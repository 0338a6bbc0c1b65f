"""All rows of a part's people."""

from __future__ import annotations

from medgym_ehr.eicu.synthetic.allergy import allergy_rows
from medgym_ehr.eicu.synthetic.culture import culture_rows
from medgym_ehr.eicu.synthetic.diagnosis import diagnosis_rows
from medgym_ehr.eicu.synthetic.fluid import fluid_rows
from medgym_ehr.eicu.synthetic.lab import lab_rows
from medgym_ehr.eicu.synthetic.medication import medication_rows
from medgym_ehr.eicu.synthetic.part import Part
from medgym_ehr.eicu.synthetic.patient import patient_rows
from medgym_ehr.eicu.synthetic.treatment import treatment_rows
from medgym_ehr.eicu.synthetic.vital import vital_rows
from medgym_ehr.synthetic.files import Rows

COUNTED = {
    "diagnosis": "diagnosisid",
    "treatment": "treatmentid",
    "lab": "labid",
    "medication": "medicationid",
    "allergy": "allergyid",
    "intakeOutput": "intakeoutputid",
    "microLab": "microlabid",
    "vitalPeriodic": "vitalperiodicid",
}
"""File to the column that numbers its rows."""


def render(part: Part) -> dict[str, Rows]:
    """File name to rows."""
    return {
        "patient": patient_rows(part),
        "diagnosis": diagnosis_rows(part),
        "treatment": treatment_rows(part),
        "lab": lab_rows(part),
        "medication": medication_rows(part),
        "allergy": allergy_rows(part),
        "intakeOutput": fluid_rows(part),
        "microLab": culture_rows(part),
        "vitalPeriodic": vital_rows(part),
    }
