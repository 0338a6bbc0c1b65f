from __future__ import annotations

import io
import time

import pytest

from medgym_core.cli import waiting
from medgym_core.cli.waiting import Messages


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "FIRST_AFTER_S", 0.02)
    monkeypatch.setattr(waiting, "AGAIN_AFTER_S", 0.02)


def waited(stream: io.StringIO, until: str, terminal: bool = False) -> list[str]:
    """What is printed while something is done, until a text stands there."""
    with Messages(file=stream, force_terminal=terminal, width=100).status("building toy") as wait:
        wait.update("building toy: asking 40%")
        deadline = time.monotonic() + 60
        while until not in stream.getvalue() and time.monotonic() < deadline:
            time.sleep(0.01)
    return stream.getvalue().splitlines()


def test_a_line_now_and_then_says_what_and_how_long() -> None:
    lines = waited(io.StringIO(), until="(0 s)\nbuilding toy")
    assert lines[:2] == ["building toy: asking 40% (0 s)"] * 2


def test_what_is_over_soon_is_not_mentioned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "FIRST_AFTER_S", 60.0)
    assert waited(io.StringIO(), until="") == []


def test_a_terminal_shows_the_seconds() -> None:
    assert any("asking 40% (0 s)" in line for line in waited(io.StringIO(), until="(0 s)", terminal=True))


def test_an_error_ends_it() -> None:
    stream = io.StringIO()
    with pytest.raises(ValueError, match="no"), Messages(file=stream).status("building toy"):
        raise ValueError("no")
    printed = stream.getvalue()
    time.sleep(0.05)
    assert stream.getvalue() == printed
