"""What bounds a box: budgets, and names of what lies in it."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import AfterValidator, Field

from medgym_sandbox.boundary.frozen import Frozen


def _relative(path: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9_][A-Za-z0-9_.-]*(/[A-Za-z0-9_][A-Za-z0-9_.-]*)*", path):
        raise ValueError(f"{path!r} is not a plain relative path (letters, digits, '_', '.', '-', '/')")
    return path


RelativePath = Annotated[str, AfterValidator(_relative)]
"""A path below a known folder: no leading slash, no '..', no hidden names."""


class Limits(Frozen):
    """Budgets of one episode: declared by the family, clamped by the site's."""

    steps: int = Field(default=15, gt=0)
    """Actions per turn."""
    action_s: float = Field(default=60.0, gt=0)
    """Wall-clock seconds one action may run."""
    memory_mb: int = Field(default=1024, ge=64)
    """Memory of the whole box, MiB."""
    cpus: float = Field(default=1.0, gt=0)
    """CPU share of the whole box, cores."""
    pids: int = Field(default=128, ge=8)
    """Processes and threads in the box."""
    workspace_mb: int = Field(default=256, ge=1)
    """Size of the work directory, MiB."""
    output_bytes: int = Field(default=16_384, ge=256)
    """Output kept of one action, bytes; head and tail are kept, the middle is dropped."""
    answer_bytes: int = Field(default=65_536, ge=64)
    """Size cap of a submitted answer, bytes of JSON."""

    def clamp(self, site: Limits) -> Limits:
        """These limits, each at most the site's."""
        ours, theirs = self.model_dump(), site.model_dump()
        return Limits(**{name: min(ours[name], theirs[name]) for name in ours})
