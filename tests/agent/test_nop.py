from __future__ import annotations

from medgym_core.agent import AgentConfig, Reply
from medgym_core.agent.nop import Nop


def test_it_gives_up_at_once(make_brief):
    assert Nop(AgentConfig()).start(make_brief()).act("question") == Reply()
