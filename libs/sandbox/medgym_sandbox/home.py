"""Where things are kept from one run to the next."""

from __future__ import annotations

import os
from pathlib import Path


def default_home() -> Path:
    """Where builds and environments are kept: the folder ``MEDGYM_HOME``, by default ``~/.medgym``."""
    return Path(os.environ.get("MEDGYM_HOME") or Path.home() / ".medgym")
