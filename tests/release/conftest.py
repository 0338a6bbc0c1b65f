from __future__ import annotations

from pathlib import Path

import pytest

from tests.release import made


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A small workspace in which all is as it should be."""
    folder = tmp_path / "repository"
    folder.mkdir()
    return made.workspace(folder)
