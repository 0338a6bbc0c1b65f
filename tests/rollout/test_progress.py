from __future__ import annotations

import io

import pytest
from rich.console import Console

from medgym_core.rollout import progress
from medgym_core.rollout.progress import RunProgress
from medgym_core.verifier import Status


def lines(terminal: bool, *statuses: Status, done: int = 0) -> str:
    stream = io.StringIO()
    shown = RunProgress(done + len(statuses), done, Console(file=stream, force_terminal=terminal, width=100))
    with shown:
        for status in statuses:
            shown.count(status)
    return stream.getvalue()


def test_plain_lines_tell_count_rate_and_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "LINE_EVERY_S", 0.0)
    text = lines(False, Status.INFRA_ERROR, Status.SUCCESS, Status.FAIL, done=2).splitlines()
    assert text[0].startswith("3/5 episodes, no verdict yet, 1 errors")
    assert text[-1] == "5/5 episodes, success 50.0%, 1 errors"


def test_plain_lines_are_few() -> None:
    assert lines(False, *[Status.SUCCESS] * 50).splitlines() == ["50/50 episodes, success 100.0%"]


def test_a_terminal_gets_a_bar() -> None:
    assert "2/2" in lines(True, Status.SUCCESS, Status.FAIL)
