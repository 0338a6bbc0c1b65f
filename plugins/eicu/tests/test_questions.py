"""The laws of templates, on eICU's."""

from medgym_ehr.testing.hospital.question_laws import *  # noqa: F403
