"""Every check passes on the good plugin, and there is a defect that it finds and no other check does."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from medgym_core.plugins import Installed
from medgym_prove.adversarial import corpus
from medgym_prove.checks import HIGHEST, checks
from medgym_prove.dynamic import reference
from medgym_prove.static.entry import _pretend_installed
from medgym_prove.validation import validate
from medgym_testing.installation import pretend_installed

from .adversarial.armed import attack
from .defects import DEFECTS
from .dynamic import played
from .plugins import subject

KNOWN = {check.id: check for check in checks(HIGHEST)}


@pytest.fixture
def installed(plugin: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the good plugin as if it were the one that is installed, with few episodes to play."""
    played.few(monkeypatch)
    for module, name, few in ((corpus, "TASKS", 2), (corpus, "TRIED", 1), (reference, "RUNS", 2)):
        monkeypatch.setattr(module, name, few)
    attack(plugin)
    of = subject(plugin)
    known = Installed(of.name, of.entry_points[of.name], of.project["project"]["name"], "0.1.0")
    pretend_installed(monkeypatch, known)
    site = tmp_path / "site"
    site.mkdir()
    _pretend_installed(of, site)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(site), str(plugin)]))
    return plugin


def failing(folder: Path, level: int) -> dict[str, tuple[str, ...]]:
    """The checks up to a level that fail, each with why."""
    findings = validate(subject(folder), [check for check in KNOWN.values() if check.level <= level])
    return {finding.id: finding.problems for finding in findings if finding.status == "fail"}


def costly(check: str) -> pytest.MarkDecorator:
    unheld = KNOWN[check].level >= 2 and not played.HOLDS_MEMORY
    return pytest.mark.skipif(unheld, reason="no cgroup holds boxes to their memory here")


def test_every_check_has_a_defect_and_a_fix() -> None:
    assert DEFECTS.keys() == KNOWN.keys()
    assert [check.id for check in KNOWN.values() if len(check.hint.split()) < 8] == []


@pytest.mark.slow
@costly("A01")
def test_the_good_plugin_passes_every_check(installed: Path) -> None:
    assert failing(installed, HIGHEST) == {}


@pytest.mark.slow
@pytest.mark.parametrize("check", [pytest.param(check, marks=costly(check)) for check in DEFECTS])
def test_a_defect_fails_its_check_and_no_other(installed: Path, check: str) -> None:
    DEFECTS[check](installed)
    found = failing(installed, KNOWN[check].level)
    assert set(found) == {check}, found
