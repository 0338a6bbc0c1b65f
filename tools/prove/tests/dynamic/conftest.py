import pytest

from . import played


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    played.few(monkeypatch)
