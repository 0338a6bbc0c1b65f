from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from medgym_core import ActionCall, Turn
from medgym_core.agent import AgentConfig
from medgym_core.answer import Integer
from medgym_prove.attack import ATTACKS


def call(code: str, submit: bool = False) -> ActionCall:
    return ActionCall(name="code_execution", arguments={"code": code, "submit": submit})


def sent_by(make_brief: Any, calls: Sequence[ActionCall], turns: int, shown: int) -> list[str]:
    """The code that the attack sends until it gives up."""
    brief = make_brief(*[Turn(question="How many?", answer=Integer())] * turns)
    policy = ATTACKS["attack:one_shot"](AgentConfig(options={"k": shown})).start(
        replace(brief, reference=lambda: calls)
    )
    replies = iter(lambda: policy.act("heard").calls, ())
    return [str(one.arguments["code"]) for calls in replies for one in calls]


STEPS = [call("look"), call("compute"), call("submit", submit=True)]
SESSION = [call("first", submit=True), call("second", submit=True), call("third", submit=True)]


@pytest.mark.parametrize(("shown", "sent"), [(0, ["submit"]), (1, ["look", "submit"])])
def test_what_lies_between_is_left_out(make_brief: Any, shown: int, sent: list[str]) -> None:
    assert sent_by(make_brief, STEPS, 1, shown) == sent


def test_a_session_is_left_at_the_next_turn(make_brief: Any) -> None:
    assert sent_by(make_brief, SESSION, 3, 1) == ["first", "second"]


def test_where_nothing_is_left_out_it_guesses(make_brief: Any) -> None:
    *shown, guessed = sent_by(make_brief, STEPS, 1, 2)
    assert shown == ["look", "compute"]
    assert guessed.startswith("value = ")
    assert guessed.endswith("answer = value\n")
