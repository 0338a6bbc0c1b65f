"""Rows of other people's sandboxes: a rate where they are installed, and else why not."""

from __future__ import annotations

import pytest

from benchmarks import neighbours


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(neighbours, "find_spec", lambda package: package)


def test_what_is_not_installed_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(neighbours, "find_spec", lambda package: None)
    absent = neighbours.neighbours()
    assert {*absent.values()} == {"swerex is not installed", "inspect_ai is not installed"}


@pytest.mark.usefixtures("installed")
def test_containers_need_an_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(neighbours.shutil, "which", lambda program: None)
    found = neighbours.neighbours()
    assert {name for name, rate in found.items() if rate == "no Docker engine"} == {
        "SWE-ReX, docker",
        "inspect_ai, docker",
    }
    assert callable(found["SWE-ReX, local"])
