from __future__ import annotations

import io
import re
import time
from collections.abc import Callable
from typing import Any

import click
import pytest
from rich.console import Console

from medgym_core.journal import Index
from medgym_core.rollout import progress
from medgym_core.rollout.progress import RunProgress, successes
from medgym_core.verifier import Status

from ..metrics.entries import entry


def shown(
    total: int, done: int = 0, terminal: bool = False, width: int = 100, **more: Any
) -> tuple[RunProgress, io.StringIO]:
    stream = io.StringIO()
    console = Console(file=stream, force_terminal=terminal, width=width)
    return RunProgress(total, done, console, **more), stream


def wait(until: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not until() and time.monotonic() < deadline:
        time.sleep(0.01)


def test_a_line_tells_count_rate_and_errors() -> None:
    shows, stream = shown(3)
    with shows:
        for status in (Status.INFRA_ERROR, Status.SUCCESS, Status.FAIL):
            shows.count(status)
    assert stream.getvalue() == "3/3 episodes, success 50.0%, 1 error, 0 s\n"


def test_the_success_of_earlier_drivers_counts_too() -> None:
    shows, stream = shown(5, done=3, succeeded=3)
    with shows:
        shows.count(Status.FAIL)
        shows.count(Status.FAIL)
    assert stream.getvalue() == "5/5 episodes, success 60.0%, 0 s\n"


def test_of_trees_trees_are_counted() -> None:
    shows, stream = shown(2, kind="trees")
    with shows:
        shows.count(Status.FAIL)
        shows.count(Status.SUCCESS)
    assert stream.getvalue() == "2/2 trees, success 50.0%, 0 s\n"


@pytest.mark.parametrize(("parted", "number"), [(False, 3), (True, 1)])
def test_successes_are_those_that_stand_recorded_and_were_drawn(parted: bool, number: int) -> None:
    index, ends = Index(), [(0, 0, True), (0, 1, True), (1, 0, False), (1, 1, True)]
    statuses = {True: Status.SUCCESS, False: Status.FAIL}
    index.add(entry(task, statuses[right], n, parted=parted and n > 0) for task, n, right in ends)
    assert successes(index) == number


def test_a_line_comes_while_nothing_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "LINE_EVERY_S", 0.02)
    shows, stream = shown(3)
    with shows:
        assert list(shows.begun(iter("abc"))) == ["a", "b", "c"]
        wait(lambda: "3 in play" in stream.getvalue())
    assert "\n0/3 episodes, 3 in play, 0 s\n" in f"\n{stream.getvalue()}"


def test_what_ended_is_no_longer_in_play(monkeypatch: pytest.MonkeyPatch) -> None:
    shows, stream = shown(3)
    with shows:
        list(shows.begun(iter("abc")))
        shows.count(Status.SUCCESS)
    assert stream.getvalue() == "1/3 episodes, 2 in play, success 100.0%, 0 s\n"


def test_the_time_that_is_left_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    shows, stream = shown(3)
    monkeypatch.setattr(shows, "_began", time.monotonic() - 100)
    with shows:
        shows.count(Status.SUCCESS)
    assert stream.getvalue() == "1/3 episodes, success 100.0%, 100 s, about 200 s left\n"


@pytest.mark.parametrize("width", [60, 80])
def test_a_terminal_gets_a_bar_and_whole_numbers(width: int) -> None:
    shows, stream = shown(200, terminal=True, width=width)
    with shows:
        list(shows.begun(iter(range(20))))
        shows.count(Status.SUCCESS)
        shows.count(Status.AGENT_ERROR)
    last = click.unstyle(stream.getvalue()).rstrip().rpartition("\r")[2]
    assert re.search(r"2/200 +18 in play, success 100.0%, 1 error +0:00:0\d", last)
    assert ("━" in last) == (width >= 80)


def test_a_terminal_shows_the_seconds_while_nothing_ends() -> None:
    shows, stream = shown(2, terminal=True)
    with shows:
        wait(lambda: "0:00:01" in stream.getvalue())
    assert "0:00:01" in stream.getvalue()


def test_a_terminal_without_unicode_gets_a_bar_too() -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    with RunProgress(2, 0, Console(file=stream, force_terminal=True, width=100)) as shows:
        shows.count(Status.SUCCESS)
    stream.seek(0)
    assert "1/2 success 100.0%" in click.unstyle(stream.read())
