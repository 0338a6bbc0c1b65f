"""The laws of grading, on MIMIC-III."""

from medgym_ehr.testing.hospital.oracle_laws import *  # noqa: F403
