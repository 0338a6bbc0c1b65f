"""Questions about what the database holds of nobody."""

from __future__ import annotations

from medgym_plugin_eicu.templates import (
    unanswerable_care,
    unanswerable_patient,
    unanswerable_person,
)

TEMPLATES = (
    *unanswerable_patient.TEMPLATES,
    *unanswerable_person.TEMPLATES,
    *unanswerable_care.TEMPLATES,
)
