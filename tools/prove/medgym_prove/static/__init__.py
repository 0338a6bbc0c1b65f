"""Level 0: what a plugin's source shows, in seconds."""

from medgym_prove.static.declaration import S07
from medgym_prove.static.entry import S02
from medgym_prove.static.identity import S01
from medgym_prove.static.imports import S11
from medgym_prove.static.pinning import S03
from medgym_prove.static.privilege import S06

CHECKS = (S01, S02, S03, S06, S07, S11)
"""Every check of the level, by id."""
