from pathlib import Path

import pytest

from medgym_bundle.creation import Created

from . import toy


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory) -> Created:
    """A bundle without packages."""
    return toy.small(tmp_path_factory.mktemp("small"))


@pytest.fixture(scope="session")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Created:
    """A bundle that installs a toy."""
    return toy.whole(tmp_path_factory.mktemp("whole"))


@pytest.fixture
def copy(small: Created, tmp_path: Path) -> Path:
    """A copy of the small bundle, to be spoilt."""
    path = tmp_path / "copy.pyz"
    path.write_bytes(small.path.read_bytes())
    return path
