"""Kept steps of unfinished episodes."""

from __future__ import annotations

from pathlib import Path

import pytest

from medgym_core.journal.partial import Partials
from medgym_core.trajectory import Step

STEPS = tuple(Step(turn=0, text=f"line\n{number} \u2028", observation="é", ok=True) for number in range(3))


@pytest.fixture
def partials(tmp_path: Path) -> Partials:
    found = Partials(tmp_path)
    keep = found.keeper("a")
    for step in STEPS:
        keep(step)
    return found


def test_steps_come_back_as_they_were(partials: Partials) -> None:
    assert partials.steps("a") == STEPS
    assert partials.steps("b") == ()


@pytest.mark.parametrize("cut", [1, 10, 60])
def test_what_was_not_written_whole_is_left_out(partials: Partials, tmp_path: Path, cut: int) -> None:
    path = tmp_path / "partial" / "a.jsonl"
    path.write_bytes(path.read_bytes()[:-cut])
    assert partials.steps("a") == STEPS[:2]
    partials.keeper("a")(STEPS[0])
    assert partials.steps("a") == (*STEPS[:2], STEPS[0])


def test_what_is_no_step_ends_them(partials: Partials, tmp_path: Path) -> None:
    path = tmp_path / "partial" / "a.jsonl"
    path.write_bytes(b"{}\n" + path.read_bytes())
    assert partials.steps("a") == ()


def test_recorded_episodes_are_forgotten(partials: Partials) -> None:
    partials.keeper("b")(STEPS[0])
    assert partials.unfinished(lambda id: id == "a") == [1]
    assert partials.steps("a") == ()


def test_files_are_the_owners_alone(partials: Partials, tmp_path: Path) -> None:
    modes = [path.stat().st_mode & 0o777 for path in (tmp_path / "partial", tmp_path / "partial" / "a.jsonl")]
    assert modes == [0o700, 0o600]


def test_a_disk_that_refuses_harms_no_episode(tmp_path: Path) -> None:
    (tmp_path / "partial").write_text("in the way")
    Partials(tmp_path).keeper("a")(STEPS[0])
    assert Partials(tmp_path).steps("a") == ()
