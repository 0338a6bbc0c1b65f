"""Where raw data comes from, and the builds made of it.

A build is a pure function of (source bytes, parameters, plugin version). It lives under its digest in two
halves: ``public/`` is what a box may see, ``private/`` (gold, hidden tests, labels) never enters one.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import Field, model_validator

from medgym_core.access import Tier
from medgym_sandbox.boundary.frozen import Frozen
from medgym_sandbox.progress import Progress as Progress
from medgym_sandbox.progress import silent as silent


class Source(Frozen):
    """Where raw data comes from: the user's own copy, or a generator."""

    kind: Literal["synthetic", "user"]
    """Which of the two."""
    tier: Tier
    """Sensitivity of everything derived from it."""
    seed: int = 0
    """Seed of a synthetic source."""
    scale: int | None = Field(default=None, gt=0)
    """Size of a synthetic source in the dataset's own unit; None takes the default."""
    path: Path | None = None
    """Folder or file of a user's copy."""

    @model_validator(mode="after")
    def _path_fits_kind(self) -> Source:
        if (self.kind == "user") != (self.path is not None):
            raise ValueError("a user source has a path, a synthetic one has none")
        return self

    @classmethod
    def synthetic(cls, seed: int = 0, scale: int | None = None) -> Source:
        """A generated source in the raw published layout."""
        return cls(kind="synthetic", tier=Tier.SYNTHETIC, seed=seed, scale=scale)

    @classmethod
    def user(cls, path: Path, tier: Tier = Tier.RESTRICTED) -> Source:
        """The user's own copy at ``path``; undeclared data counts as restricted."""
        return cls(kind="user", tier=tier, path=path.resolve())


class Build(Frozen):
    """One finished (or, inside :meth:`TaskFamily.build`, growing) build."""

    family: str
    """Family it belongs to."""
    version: str
    """Family version that built it."""
    digest: str
    """Identity: sha256 over family, version, parameters and source bytes, hex."""
    tier: Tier
    """Sensitivity, inherited from the source."""
    source: Source
    """What it was made of."""
    root: Path
    """Folder that holds ``public/`` and ``private/``."""

    @property
    def public(self) -> Path:
        """What boxes may see, read-only."""
        return self.root / "public"

    @property
    def private(self) -> Path:
        """What no box ever sees."""
        return self.root / "private"


def home_of(build: Build) -> Path:
    """The folder below which ``build`` stands, or grows: where environments and other builds are kept."""
    return next(folder.parent for folder in build.root.parents if folder.name == "builds")
