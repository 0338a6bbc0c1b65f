"""Tier 2: what episodes show."""

from medgym_core.validate.check import Check
from medgym_core.validate.dynamic.chance import CHANCE
from medgym_core.validate.dynamic.determinism import DETERMINISM
from medgym_core.validate.dynamic.program_box import PROGRAM_BOX
from medgym_core.validate.dynamic.reference import REWARD, ROOM
from medgym_core.validate.dynamic.reset import RESET

CHECKS: tuple[Check, ...] = (REWARD, CHANCE, DETERMINISM, RESET, PROGRAM_BOX, ROOM)
"""Sorted by id."""
