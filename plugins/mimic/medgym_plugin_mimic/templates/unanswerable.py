"""Questions about what the database holds of nobody."""

from __future__ import annotations

from medgym_plugin_mimic.templates import unanswerable_care, unanswerable_patient

TEMPLATES = (*unanswerable_patient.TEMPLATES, *unanswerable_care.TEMPLATES)
