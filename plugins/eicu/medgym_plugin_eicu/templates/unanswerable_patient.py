"""What the database does not hold about a patient or a visit."""

from __future__ import annotations

from medgym_ehr.eicu.ehrsql import facts
from medgym_ehr.hospital.forms import unknown_patient as forms

TEMPLATES = (
    forms.next_appointment(facts=facts.VISIT),
    forms.phone_of_patient(facts=facts.VISIT),
    forms.address_of_patient(facts=facts.VISIT),
    forms.travel_of_patient(facts=facts.VISIT),
    forms.family_history_of_patient(
        facts=facts.VISIT,
        keywords=("family history",),
    ),
    forms.doctor_of_patient(facts=facts.VISIT),
    forms.bed_of_patient(facts=facts.VISIT),
    forms.reimbursement_of_patient(facts=facts.VISIT),
    forms.pain_of_patient(
        facts=facts.VISIT,
        keywords=("pain score", "pain level"),
    ),
    forms.coma_scale_of_patient(
        facts=facts.VISIT,
        keywords=("gcs", "glasgow"),
    ),
    forms.occupation_of_patient(facts=facts.VISIT),
    forms.schooling_of_patient(facts=facts.VISIT),
    forms.contact_of_patient(facts=facts.VISIT),
    forms.blood_group_of_patient(facts=facts.VISIT),
    forms.triage_of_patient(facts=facts.VISIT),
    forms.sequencing_of_patient(facts=facts.VISIT),
    forms.placebo_of_patient(facts=facts.VISIT),
    forms.satisfaction_of_patient(facts=facts.VISIT),
    forms.religion_of_patient(facts=facts.VISIT),
)
