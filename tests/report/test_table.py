from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

from rich.console import Console

from medgym_core.journal import JournalWriter, read_index
from medgym_core.metrics import summarise
from medgym_core.report import report_table
from medgym_core.trajectory import Episode
from medgym_core.verifier import Status


def shown(run: Path, *episodes: Episode) -> str:
    with JournalWriter(run) as writer:
        writer.append([(episode, {}) for episode in episodes])
    console = Console(file=io.StringIO(), width=120)
    console.print(report_table(summarise(read_index(run)[0])))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_rate_interval_and_errors_are_printed(tmp_path: Path, make_episode: Callable[..., Episode]) -> None:
    text = shown(tmp_path, make_episode(0), make_episode(1, status=Status.INFRA_ERROR))
    row = next(line for line in text.splitlines() if line.strip().startswith("toy"))
    assert "100.0%" in row
    assert "20.7% - 100.0%" in row
    assert "1 infra_error, 1 success" in row


def test_several_families_have_a_total(tmp_path: Path, make_episode: Callable[..., Episode]) -> None:
    text = shown(tmp_path, make_episode(0), make_episode(0, family="other", status=Status.FAIL))
    assert "50.0%" in next(line for line in text.splitlines() if line.strip().startswith("all"))


def test_only_errors_show_no_rate(tmp_path: Path, make_episode: Callable[..., Episode]) -> None:
    text = shown(tmp_path, make_episode(status=Status.AGENT_ERROR))
    assert "%" not in text.split("interval", 1)[1]
