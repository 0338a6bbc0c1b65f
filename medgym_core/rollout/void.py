"""Voids: attempts that came to nothing after the agent had acted, and when they count as its failure.

An error carries no reward, leaves the success rate and is played again. An agent could profit from that by
breaking whatever is about to fail it. So an attempt that breaks down after the agent's first action, by a
cause that is not proved to be ours, is a void; the second void of one episode (the same agent with the same
seed) counts as its failure.
"""

from __future__ import annotations

from medgym_core.trajectory import PROVED, VOIDED, Episode
from medgym_core.verifier import Status, Verdict

MOST = 2
"""So many voids of one episode are a failure."""


def is_void(episode: Episode) -> bool:
    """Whether an attempt broke down after the agent's first action, by no proved failure of ours."""
    verdict = episode.verdict
    broken = verdict.status in (Status.INFRA_ERROR, Status.VERIFIER_ERROR) and verdict.reason != PROVED
    return broken and any(step.call is not None for step in episode.steps)


def settled(episode: Episode, before: int) -> Episode:
    """``episode`` with its number of voids, ``before`` of them earlier; a failure if it is one too many."""
    voids = before + is_void(episode)
    if voids == before or voids < MOST:
        return episode.model_copy(update={"voids": voids})
    details = {"status": episode.verdict.status.value}
    verdict = Verdict(status=Status.FAIL, reward=0.0, reason=VOIDED, details=details)
    return episode.model_copy(update={"voids": voids, "verdict": verdict})
