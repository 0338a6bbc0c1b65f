from __future__ import annotations

from medgym_core.agent import AgentConfig, Reply
from medgym_core.agent.reference import Reference
from medgym_core.task import ActionCall


def test_it_performs_the_solution_one_call_a_reply_then_gives_up(make_brief):
    calls = [ActionCall(name="terminal", arguments={"command": str(number)}) for number in range(3)]
    policy = Reference(AgentConfig()).start(make_brief(reference=lambda: calls))
    replies = [policy.act("observed") for _ in range(5)]
    assert [reply.calls for reply in replies] == [(calls[0],), (calls[1],), (calls[2],), (), ()]
    assert replies[-1] == Reply()


def test_episodes_do_not_share_a_place(make_brief):
    calls = [ActionCall(name="terminal")]
    agent = Reference(AgentConfig())
    first, second = (agent.start(make_brief(reference=lambda: calls)) for _ in range(2))
    assert first.act("") == second.act("")
