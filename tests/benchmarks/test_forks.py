"""Forks of episodes of every family are exact, and a fork that is not is noticed."""

from __future__ import annotations

import importlib
import os
from pathlib import Path

import pytest

from medgym_core import OpenFamily, Source, ensure_build, open_family, plugins
from medgym_core.env.moment import Moment
from medgym_sandbox.process import Process
from medgym_testing.session import SessionFamily
from medgym_testing.ward import Ward, WardFamily

forks = importlib.import_module("benchmarks.forks")
BACKENDS = ("process", "bubblewrap", "docker")


def opened(family: SessionFamily | WardFamily, home: Path) -> OpenFamily:
    return OpenFamily(family, ensure_build(family, Source.synthetic(), home), Process())


@pytest.mark.parametrize("family", [SessionFamily(), WardFamily()], ids=lambda family: family.name)
def test_forks_of_sessions_and_services_are_exact(family: SessionFamily, tmp_path: Path) -> None:
    found = forks.tally(opened(family, tmp_path), 3)
    assert (found.forks, found.faults) == (3, [])


def test_a_shared_service_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Ward, "fork", lambda ward: ward)
    assert forks.tally(opened(WardFamily(), tmp_path), 3).faults


def test_a_box_without_its_files_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    go_on = Moment._go_on

    def emptied(moment: Moment, states: object) -> object:
        moment._content = b""
        return go_on(moment, states)

    monkeypatch.setattr(Moment, "_go_on", emptied)
    assert forks.tally(opened(SessionFamily(), tmp_path), 4).faults


@pytest.mark.nightly
@pytest.mark.parametrize("sandbox", BACKENDS)
@pytest.mark.parametrize("name", [family.name for _, family in plugins.families()])
def test_forks_of_every_family_are_exact(name: str, sandbox: str) -> None:
    """Two hundred of each family in all, over the backends that start here."""
    if not plugins.sandbox(sandbox).probe().ok:
        pytest.skip(f"{sandbox} starts no boxes here")
    home = Path(os.environ["MEDGYM_TEST_HOME"]) if "MEDGYM_TEST_HOME" in os.environ else None
    found = forks.tally(open_family(name, sandbox=sandbox, home=home), 67)
    assert found.faults == []
