"""The laws of grading, on eICU."""

from medgym_ehr.testing.hospital.oracle_laws import *  # noqa: F403
