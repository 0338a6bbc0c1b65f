from __future__ import annotations

import io
import time
from pathlib import Path

import pytest

from medgym_core.cli import duration, waiting
from medgym_core.cli.waiting import Messages


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("MEDGYM_HOME", str(tmp_path))
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


def test_who_waits_again_is_told_how_long() -> None:
    duration.remember("building toy", 61.4)
    assert "building toy: asking 40% (0 of about 61 s)" in waited(io.StringIO(), until="61 s)\nbuilding toy")


def test_what_takes_far_longer_than_the_last_time_is_given_no_estimate() -> None:
    duration.remember("building toy", 0.1)
    wait = waiting.Wait(Messages(file=io.StringIO()), "building toy")
    assert str(wait) == "building toy (0 of about 0 s)"
    time.sleep(0.2)
    assert str(wait) == "building toy (0 s)"


def test_what_was_waited_for_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    with Messages(file=io.StringIO()).status("building toy"):
        time.sleep(0.2)
    first = duration.usual("building toy")
    assert first is not None
    assert first >= 0.2
    monkeypatch.setattr(waiting, "FIRST_AFTER_S", 60.0)
    with Messages(file=io.StringIO()).status("building toy"):
        pass
    assert duration.usual("building toy") == first


def fail() -> None:
    time.sleep(0.1)
    raise ValueError("no")


def test_what_failed_is_not_remembered() -> None:
    with pytest.raises(ValueError, match="no"), Messages(file=io.StringIO()).status("building toy"):
        fail()
    assert duration.usual("building toy") is None


def test_a_terminal_without_unicode_is_told_too() -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    with Messages(file=stream, force_terminal=True, width=100).status("building toy"):
        pass
    stream.seek(0)
    assert "building toy (0 s)" in stream.read()
