"""EHRSQL's database of eICU-CRD, built from the published raw files."""

from medgym_ehr.eicu.ehrsql.build import Summary, build_database

__all__ = ["Summary", "build_database"]
