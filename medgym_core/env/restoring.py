"""Recorded steps taken again, so that an episode stands where it stood."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from medgym_core.env.loop import Env
from medgym_core.trajectory import Step


@dataclass(frozen=True)
class Divergence:
    """A step that came to something else when it was taken again: chance or the clock had a part in it."""

    step: int
    """Number of the step, from 0."""
    recorded: str
    """The observation on record."""
    now: str
    """The observation now."""


def retake(env: Env, steps: Sequence[Step]) -> list[Divergence]:
    """Take ``steps`` in ``env``, which was just reset; where observations differ from those on record.

    The episode may be over before the last step where it went another way.

    Raises:
        SandboxError: if the box died by no doing of the steps.
    """
    found = []
    for number, step in enumerate(steps):
        if env.verdict is not None:
            found.append(Divergence(number, step.observation, "the episode is over"))
            break
        if step.call is None and not step.text:
            continue
        now = env.step(step.call or step.text).observation.text
        if now != step.observation:
            found.append(Divergence(number, step.observation, now))
    return found
