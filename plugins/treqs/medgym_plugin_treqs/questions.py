"""All templates of the family, by id."""

from __future__ import annotations

from collections.abc import Mapping

from medgym_core import AnswerKind
from medgym_ehr.questions.template import Template
from medgym_plugin_treqs.templates import aggregate, counting, lookup, patient

TEMPLATES: tuple[Template, ...] = (
    *counting.TEMPLATES,
    *aggregate.TEMPLATES,
    *patient.TEMPLATES,
    *lookup.TEMPLATES,
)
"""Every template."""
HELD_OUT = frozenset(
    (
        "aggregate_diagnosis_drug",
        "aggregate_lab_flagged",
        "aggregate_admission_type_procedure",
        "aggregate_gender_admityear",
        "patients_diagnosis_procedure",
        "patients_procedure_lab",
        "patients_drug_lab",
        "patients_marital_status_drug_by_route",
        "patients_dob_year_dead",
        "patients_gender_disease",
        "patients_admission_type_disease",
        "patients_procedure",
        "patients_procedure_title",
        "doses_of_drug_by_route",
        "icd9_code_of_procedure",
        "icd9_code_of_procedure_title",
        "patient_flagged",
        "named_flagged",
        "patient_doses",
        "patient_values",
        "named_types",
        "named_number",
        "patient_death",
    )
)
"""Templates that ``ood`` asks, and no other split: joins of tables that no other template joins so,
aggregates over them, and columns that no other template tells."""

COMMON = tuple(template for template in TEMPLATES if template.id not in HELD_OUT)
"""What the counted splits ask."""
NOVEL = tuple(template for template in TEMPLATES if template.id in HELD_OUT)
"""What ``ood`` asks."""
CATEGORIES: Mapping[str, str] = {template.id: template.category for template in TEMPLATES}
"""Template to category."""
ANSWERS: Mapping[str, AnswerKind] = {template.id: template.answer for template in TEMPLATES}
"""Template to answer kind."""
OPTIONS: Mapping[str, frozenset[str]] = {template.id: frozenset(template.options) for template in TEMPLATES}
"""Template to its places that hold words of its own, not of the data."""
