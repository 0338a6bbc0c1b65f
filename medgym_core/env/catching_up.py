"""An episode that was cut, brought back to its last recorded step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from medgym_core.agent.contract import Policy, Recalling, Reply
from medgym_core.env.loop import Env
from medgym_core.env.restoring import retake
from medgym_core.env.tape import Tape
from medgym_core.errors import MedgymError
from medgym_core.trajectory import Step


class DivergedError(MedgymError):
    """What was recorded does not come about again, so the episode has to begin anew."""


def catch_up(env: Env, policy: Policy, observation: str, steps: Sequence[Step], tape: Tape) -> str:
    """Take recorded ``steps`` again in ``env``, which was just reset; returns what is to be answered next.

    A policy that can recall is told what it said; any other is asked again, and has to say the same.

    Raises:
        DivergedError: if it says something else, or a step comes to something else.
    """
    for reply in _replies(steps):
        said = _said(reply)
        if isinstance(policy, Recalling):
            policy.recall(observation, said)
        elif not _alike(policy.act(observation), said):
            raise DivergedError("the agent does not say again what it said")
        if retake(env, reply):
            raise DivergedError("a step came to something else")
        tape.steps += reply
        observation = "\n\n".join(step.observation for step in reply)
    return observation


def _replies(steps: Sequence[Step]) -> Iterator[list[Step]]:
    reply: list[Step] = []
    for step in steps:
        if reply and not step.continues:
            yield reply
            reply = []
        reply.append(step)
    if reply:
        yield reply


def _said(steps: Sequence[Step]) -> Reply:
    """The reply behind ``steps``, as far as it was performed."""
    first = steps[0]
    calls = tuple(step.call for step in steps if step.call is not None) if first.by_tool else ()
    return Reply(text=first.text, calls=calls, reasoning=first.reasoning, finish_reason=first.finish_reason)


def _alike(now: Reply, then: Reply) -> bool:
    return (now.text, now.calls[: len(then.calls)]) == (then.text, then.calls)
