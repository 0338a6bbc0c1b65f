"""The laws of templates, on MIMIC-III's."""

from libs.ehr.tests.hospital.question_laws import *  # noqa: F403
