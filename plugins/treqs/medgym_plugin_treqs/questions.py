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
CATEGORIES: Mapping[str, str] = {template.id: template.category for template in TEMPLATES}
"""Template to category."""
ANSWERS: Mapping[str, AnswerKind] = {template.id: template.answer for template in TEMPLATES}
"""Template to answer kind."""
