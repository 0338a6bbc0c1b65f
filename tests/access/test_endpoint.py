from __future__ import annotations

import pytest

from medgym_core.access.endpoint import canonical, is_local


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1:8000/v1",
        "http://127.9.9.9/v1",
        "http://[::1]:8000/v1",
        "http://localhost:8000/v1",
        "http://LOCALHOST/v1",
        "http://[::ffff:127.0.0.1]/v1",
    ],
)
def test_loopback_is_here(url: str) -> None:
    assert is_local(url)


@pytest.mark.parametrize(
    "url",
    [
        "https://api.example/v1",
        "http://10.0.0.7:8000/v1",
        "http://0.0.0.0:8000/v1",
        "http://localhost.models.example/v1",
        "http://127.0.0.1.models.example/v1",
        "http://127.1/v1",
        "http://2130706433/v1",
        "http://127.0.0.1@models.example/v1",
        "http://models.example#127.0.0.1",
        "http://[::ffff:10.0.0.7]/v1",
        "",
    ],
)
def test_everything_else_is_elsewhere(url: str) -> None:
    assert not is_local(url)


@pytest.mark.parametrize(
    "url", ["https://models.example/v1", "HTTPS://Models.Example:443/v1/", " https://models.example/v1 "]
)
def test_one_endpoint_has_one_spelling(url: str) -> None:
    assert canonical(url) == "https://models.example/v1"


@pytest.mark.parametrize(
    "url", ["http://models.example/v1", "https://models.example:8443/v1", "https://models.example/v2"]
)
def test_other_endpoints_are_others(url: str) -> None:
    assert canonical(url) != "https://models.example/v1"
