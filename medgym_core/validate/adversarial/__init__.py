"""Tier 3: what attacks, mutants and equivalents show."""

from medgym_core.validate.adversarial.corpus import CORPUS, OWN
from medgym_core.validate.adversarial.equivalent import EQUIVALENTS
from medgym_core.validate.adversarial.mutant import MUTANTS
from medgym_core.validate.check import Check

CHECKS: tuple[Check, ...] = (CORPUS, OWN, MUTANTS, EQUIVALENTS)
"""Sorted by id."""
