"""MIMICSQL's five tables of MIMIC-III, built from the published raw files."""

from medgym_ehr.mimic3.mimicsql.build import build_database

__all__ = ["build_database"]
