"""Level 1: what a plugin's build shows, in minutes."""

from medgym_prove.building.column import B07
from medgym_prove.building.disjointness import S10
from medgym_prove.building.idle import B06
from medgym_prove.building.leak import S04
from medgym_prove.building.novelty import B09
from medgym_prove.building.people import B02
from medgym_prove.building.reproduction import B01
from medgym_prove.building.shape import B03
from medgym_prove.building.solution import B08
from medgym_prove.building.stated import B04
from medgym_prove.building.telling import B05

CHECKS = (B01, B02, B03, B04, B05, B06, B07, B08, B09, S04, S10)
"""Every check of the level, by id."""
