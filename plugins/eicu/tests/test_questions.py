"""The laws of templates, on eICU's."""

from libs.ehr.tests.hospital.question_laws import *  # noqa: F403
