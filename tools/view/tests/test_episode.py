from __future__ import annotations

from collections.abc import Callable

from medgym_core.task import ActionCall
from medgym_core.trajectory import Episode, Step
from medgym_core.verifier import Status, Verdict
from medgym_view.code import SHOWN
from medgym_view.episode import blocks, facts


def test_every_part_of_the_record_is_shown(make_episode: Callable[..., Episode]) -> None:
    call = ActionCall(name="code_execution", arguments={"code": "x = 1", "submit": True})
    step = Step(turn=0, text="t", reasoning="r", call=call, observation="o", ok=True, submitted=True)
    question, action, submitted, verdict = blocks(make_episode(steps=(step,)))
    prompt, rules = question.parts
    assert (prompt.title, prompt.folded, rules.folded) == ("prompt", False, True)
    assert rules.title.startswith("the rules that the agent is given (")
    assert (action.anchor, action.remark) == ("step-1", "turn 1, ok, submitted, 0.00 s")
    assert [part.title for part in action.parts] == ["reasoning", "text", "code", "submit", "observation"]
    assert submitted.parts[0].body == "1"
    assert (verdict.title, verdict.failed) == ("Verdict: success", False)


def test_a_verdict_tells_its_reasons(make_episode: Callable[..., Episode]) -> None:
    verdict = Verdict(
        status=Status.FAIL, reward=0.0, reason="wrong_value", components={"a": 0.5}, details={"b": [1]}
    )
    block = blocks(make_episode().model_copy(update={"verdict": verdict, "error": "e"}))[-1]
    assert {part.title: str(part.body) for part in block.parts} == {
        "reason": "wrong_value",
        "components": "a = 0.5",
        "b": "[1]",
        "error": "e",
    }
    assert block.failed


def test_a_reply_without_an_action_is_reported(make_episode: Callable[..., Episode]) -> None:
    step = Step(turn=0, text="hm", observation="x" * (SHOWN + 1), ok=False, error="malformed")
    block = blocks(make_episode(steps=(step,)))[1]
    assert (block.title, block.failed) == ("1. no action", True)
    assert block.parts[-1].left_out == 1


def test_facts_name_the_agent_and_the_isolation(make_episode: Callable[..., Episode]) -> None:
    shown = facts(make_episode())
    assert (shown["agent"], shown["isolation"], shown["sample"]) == ("reference", "no box", "0")
