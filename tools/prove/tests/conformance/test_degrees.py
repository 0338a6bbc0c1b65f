"""The conformance suite where the kernel lacks what backends confine with."""

from __future__ import annotations

import pytest

from medgym_prove.conformance import check
from medgym_sandbox import bubblewrap, kernel
from medgym_sandbox.bubblewrap import Bubblewrap
from medgym_sandbox.process import Process

DEGREES = {
    "neither": {"landlock_abi": 0, "namespaces": False, "own_processes": False},
    "no Landlock": {"landlock_abi": 0},
    "no namespaces": {"namespaces": False, "own_processes": False},
    "no /proc of its own": {"own_processes": False},
}


@pytest.mark.slow
@pytest.mark.parametrize("degree", DEGREES)
def test_every_degree_of_confinement_is_declared(degree: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in DEGREES[degree].items():
        monkeypatch.setattr(kernel, name, lambda value=value: value)
    assert check(Process()).violations == ()


@pytest.mark.bubblewrap
@pytest.mark.slow
def test_without_forks_each_box_is_a_bwrap_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bubblewrap, "_forks", lambda: False)
    assert check(Bubblewrap()).violations == ()
