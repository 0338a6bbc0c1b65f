"""The laws of grading, on MIMIC-III."""

from libs.ehr.tests.hospital.oracle_laws import *  # noqa: F403
