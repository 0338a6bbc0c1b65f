"""What is said of each run and export in a repository: ``medgym.json``, from which the card is written."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from medgym_core import ConfigError, Tier
from medgym_sandbox.boundary.frozen import Frozen

FILE = "medgym.json"
"""Where it lies in a repository."""
SCHEMA = 1
"""Version of the form; changes when a reader of the old form would misread the new."""


class Family(Frozen):
    """A family of which something is shared."""

    version: str
    """Its version."""
    title: str
    """Human title."""
    licence: str
    """Licence of its published data."""
    citation: str
    """Paper or URL."""


class Item(Frozen):
    """A run, or an export."""

    kind: Literal["run", "export"]
    """Which of both."""
    title: str
    """What it is, in a line."""
    medgym: str
    """Version of medgym-core that played or exported."""
    tier: Tier
    """The strictest tier of its data; never a labelled one."""
    families: dict[str, Family]
    """Family to what the registry says of it."""
    splits: tuple[str, ...]
    """Splits, as ``family/split``."""
    evaluation: bool
    """Whether episodes of evaluation splits are among them."""
    agents: tuple[str, ...] = ()
    """Who played; of a run alone."""
    protocol: str
    """What was graded."""
    episodes: int
    """Number of episodes."""
    statuses: dict[str, int]
    """Status to number of episodes."""
    success_rate: float | None = None
    """Success rate as of ``medgym report``; of a run alone."""
    interval: tuple[float, float] | None = None
    """Its 95 % interval."""
    tables: dict[str, str]
    """Table to the pattern of its files, for ``datasets.load_dataset``; the first is the default."""
    columns: dict[str, dict[str, str]] = Field(default_factory=dict)
    """Table to column to type, where a reader cannot guess."""


class Contents(Frozen):
    """All that a repository holds."""

    schema_version: int = SCHEMA
    """Version of this form."""
    items: dict[str, Item]
    """Name to run or export."""

    def refuse_newer(self) -> None:
        """Refuse what a newer version wrote.

        Raises:
            ConfigError: if it did.
        """
        if self.schema_version > SCHEMA:
            raise ConfigError("the repository was written by a newer medgym-hub; upgrade with pip")
