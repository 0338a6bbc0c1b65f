"""Level 2: what episodes show."""

from medgym_prove.check import Check
from medgym_prove.dynamic.chance import CHANCE
from medgym_prove.dynamic.determinism import DETERMINISM
from medgym_prove.dynamic.horizon import HORIZON
from medgym_prove.dynamic.program_box import PROGRAM_BOX
from medgym_prove.dynamic.reference import REWARD, ROOM
from medgym_prove.dynamic.reset import RESET

CHECKS: tuple[Check, ...] = (REWARD, CHANCE, DETERMINISM, RESET, PROGRAM_BOX, ROOM, HORIZON)
"""Sorted by id."""
