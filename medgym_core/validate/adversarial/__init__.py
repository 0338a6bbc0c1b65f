"""Tier 3: what attacks, mutants and equivalents show."""

from medgym_core.validate.check import Check

CHECKS: tuple[Check, ...] = ()
"""Sorted by id."""
