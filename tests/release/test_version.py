from __future__ import annotations

from pathlib import Path

import pytest

from release import version
from release.distribution import ROOT, ReleaseError, distributions


def test_everything_here_agrees_with_the_cores_version() -> None:
    assert list(version.misfits(ROOT)) == []


def test_every_bound_here_is_looked_at() -> None:
    named = {path.parent.name for path, name, _ in version._named(ROOT) if name == "medgym-core"}
    alone = {"patient", "reading", "sandbox", "statistics"}  # they import nothing of the core
    folders = {one.folder.name for one in distributions() if one.folder != ROOT} - alone
    assert folders | {"{{cookiecutter.name}}", "docs"} <= named


@pytest.mark.parametrize(
    ("path", "old", "new", "message"),
    [
        ("libs/ehr", '"1.2.0"', '"1.3.0"', "version is 1.3.0; the core's is 1.2.0"),
        ("libs/ehr", ">=1.2,<1.3", ">=1.1,<1.3", "medgym-core>=1.1,<1.3; write medgym-core>=1.2,<1.3"),
        ("plugins/doses", ">=1.2,<1.3", ">=1.2,<2", "medgym-ehr>=1.2,<2; write medgym-ehr>=1.2,<1.3"),
    ],
)
def test_what_differs_is_named(root: Path, path: str, old: str, new: str, message: str) -> None:
    project = root / path / "pyproject.toml"
    project.write_text(project.read_text().replace(old, new, 1))
    (problem,) = version.misfits(root)
    assert problem.endswith(message)
    assert str(project) in problem


def test_a_family_has_a_version_of_its_own(root: Path) -> None:
    assert list(version.misfits(root)) == []
    assert {one.family: one.version for one in distributions(root)}["doses"] == "7.0.1"


def test_one_command_raises_versions_and_bounds(root: Path) -> None:
    (root / "docs").mkdir()
    (root / "docs" / "hooks.md").write_text('needs = ["medgym-core>=1.2,<1.3", "numpy>=1.2,<1.3"]\n')
    changed = version.write(root, "1.3.0")
    assert len(changed) == 5
    assert list(version.misfits(root)) == []
    assert {one.name: one.version for one in distributions(root)} == {
        "medgym-core": "1.3.0",
        "medgym-ehr": "1.3.0",
        "medgym-plugin-doses": "7.0.1",
        "medgym-prove": "1.3.0",
    }
    assert '"medgym-ehr[full]>=1.3,<1.4"' in (root / "plugins" / "doses" / "pyproject.toml").read_text()
    assert (
        root / "docs" / "hooks.md"
    ).read_text() == 'needs = ["medgym-core>=1.3,<1.4", "numpy>=1.2,<1.3"]\n'


@pytest.mark.parametrize(
    ("number", "message"), [("1.2.0", "not after 1.2.0"), ("1.1.9", "not after"), ("next", "no version")]
)
def test_a_version_that_is_not_later_is_refused(root: Path, number: str, message: str) -> None:
    before = (root / "pyproject.toml").read_text()
    with pytest.raises(ReleaseError, match=message):
        version.write(root, number)
    assert (root / "pyproject.toml").read_text() == before
