from __future__ import annotations

from pathlib import Path

import pytest

from release.distribution import ROOT, ReleaseError, distributions
from release.tag import announcement, notes, released


def test_the_cores_tag_releases_all_that_is_no_family(root: Path) -> None:
    assert [one.name for one in released("v1.2.0", root)] == ["medgym-core", "medgym-ehr", "medgym-prove"]


def test_a_familys_tag_releases_that_family(root: Path) -> None:
    assert [one.name for one in released("doses-v7.0.1", root)] == ["medgym-plugin-doses"]


@pytest.mark.parametrize(
    ("tag", "message"),
    [
        ("1.2.0", "is no tag of a release"),
        ("v1.2", "is no tag of a release"),
        ("v1.3.0", "says 1.2.0"),
        ("doses-v1.2.0", "says 7.0.1"),
        ("dose-v7.0.1", "there is no family 'dose'"),
    ],
)
def test_a_tag_that_says_something_else_is_refused(root: Path, tag: str, message: str) -> None:
    with pytest.raises(ReleaseError, match=message):
        released(tag, root)


def test_a_release_is_described_in_the_changelog(root: Path) -> None:
    (root / "CHANGELOG.md").write_text("# Changelog\n\n## 1.1.0 (2025)\n\n- Nothing.\n")
    with pytest.raises(ReleaseError, match=r"has no section 1\.2\.0"):
        released("v1.2.0", root)


def test_no_fragment_is_left_out_of_a_release(root: Path) -> None:
    (root / "changelog.d").mkdir()
    (root / "changelog.d" / "+doses.added.md").write_text("Doses.\n")
    with pytest.raises(ReleaseError, match=r"\+doses\.added\.md is in no section"):
        released("v1.2.0", root)


def test_notes_end_where_the_next_section_begins(root: Path) -> None:
    assert notes("1.2.0", root) == "- Doses."
    assert notes("2.0.0", root) == ""


def test_the_version_here_has_a_section() -> None:
    assert notes(distributions()[0].version, ROOT)


def test_a_release_is_announced(root: Path) -> None:
    assert announcement("v1.2.0", root) == "- Doses."
    assert (
        announcement("doses-v7.0.1", root) == "Version 7.0.1 of the family doses, as `medgym-plugin-doses`."
    )
