import pytest

from tools.prove.tests.dynamic import played


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    played.few(monkeypatch)
