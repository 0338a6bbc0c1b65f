"""Fixtures of the validation's tests."""

from pathlib import Path

import pytest

from medgym_testing.fixtures import make_episode

from . import plugins

collect_ignore = ["plugin"]


@pytest.fixture
def plugin(tmp_path: Path) -> Path:
    """A fresh copy of the good plugin, under names of its own."""
    return plugins.copy(tmp_path)


__all__ = ["make_episode"]
