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
    absent: str
    """Why it has no meaning where no solution has what it leaves out."""
    spoiled: Callable[[Solution], Solution | None]
    """A solution without that; None if it has nothing of the kind."""
    agent: str = ""
    """Name of the agent that plays it, where that is not the spoiled solution."""


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


RUNGS = (
    Rung("no-look", "", lambda calls: calls, agent="attack:memory"),
    Rung(
        "one-shot",
        "references take one action",
        lambda calls: calls if calls[1:] else None,
        agent="attack:one_shot",
    ),
    Rung("no-join", "no reference joins tables", _textual(program.in_queries(query.without_joins))),
    Rung("no-time", "no query has a condition on time", _textual(program.in_queries(query.without_times))),
    Rung(
        "no-distinct",
        "no query asks for what is distinct",
        _textual(program.in_queries(query.without_distinct)),
    ),
    Rung("no-units", "no reference changes units", _textual(program.without_units)),
    Rung("no-zones", "no reference reads time zones", _textual(program.without_zones)),
    Rung("no-paging", "nothing comes page by page", _textual(program.without_paging)),
    Rung("no-status", "no reference looks at a status", _textual(program.without_statuses)),
    Rung("full", "", lambda calls: calls, agent="reference"),
)
"""From the one that looks at nothing to the reference."""


@dataclass
class Careless(Agent):
    """Performs the reference without what a rung leaves out."""

    rung: Rung
    """The rung."""

    @property
    def name(self) -> str:  # type: ignore[override]
        """``ladder:<rung>``."""
        return f"ladder:{self.rung.name}"

    def start(self, brief: Brief) -> Recital:
        """Begin an episode."""
        calls = self.rung.spoiled(brief.reference()) or ()
        return Recital(Reply(calls=(call,), finish_reason="tool_calls") for call in calls)


def player(rung: Rung) -> Agent:
    """The agent that plays a rung."""
    from medgym_core import plugins

    return plugins.agent(rung.agent, AgentConfig()) if rung.agent else Careless(rung)
