"""All templates of the family, by id."""

from __future__ import annotations

from collections.abc import Mapping

from medgym_core import AnswerKind
from medgym_ehr.questions.template import Template
from medgym_plugin_treqs.templates import aggregate, counting, lookup, patient
from medgym_plugin_treqs.templates.novel import aggregate as novel_aggregate
from medgym_plugin_treqs.templates.novel import counting as novel_counting
from medgym_plugin_treqs.templates.novel import lookup as novel_lookup
from medgym_plugin_treqs.templates.novel import patient as novel_patient

_OF_NEW_OPERATIONS: tuple[Template, ...] = (
    *novel_counting.TEMPLATES,
    *novel_aggregate.TEMPLATES,
    *novel_lookup.TEMPLATES,
    *novel_patient.TEMPLATES,
)
TEMPLATES: tuple[Template, ...] = (
    *counting.TEMPLATES,
    *aggregate.TEMPLATES,
    *patient.TEMPLATES,
    *lookup.TEMPLATES,
    *_OF_NEW_OPERATIONS,
)
"""Every template."""
HELD_OUT = frozenset(
    (
        *(template.id for template in _OF_NEW_OPERATIONS),
        "aggregate_diagnosis_drug",
        "aggregate_gender_admityear",
        "patients_marital_status_drug_by_route",
        "patients_dob_year_dead",
        "patients_gender_disease",
        "patients_admission_type_disease",
        "doses_of_drug_by_route",
        "patient_doses",
        "patient_values",
        "named_types",
        "named_number",
        "patient_death",
    )
)
"""Templates that ``ood`` asks, and no other split: operations that no other template takes, and joins,
conditions and numbers of columns that no other has. None is one of training with another table."""

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
