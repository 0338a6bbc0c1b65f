from __future__ import annotations

from pathlib import Path

import pytest

from medgym_core.cli import duration


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("MEDGYM_HOME", str(tmp_path))
    return tmp_path


def test_the_last_time_counts() -> None:
    duration.remember("building toy", 9.0)
    duration.remember("building toy", 3.04)
    assert (duration.usual("building toy"), duration.usual("building another")) == (3.0, None)


def test_what_was_done_first_is_forgotten_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(duration, "KEPT", 2)
    for what in ("one", "two", "one", "three"):
        duration.remember(what, 1.0)
    assert [duration.usual(what) for what in ("one", "two", "three")] == [1.0, None, 1.0]


@pytest.mark.parametrize("content", ["", "[1]", '{"building toy": "long"}', "\xff"])
def test_a_broken_memory_is_none(home: Path, content: str) -> None:
    (home / duration.NAME).write_text(content, encoding="latin-1")
    assert duration.usual("building toy") is None
    duration.remember("building toy", 2.0)
    assert duration.usual("building toy") == 2.0


def test_where_nothing_can_be_written_nothing_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEDGYM_HOME", "/proc/none")
    duration.remember("building toy", 2.0)
    assert duration.usual("building toy") is None
