"""Steps of episodes, written by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from medgym_core.task import ActionCall
from medgym_core.trajectory import Step, Tokens, Usage


def step(code: str = "answer = 1", observation: str = "Recorded.", **more: Any) -> Step:
    """A tool call to ``code_execution``."""
    call = ActionCall(name="code_execution", arguments={"code": code, "submit": more.get("submitted", False)})
    return Step(**{"turn": 0, "call": call, "by_tool": True, "observation": observation, "ok": True} | more)


def submitted(code: str = "answer = 1", **more: Any) -> Step:
    """The submission of a turn."""
    return step(code, submitted=True, **more)


def sampled(prompt: Sequence[int], reply: Sequence[int], logprobs: Sequence[float] = ()) -> dict[str, Any]:
    """Fields of a step whose reply came from a model that returned token ids."""
    tokens = Tokens(prompt_ids=tuple(prompt), completion_ids=tuple(reply), logprobs=tuple(logprobs))
    usage = Usage(prompt_tokens=len(prompt), completion_tokens=len(reply), cost_usd=0.25, latency_s=1.0)
    return {"tokens": tokens, "usage": usage}


def said(text: str, observation: str = "No action found.", **more: Any) -> Step:
    """A reply in words that held no action."""
    return Step(**{"turn": 0, "text": text, "observation": observation, "ok": False} | more)
