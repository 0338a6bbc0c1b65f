"""The rungs of the ladder: agents that do as the reference does but for one thing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from medgym_core.agent.contract import Agent, AgentConfig, Brief, Reply
from medgym_core.agent.reference import Recital
from medgym_core.task import ActionCall
from medgym_prove.ladder import program, query

Solution = Sequence[ActionCall]


@dataclass(frozen=True)
class Rung:
    """One agent of the ladder."""

    name: str
    """As tables show it."""
    spoiled: Callable[[Solution], Solution | None]
    """A solution without what the agent leaves out; None if it has nothing of the kind."""
    absent: str = ""
    """Why the agent has no meaning where no solution has that."""
    agent: str = ""
    """Name of the agent that plays it, where that is not the spoiled solution."""


def _whole(calls: Solution) -> Solution:
    return calls


def _several(calls: Solution) -> Solution | None:
    return calls if len(calls) > 1 else None


def _textual(edit: Callable[[str], str | None]) -> Callable[[Solution], Solution | None]:
    """Spoils each text that a solution runs."""

    def spoiled(calls: Solution) -> Solution | None:
        done = [_rewritten(call, edit) for call in calls]
        return done if done != list(calls) else None

    return spoiled


def _rewritten(call: ActionCall, edit: Callable[[str], str | None]) -> ActionCall:
    code = call.arguments.get("code")
    text = edit(code) if isinstance(code, str) else None
    return call.model_copy(update={"arguments": {**call.arguments, "code": text}}) if text else call


def _querying(edit: Callable[[str], str | None]) -> Callable[[Solution], Solution | None]:
    """Spoils each query, of a text that is one or within a program."""
    return _textual(program.in_queries(edit))


RUNGS = (
    Rung("no-look", _whole, agent="attack:memory"),
    Rung("one-shot", _several, "references take one action", agent="attack:one_shot"),
    Rung("no-join", _querying(query.without_joins), "no reference joins tables"),
    Rung("no-time", _querying(query.without_times), "no query has a condition on time"),
    Rung("no-distinct", _querying(query.without_distinct), "no query asks for what is distinct"),
    Rung("no-units", _textual(program.without_units), "no reference changes units"),
    Rung("no-zones", _textual(program.without_zones), "no reference reads time zones"),
    Rung("no-paging", _textual(program.without_paging), "nothing comes page by page"),
    Rung("no-status", _textual(program.without_statuses), "no reference looks at a status"),
    Rung("full", _whole, agent="reference"),
)
"""From the one that looks at nothing to the reference."""


@dataclass
class Careless(Agent):
    """Performs the reference without what a rung leaves out."""

    name: str
    """``ladder:<rung>``."""
    spoiled: Callable[[Solution], Solution | None]
    """The rung's."""

    def start(self, brief: Brief) -> Recital:
        """Begin an episode."""
        calls = self.spoiled(brief.reference()) or ()
        return Recital(Reply(calls=(call,), finish_reason="tool_calls") for call in calls)


def player(rung: Rung) -> Agent:
    """The agent that plays a rung."""
    from medgym_core import plugins

    if rung.agent:
        return plugins.agent(rung.agent, AgentConfig())
    return Careless(f"ladder:{rung.name}", rung.spoiled)
