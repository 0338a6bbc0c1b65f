"""`medgym show`: one episode, or the box as it was at one of its steps."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from medgym_core import Episode, OpenFamily, Source, ensure_build
from medgym_core.access import Tier
from medgym_core.cli.main import main
from medgym_core.journal import JournalWriter
from medgym_core.rollout import reopening
from medgym_sandbox.process import Process
from medgym_testing.session import SessionFamily


@pytest.fixture
def opened(tmp_path: Path) -> OpenFamily:
    family = SessionFamily()
    return OpenFamily(family, ensure_build(family, Source.synthetic(), tmp_path / "home"), Process())


@pytest.fixture
def show(opened: OpenFamily, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """`medgym show` of a run that holds the reference's episode."""
    episode = opened.play("test", 1)
    with JournalWriter(tmp_path / "run") as writer:
        writer.append([(episode, {})])
    monkeypatch.setattr(reopening, "family_of", lambda run, name: opened)

    def run(*arguments: str, typed: str = "") -> Result:
        return CliRunner().invoke(main, ["show", str(tmp_path / "run"), "0", *arguments], input=typed)

    return run


def test_a_shell_in_the_box_as_it_was(show: Callable[..., Result]) -> None:
    result = show("--at", "1", "--open", typed="ls\ncat even.json\nls gone\nexit\nls\n")
    assert result.exit_code == 0
    assert "even.json" in result.stdout
    assert result.stdout.count("even.json") == 1
    assert "[error, exit code 2]" in result.stderr
    assert "before step 1" in result.stderr


def test_before_the_first_step_the_box_is_fresh(show: Callable[..., Result]) -> None:
    assert "even.json" not in show("--at", "0", "--open", typed="ls").stdout


def test_without_a_step_it_is_the_last(show: Callable[..., Result]) -> None:
    assert "before step 2" in show("--open", typed="exit\n").stderr


def test_a_box_that_is_closed_cannot_be_opened(show: Callable[..., Result]) -> None:
    result = show("--at", "3", "--open")
    assert result.exit_code == 2
    assert "the episode was over by then" in result.stderr


def test_a_shell_prints_no_json(show: Callable[..., Result]) -> None:
    result = show("--open", "--json")
    assert result.exit_code == 2
    assert "print no JSON" in result.stderr


@pytest.mark.parametrize("other", [("--at", "1"), ("--open",)])
def test_a_tree_is_drawn_whole(show: Callable[..., Result], other: tuple[str, ...]) -> None:
    result = show("--tree", *other)
    assert result.exit_code == 2
    assert "draws whole leaves" in result.stderr


def test_labelled_data_is_not_shown_unasked(
    opened: OpenFamily, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    episode: Episode = opened.play("test", 1)
    held = episode.provenance.model_copy(update={"tier": Tier.CREDENTIALED})
    with JournalWriter(tmp_path / "run") as writer:
        writer.append([(episode.model_copy(update={"provenance": held}), {})])
    result = CliRunner().invoke(main, ["show", str(tmp_path / "run"), "0", "--open"])
    assert result.exit_code != 0
    assert "--identifiers" in result.stderr


def test_the_steps_before_one_are_shown_alone(show: Callable[..., Result]) -> None:
    assert "2. code_execution" in show().stdout
    assert "2. code_execution" not in show("--at", "1").stdout


def test_a_step_that_there_is_not_is_refused(show: Callable[..., Result]) -> None:
    result = show("--at", "9")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "this episode has 3 steps; give at most --at 3" in result.stderr
    assert show("--at", "3").exit_code == 0


def test_other_samples_of_a_task_are_named(tmp_path: Path, make_episode: Callable[..., Episode]) -> None:
    with JournalWriter(tmp_path / "run") as writer:
        writer.append([(make_episode(0, replica), {}) for replica in range(3)])
    shown = CliRunner().invoke(main, ["show", str(tmp_path / "run"), "toy/test/0"])
    message = f"this is sample 0; there are 2 other samples of toy/test/0; `medgym show {tmp_path / 'run'} "
    assert shown.stderr == f"{message}toy/test/0:1` shows the next\n"
    assert CliRunner().invoke(main, ["show", str(tmp_path / "run"), "toy/test/0:1"]).stderr == ""


def test_damage_is_reported(
    show: Callable[..., Result], tmp_path: Path, make_episode: Callable[..., Episode]
) -> None:
    show()
    with JournalWriter(tmp_path / "run") as writer:
        writer.append([(make_episode(0), {})])
    segment = sorted((tmp_path / "run" / "journal").iterdir())[-1]
    data = bytearray(segment.read_bytes())
    data[-5] ^= 1
    segment.write_bytes(data)
    assert "the journal is damaged in" in show().stderr
