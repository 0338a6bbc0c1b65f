"""One folder of builds for every verb and every way in from Python."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from medgym_core.agent import AgentConfig
from medgym_core.files import default_home
from medgym_core.rollout.config import RunConfig
from medgym_core.sandbox.spec import BoxSpec
from medgym_core.testing.program import ProgramFamily

WAYS: dict[str, Callable[[], Path]] = {
    "function": default_home,
    "agent": lambda: AgentConfig().home,
    "run": lambda: RunConfig(task=("toy",)).home,
    "box": lambda: BoxSpec(environment=ProgramFamily.environment).home,
}


@pytest.mark.parametrize("way", WAYS)
def test_the_environment_names_the_folder(way: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("MEDGYM_HOME", str(tmp_path))
    assert WAYS[way]() == tmp_path


@pytest.mark.parametrize("way", WAYS)
def test_without_it_the_folder_is_in_the_user_s(
    way: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("MEDGYM_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert WAYS[way]() == tmp_path / ".medgym"
