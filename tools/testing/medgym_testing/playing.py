"""Briefs of invented tasks, and agents played on them without a sandbox."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import JsonValue

from medgym_core.access import Tier
from medgym_core.agent import Brief, Reply
from medgym_core.answer import Integer
from medgym_core.builds.training import Example, Training
from medgym_core.task import ActionCall, Task, Turn

TOOLS: list[dict[str, JsonValue]] = [
    {"type": "function", "function": {"name": "code_execution", "parameters": {"type": "object"}}}
]


class Untrained(Training):
    """A family without training splits."""

    def __init__(self) -> None:
        """Holds nothing."""

    def examples(self, apart_from: str) -> Sequence[Example]:
        """None."""
        return ()


def brief_of(
    *turns: Turn,
    seed: int = 0,
    temperature: float = 0.0,
    tier: Tier = Tier.OPEN,
    reference: Any = tuple,
    training: Any = None,
    protocol: Any = "default",
    **task: Any,
) -> Brief:
    """The brief of a task with these turns."""
    turns = turns or (Turn(question="How many patients are older than 50?", answer=Integer()),)
    made = Task(family="fake", split="test", index=0, category="c", turns=turns, **task)
    return Brief(
        task=made,
        system="the rules",
        prompt=turns[0].question,
        tools=TOOLS,
        seed=seed,
        temperature=temperature,
        tier=tier,
        reference=reference,
        training=lambda: training or Untrained(),
        protocol=protocol,
    )


RUNNER = """
import json
scope = {"__name__": "__main__"}
try:
    exec(compile(open("main.py").read(), "main.py", "exec"), scope)
finally:
    if "answer" in scope:
        open("answer.json", "w").write(json.dumps(scope["answer"]))
"""


@dataclass
class Ran:
    """What one program did."""

    stdout: str = ""
    exit_code: int = 0
    answer: str | None = None
    died: bool = False


class Box:
    """A folder and an interpreter: no isolation at all. Code that sends signals is not run in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir()

    def run(self, code: str, script: str = RUNNER) -> Ran:
        if "os.kill(" in code or "tried(os.kill" in code:
            return self._pretend(code)
        (self.folder / "main.py").write_text(code)
        answer = self.folder / "answer.json"
        answer.unlink(missing_ok=True)
        command = [sys.executable, "-c", script]
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=20)
        return Ran(done.stdout, done.returncode, answer.read_text() if answer.exists() else None)

    def run_with_test(self, code: str, test: str) -> int:
        """Exit status of the code and a test of it in one process."""
        return self.run(f"{code}\n{test}", "exec(open('main.py').read())").exit_code

    def _pretend(self, code: str) -> Ran:
        """A signal to the worker takes the box with it; what it would have done is read, not executed."""
        return Ran(died=True) if "tried(os.kill, worker, signal.SIGKILL)" in code else Ran()


@dataclass
class Played:
    """An episode of an attack."""

    box: Box | None
    replies: list[Reply] = field(default_factory=list)
    submissions: list[str] = field(default_factory=list)
    last: Ran = field(default_factory=Ran)


def silent(**asked: object) -> str:
    """What is looked up is not found."""
    return ""


def _perform(call: ActionCall, played: Played, info: Callable[..., str]) -> str:
    code = call.arguments.get("code")
    if call.name == "request_info":
        return info(**call.arguments)
    if call.name != "code_execution" or not isinstance(code, str):
        return "malformed"
    if played.box is not None:
        played.last = played.box.run(code)
    if call.arguments.get("submit") is not True:
        return played.last.stdout
    played.submissions.append(code)
    return "recorded"


def played(agent: Any, brief: Brief, box: Box | None = None, info: Callable[..., str] = silent) -> Played:
    """``agent`` played to its end; without a box, nothing it sends is executed."""
    policy, record, observation = agent.start(brief), Played(box), brief.prompt
    while (reply := policy.act(observation)).text or reply.calls:
        record.replies.append(reply)
        assert len(record.replies) <= 100
        observation = "".join(_perform(call, record, info) for call in reply.calls) or "malformed"
    return record
