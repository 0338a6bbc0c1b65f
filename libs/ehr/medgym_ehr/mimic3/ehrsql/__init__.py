"""EHRSQL's database of MIMIC-III, built from the published raw files."""

from medgym_ehr.mimic3.ehrsql.build import Summary, build_database

__all__ = ["Summary", "build_database"]
