"""Tier 2: what episodes show."""

from medgym_core.validate.check import Check

CHECKS: tuple[Check, ...] = ()
"""Sorted by id."""
