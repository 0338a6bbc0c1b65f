"""Level 3: what attacks, mutants and equivalents show."""

from medgym_prove.adversarial.corpus import CORPUS, OWN
from medgym_prove.adversarial.equivalent import EQUIVALENTS
from medgym_prove.adversarial.mutant import MUTANTS
from medgym_prove.check import Check

CHECKS: tuple[Check, ...] = (CORPUS, OWN, MUTANTS, EQUIVALENTS)
"""Sorted by id."""
