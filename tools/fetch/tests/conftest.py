"""A publisher for every test, and one file there that takes several blocks."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from .publisher import Publisher, publishing

LARGE = random.Random(0).randbytes(300_000)


@pytest.fixture
def publisher() -> Iterator[Publisher]:
    with publishing() as running:
        running.files = {"a.csv": b"id\n1\n", "large.bin": LARGE}
        yield running


@pytest.fixture(autouse=True)
def _nobody(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    """No name of whoever runs the tests, and no proxy."""
    monkeypatch.setenv("NETRC", f"{tmp_path}/netrc")
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
