"""Questions that the data cannot answer, worded like those that it can."""

from __future__ import annotations

from medgym_plugin_eicu.templates import (
    unanswerable_absent,
    unanswerable_care,
    unanswerable_patient,
    unanswerable_person,
)

TEMPLATES = (
    *unanswerable_patient.TEMPLATES,
    *unanswerable_person.TEMPLATES,
    *unanswerable_care.TEMPLATES,
    *unanswerable_absent.TEMPLATES,
)
