"""Other families that are installed here are left alone: their builds take long."""

import pytest

from medgym_testing.installation import pretend_installed


@pytest.fixture(autouse=True)
def nothing_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    pretend_installed(monkeypatch)
