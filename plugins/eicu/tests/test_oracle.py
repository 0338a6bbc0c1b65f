"""The laws of grading, on eICU."""

from libs.ehr.tests.hospital.oracle_laws import *  # noqa: F403
