"""All rows of a part's people."""

from __future__ import annotations

from medgym_ehr.mimic3.synthetic.admission import admission_rows
from medgym_ehr.mimic3.synthetic.chart import chart_rows
from medgym_ehr.mimic3.synthetic.coding import diagnosis_rows, procedure_rows
from medgym_ehr.mimic3.synthetic.culture import culture_rows
from medgym_ehr.mimic3.synthetic.icustay import draw_icustays, icustay_rows
from medgym_ehr.mimic3.synthetic.intake import intake_rows
from medgym_ehr.mimic3.synthetic.lab import lab_rows
from medgym_ehr.mimic3.synthetic.output import output_rows
from medgym_ehr.mimic3.synthetic.part import Part, Registry
from medgym_ehr.mimic3.synthetic.person import patient_rows
from medgym_ehr.mimic3.synthetic.prescription import prescription_rows
from medgym_ehr.mimic3.synthetic.transfer import transfer_rows
from medgym_ehr.synthetic.files import Rows


def render(part: Part, registry: Registry) -> dict[str, Rows]:
    """File name to rows; parts must be rendered in order, for ICU stays are numbered by ``registry``."""
    icustays = draw_icustays(part, registry.icustays)
    return {
        "PATIENTS": patient_rows(part),
        "ADMISSIONS": admission_rows(part, icustays),
        "ICUSTAYS": icustay_rows(part, icustays),
        "TRANSFERS": transfer_rows(part, icustays),
        "DIAGNOSES_ICD": diagnosis_rows(part),
        "PROCEDURES_ICD": procedure_rows(part),
        "LABEVENTS": lab_rows(part),
        "PRESCRIPTIONS": prescription_rows(part, icustays),
        "CHARTEVENTS": chart_rows(part, icustays),
        "INPUTEVENTS_CV": intake_rows(part, icustays),
        "OUTPUTEVENTS": output_rows(part, icustays),
        "MICROBIOLOGYEVENTS": culture_rows(part),
    }
