"""All checks, in the order of their levels and ids."""

from __future__ import annotations

from medgym_core.errors import ConfigError
from medgym_prove.check import Check

HIGHEST = 4
"""The last level; certificates and proposals need every check."""


def checks(level: int) -> tuple[Check, ...]:
    """The checks up to ``level``; modules of higher levels are not imported."""
    from medgym_prove import static

    found = list(static.CHECKS)
    if level >= 1:
        from medgym_prove import building

        found += building.CHECKS
    if level >= 2:
        from medgym_prove import dynamic

        found += dynamic.CHECKS
    if level >= 3:
        from medgym_prove import adversarial

        found += adversarial.CHECKS
    if level >= 4:
        from medgym_prove import finish

        found += finish.CHECKS
    ids = [check.id for check in found]
    if len(set(ids)) != len(ids):
        raise ConfigError(f"check ids repeat: {ids}")
    return tuple(sorted(found, key=lambda check: (check.level, check.id)))
