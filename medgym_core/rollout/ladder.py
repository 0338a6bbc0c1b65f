"""How hard an installed family is: what its package says of the ladder of scripted agents."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from medgym_core import plugins
from medgym_core.registry.difficulty import Difficulty, read_difficulty


def difficulty(name: str) -> Difficulty | None:
    """What was measured of the installed family ``name``; None if nothing was."""
    module = next((item.module for item in plugins.installed() if item.name == name), "")
    spec = find_spec(module.partition(":")[0]) if module else None
    return read_difficulty(Path(str(spec.origin)).parent) if spec and spec.origin else None
