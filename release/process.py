"""Running other programs, in an environment that knows nothing of this one."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from release.distribution import ReleaseError


def run(*command: object, cwd: Path, **variables: str) -> str:
    """What a command prints; ``variables`` are added to a clean environment.

    Raises:
        ReleaseError: with all that it said, if it fails.
    """
    inherited = {name: text for name, text in os.environ.items() if not _ours(name)}
    words = [str(word) for word in command]
    done = subprocess.run(words, cwd=cwd, env=inherited | variables, capture_output=True, text=True)
    if done.returncode:
        raise ReleaseError(f"{' '.join(words)} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


def _ours(name: str) -> bool:
    return name.startswith(("MEDGYM_", "PYTHON", "VIRTUAL_ENV"))
