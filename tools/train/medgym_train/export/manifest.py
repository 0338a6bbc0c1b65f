"""What an export says of itself: what it was made of, what it holds, what was left out and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from medgym_core.access import Tier
from medgym_core.access.tier import strictest
from medgym_sandbox.boundary.frozen import Frozen
from medgym_train.export.options import Options
from medgym_train.export.sample import Sample
from medgym_train.export.shards import Shard

SCHEMA = 1
"""Version of the manifest; changes when a reader of the old form would misread the new."""


class Manifest(Frozen):
    """``manifest.json`` of an export. The same runs and options give the same bytes."""

    schema_version: int = SCHEMA
    """Version of this form."""
    medgym: str
    """Version of medgym-core that exported."""
    options: Options
    """What was asked for."""
    runs: tuple[str, ...]
    """Names of the folders of the runs."""
    tier: Tier
    """Sensitivity of the whole: that of its most sensitive row."""
    protocol: str
    """What was graded; under `paper` an episode goes on until it is right, so rewards prove no solution."""
    evaluation: bool
    """Whether rows of evaluation splits are among them; then no result on those splits counts any more."""
    recorded: int
    """Episodes of the runs."""
    damage: tuple[str, ...]
    """Places of the journals that do not check; what they held is lost."""
    exported: int
    """Episodes of which rows were made."""
    rows: int
    """Rows, of the first table."""
    left_out: dict[str, int]
    """Reason to number of episodes: a status without reward, ``too_long``, ``said_before``, ``no_row``..."""
    tiers: dict[str, int]
    """Tier to number of episodes exported."""
    families: dict[str, int]
    """Family to number of episodes exported."""
    statuses: dict[str, int]
    """Status to number of episodes exported."""
    splits: dict[str, int]
    """Split, as ``family/split``, to number of episodes exported."""
    builds: dict[str, str]
    """Digest of each build to its family and version."""
    verifiers: tuple[str, ...]
    """``name@version`` of everyone who graded."""
    files: dict[str, tuple[Shard, ...]]
    """Table to its files."""


@dataclass
class Tally:
    """Counts of what is exported."""

    tiers: Counter[str] = field(default_factory=Counter)
    families: Counter[str] = field(default_factory=Counter)
    statuses: Counter[str] = field(default_factory=Counter)
    splits: Counter[str] = field(default_factory=Counter)
    builds: dict[str, str] = field(default_factory=dict)
    verifiers: set[str] = field(default_factory=set)
    evaluation: bool = False
    exported: int = 0
    rows: int = 0

    def count(self, samples: Sequence[Sample], rows: int) -> None:
        """``rows`` rows were made of these episodes."""
        self.rows += rows
        for sample in samples:
            episode = sample.episode
            family, split, _ = episode.key.task.rsplit("/", 2)
            self.exported += 1
            self.tiers[episode.provenance.tier.value] += 1
            self.families[family] += 1
            self.statuses[episode.verdict.status.value] += 1
            self.splits[f"{family}/{split}"] += 1
            self.builds[episode.key.build] = f"{family} {episode.key.family_version}"
            self.verifiers.add(episode.key.verifier)
            self.evaluation |= sample.evaluation

    def manifest(self, **facts: Any) -> Manifest:
        """The manifest, completed by what is not counted here."""
        return Manifest(
            tier=strictest(map(Tier, self.tiers)),
            evaluation=self.evaluation,
            exported=self.exported,
            rows=self.rows,
            verifiers=tuple(sorted(self.verifiers)),
            tiers=dict(self.tiers),
            families=dict(self.families),
            statuses=dict(self.statuses),
            splits=dict(self.splits),
            builds=self.builds,
            **facts,
        )
