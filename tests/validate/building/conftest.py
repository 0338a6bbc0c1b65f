"""Other families that are installed here are left alone: their builds take long."""

import pytest

from medgym_core import plugins


@pytest.fixture(autouse=True)
def nothing_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    every = plugins.installed
    monkeypatch.setattr(plugins, "installed", lambda *hook: every(*hook) if hook else [])
