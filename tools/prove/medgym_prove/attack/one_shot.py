"""An attack on long horizons: who is shown how a solution begins, and may act only once after it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from medgym_core.agent.contract import Reply
from medgym_prove.attack.guess import guess
from medgym_prove.attack.payload import submission
from medgym_prove.attack.script import Target


def one_shot(target: Target) -> Iterator[Reply]:
    """The reference's first ``k`` actions (an option), then one: how the reference ends the turn at hand.

    That is the best of single actions where it does not lean on those left out. Where none is left out, the
    one action is a guess, since the reference's own would be the solution.
    """
    if target.index:
        return
    calls, shown = target.brief.reference(), int(target.option("k"))
    for call in calls[:shown]:
        yield Reply(calls=(call,))
    if len(calls) > shown + 1:
        ends = (call for call in calls[shown:] if call.arguments.get("submit") is True)
        yield Reply(calls=(next(ends, calls[-1]),))
        return
    turn = sum(call.arguments.get("submit") is True for call in calls[:shown])
    if turn < len(target.task.turns):
        here = replace(target, index=turn)
        yield submission(here, *guess(here))
