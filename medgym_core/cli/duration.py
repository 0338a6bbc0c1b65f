"""How long things usually take on this machine: as long as the last time."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

from medgym_core.files import default_home, replace_file

NAME = "durations.json"
"""In the home folder: what was done, to the seconds it took."""
KEPT = 200
"""So many are remembered; the one that was done first is forgotten first."""


def usual(what: str) -> float | None:
    """Seconds that ``what`` took the last time; None if nobody knows."""
    return _known().get(what)


def remember(what: str, seconds: float) -> None:
    """Say that ``what`` took so long; where nothing can be written, nothing is remembered."""
    known = _known()
    known.pop(what, None)
    latest = dict([*known.items(), (what, round(seconds, 1))][-KEPT:])
    with suppress(OSError):
        replace_file(_path(), json.dumps(latest, indent=0).encode())


def _known() -> dict[str, float]:
    try:
        found = json.loads(_path().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    if not isinstance(found, dict):
        return {}
    return {str(what): float(s) for what, s in found.items() if isinstance(s, int | float)}


def _path() -> Path:
    return default_home() / NAME
