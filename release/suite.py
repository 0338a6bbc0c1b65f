"""The suite of a family as its source distribution has it, away from the repository."""

from __future__ import annotations

import re
import tarfile
from pathlib import Path

from release.build import files
from release.distribution import Distribution, ReleaseError
from release.process import run
from release.smoke import environment

FAST = "not slow"
"""Tests that are run."""
_SAID = re.compile(r"^\d+ passed.*", re.MULTILINE)


def suite(of: Distribution, out: Path, scratch: Path) -> str:
    """Unpack the source distribution of ``of`` from ``out`` below ``scratch`` and run its fast tests there.

    The wheel is installed with what the group ``test`` of the unpacked project names, and nothing else.
    Returns what pytest counted.

    Raises:
        ReleaseError: with what pytest said, if a test fails or none is found.
    """
    wheel, source = files(of, out.absolute())
    with tarfile.open(source) as packed:
        packed.extractall(scratch, filter="data")
    folder = scratch / of.stem
    python = environment(out, scratch, wheel, "--group", f"{folder / 'pyproject.toml'}:test")
    command = (python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", FAST)
    output = run(*command, cwd=folder, MEDGYM_HOME=str(scratch / "home"))
    if not (found := _SAID.search(output)):
        raise ReleaseError(f"{of.name}: no test of its suite passed:\n{output}")
    return found[0]
