"""Fixtures of the registry's tests."""

from collections.abc import Iterator

import pytest

from medgym_core.registry import document


@pytest.fixture(autouse=True)
def _forget() -> Iterator[None]:
    """No test sees the registry that another pretended to ship."""
    yield
    document.load.cache_clear()
