"""Entries of an index, as a run would have them."""

from __future__ import annotations

from medgym_core.access import Tier
from medgym_core.journal import Entry
from medgym_core.verifier import Status

ENTRY = Entry(
    id="0", segment="s", offset=0, task="toy/test/0", replica=0, category="sum", attempt=0, voids=0,
    status=Status.SUCCESS, reward=1.0, reason="", level="process", tier=Tier.OPEN, agent="llm", settings="{}",
    build="b", versions="0.1.0, answer@1", protocol="default", kinds="", parted=False, steps=2, wall_s=3.0,
    box_s=1.0, latency_s=0.5, prompt_tokens=10, completion_tokens=5, cost_usd=0.5,
)  # fmt: skip


def entry(index: int, status: Status, replica: int = 0, **fields: object) -> Entry:
    """One sample of one task of the family ``toy``."""
    reward = {Status.SUCCESS: 1.0, Status.FAIL: 0.0, Status.TRUNCATED: 0.0}.get(status)
    made = ENTRY._replace(id=f"{index}-{replica}", task=f"toy/test/{index}", status=status, reward=reward)
    return made._replace(replica=replica, **fields)  # type: ignore[arg-type]
