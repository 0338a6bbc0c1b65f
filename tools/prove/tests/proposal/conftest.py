from pathlib import Path

import pytest

from . import checkout


@pytest.fixture(scope="session")
def tiny_base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A base branch without a core."""
    return checkout.tiny(tmp_path_factory.mktemp("tiny") / "base")


@pytest.fixture(scope="session")
def whole_base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A base branch with the core."""
    return checkout.whole(tmp_path_factory.mktemp("whole") / "base")


@pytest.fixture
def tiny(tiny_base: Path, tmp_path: Path) -> Path:
    """A checkout of the base without a core."""
    return checkout.clone(tiny_base, tmp_path / "tiny")


@pytest.fixture
def whole(whole_base: Path, tmp_path: Path) -> Path:
    """A checkout of the base with the core."""
    return checkout.clone(whole_base, tmp_path / "whole")
