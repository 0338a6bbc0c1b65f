"""A run of eight episodes over two families, and what is printed of it."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.console import Console, RenderableType

from medgym_core.task import ActionCall
from medgym_core.trajectory import Episode, Step, Usage
from medgym_core.verifier import Status

CALL = ActionCall(name="code_execution", arguments={"code": "x"})
FAILED = Step(turn=0, call=CALL, observation="FAILED KeyError: 1", ok=False, error="KeyError", submitted=True)


@pytest.fixture
def run(write_run: Callable[..., Path], make_episode: Callable[..., Episode]) -> Path:
    """Two families, two tasks each, two samples a task; the second sample of each task failed by an error."""
    usage = Usage(prompt_tokens=1000, completion_tokens=10, cost_usd=0.5, latency_s=2.0)
    good = FAILED.model_copy(update={"ok": True, "error": "", "usage": usage})
    return write_run(
        *(
            make_episode(index, replica, family=family, steps=steps, status=status)
            for family in ("mimic", "toy")
            for index in range(2)
            for replica, (status, steps) in enumerate([(Status.SUCCESS, (good,)), (Status.FAIL, (FAILED,))])
        )
    )


@pytest.fixture
def printed() -> Callable[[RenderableType], str]:
    """What a console of 140 columns shows."""

    def show(renderable: RenderableType) -> str:
        console = Console(file=io.StringIO(), width=140, markup=False, highlight=False)
        console.print(renderable)
        assert isinstance(console.file, io.StringIO)
        return console.file.getvalue()

    return show
