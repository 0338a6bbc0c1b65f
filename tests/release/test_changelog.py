"""The changelog is made of fragments, as the tool that a release runs makes it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from release.distribution import ROOT, distributions
from release.tag import notes

TYPES = [one["directory"] for one in distributions()[0].table["tool"]["towncrier"]["type"]]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A folder with the changelog as it is here, and no fragment."""
    for name in ("pyproject.toml", "CHANGELOG.md"):
        shutil.copy(ROOT / name, tmp_path)
    (tmp_path / "changelog.d").mkdir()
    subprocess.run(["git", "init", "--quiet", str(tmp_path)], check=True)
    return tmp_path


def test_every_fragment_here_has_a_type_and_a_text() -> None:
    for path in (ROOT / "changelog.d").iterdir():
        if path.name != "README.md":
            assert path.name.split(".")[1:] in [[kind, "md"] for kind in TYPES], path
            assert path.read_text().strip(), path


def test_the_readme_names_every_type() -> None:
    text = (ROOT / "changelog.d" / "README.md").read_text()
    assert [kind for kind in TYPES if f"| `{kind}` |" not in text] == []


def test_a_release_makes_a_section_of_them(checkout: Path) -> None:
    (checkout / "changelog.d" / "12.added.md").write_text("Runs may be paused.\n")
    (checkout / "changelog.d" / "+end.fixed.md").write_text("Boxes end.\n")
    towncrier = [sys.executable, "-m", "towncrier", "build", "--yes", "--version", "99.0.0"]
    subprocess.run(towncrier, cwd=checkout, check=True, capture_output=True)
    section = notes("99.0.0", checkout)
    assert section == "### Added\n\n- Runs may be paused. (#12)\n\n### Fixed\n\n- Boxes end."
    assert list((checkout / "changelog.d").iterdir()) == []
    version = distributions()[0].version
    assert notes(version, checkout) == notes(version, ROOT) != ""
