"""Genders, as patient.gender writes them."""

from __future__ import annotations

from medgym_ehr.questions.option import Option

GENDERS = (Option("female", "'female'"), Option("male", "'male'"))
