"""Tier 1: what the builds show."""

from medgym_core.validate.check import Check

CHECKS: tuple[Check, ...] = ()
"""Sorted by id."""
