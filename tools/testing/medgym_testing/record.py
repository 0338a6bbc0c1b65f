"""Records of episodes that nobody played."""

from __future__ import annotations

from medgym_core.access import Tier
from medgym_core.trajectory import Episode, EpisodeKey, Provenance, Step, TurnRecord
from medgym_core.verifier import Status, Verdict


def episode_of(
    index: int = 0,
    replica: int = 0,
    status: Status = Status.SUCCESS,
    reward: float | None = None,
    family: str = "toy",
    category: str = "sum",
    attempt: int = 0,
    steps: tuple[Step, ...] = (),
    build: str = "b" * 64,
    tier: Tier = Tier.OPEN,
    split: str = "test",
) -> Episode:
    """An episode record; every argument has a plain default."""
    key = EpisodeKey(
        task=f"{family}/{split}/{index}",
        build=build,
        family_version="0.1.0",
        verifier="answer@1",
        agent="reference",
        agent_config={},
        protocol="default",
        replica=replica,
        seed=7,
    )
    if reward is None and status.rewarded:
        reward = 1.0 if status is Status.SUCCESS else 0.0
    return Episode(
        key=key,
        category=category,
        system="rules",
        prompt="question",
        steps=steps,
        turns=(TurnRecord(answer="1"),),
        verdict=Verdict(status=status, reward=reward),
        provenance=Provenance(
            core="0.1.0", family_version="0.1.0", verifier="answer@1", build=build, tier=tier
        ),
        attempt=attempt,
        started="2026-01-01T00:00:00Z",
        wall_s=1.5,
    )
