"""The laws of templates, on MIMIC-III's."""

from medgym_ehr.testing.hospital.question_laws import *  # noqa: F403
