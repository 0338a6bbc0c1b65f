"""Level 4: whether a family is finished: nothing is left to edit, and its own tests pass."""

from medgym_prove.finish.mark import F01
from medgym_prove.finish.own_tests import F02

CHECKS = (F01, F02)
"""Every check of the level, by id."""
