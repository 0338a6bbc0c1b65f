"""Defects of the reference implementation, each shown to be absent on MIMIC-III."""

from medgym_ehr.testing.hospital.defect_laws import *  # noqa: F403
