"""The suite of a source distribution is run where it was unpacked, and must pass a test."""

from __future__ import annotations

import sys
import tarfile
from pathlib import Path

import pytest

from release import suite
from release.distribution import Distribution, ReleaseError, distributions

from .made import workspace


@pytest.fixture
def doses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Distribution:
    """A family, in an environment that is this one."""
    monkeypatch.setattr(suite, "environment", lambda *_: Path(sys.executable))
    return next(one for one in distributions(workspace(tmp_path / "root")) if one.family)


def run(one: Distribution, folder: Path, test: str) -> str:
    """What is said of a suite of one test."""
    (one.folder / "tests").mkdir()
    (one.folder / "tests" / "test_one.py").write_text(test)
    for made in (folder / "dist", folder / "scratch"):
        made.mkdir()
    with tarfile.open(folder / "dist" / f"{one.stem}.tar.gz", "w:gz") as packed:
        packed.add(one.folder, one.stem)
    return suite.suite(one, folder / "dist", folder / "scratch")


def test_its_tests_pass_where_they_were_unpacked(doses: Distribution, tmp_path: Path) -> None:
    test = "from pathlib import Path\n\ndef test_place():\n    assert 'scratch' in Path(__file__).parts\n"
    assert run(doses, tmp_path, test).startswith("1 passed")


@pytest.mark.parametrize(
    ("test", "message"),
    [
        ("def test_one():\n    assert False\n", "1 failed"),
        ("from libs.ehr.tests import shared\n", "ImportError"),
        ("import pytest\n\ndef test_one():\n    pytest.skip('never')\n", "no test of its suite passed"),
    ],
)
def test_what_fails_is_shown(doses: Distribution, tmp_path: Path, test: str, message: str) -> None:
    with pytest.raises(ReleaseError, match=message):
        run(doses, tmp_path, test)
