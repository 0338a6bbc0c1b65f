"""Defects of the reference implementation, each shown to be absent on MIMIC-III."""

from libs.ehr.tests.hospital.defect_laws import *  # noqa: F403
