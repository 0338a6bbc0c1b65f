"""Tags: what one releases, and whether it may."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from release.distribution import Distribution, ReleaseError, distributions

_TAG = re.compile(r"(?:(?P<family>[a-z][a-z0-9-]*)-)?v(?P<version>\d+\.\d+\.\d+)")


def released(tag: str, root: Path) -> tuple[Distribution, ...]:
    """The distributions that a tag releases.

    ``v0.2.0`` releases the core, the libraries and the tools, ``mimic-v0.2.0`` the family ``mimic``.

    Raises:
        ReleaseError: if it is no such tag, or the projects or the changelog say something else.
    """
    match = _TAG.fullmatch(tag)
    if match is None:
        raise ReleaseError(f"{tag!r} is no tag of a release; write v0.2.0, or mimic-v0.2.0 for a family")
    found = tuple(one for one in distributions(root) if one.family == match["family"])
    if not found:
        raise ReleaseError(f"{tag}: there is no family {match['family']!r}")
    wrong = [f"{one.path} says {one.version}" for one in found if one.version != match["version"]]
    if not match["family"]:
        wrong += _not_in_changelog(match["version"], root)
    if wrong:
        raise ReleaseError(f"{tag}: {'; '.join(wrong)}")
    return found


def announcement(tag: str, root: Path) -> str:
    """What is said of a release: the section of the changelog, or which version of which family it is.

    Raises:
        ReleaseError: as for `released`.
    """
    first = released(tag, root)[0]
    if first.family:
        return f"Version {first.version} of the family {first.family}, as `{first.name}`."
    return notes(first.version, root)


def notes(version: str, root: Path) -> str:
    """The section of the changelog about a version; empty if there is none."""
    text = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    section = re.search(rf"^## {re.escape(version)} .*?\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    return section[1].strip() if section else ""


def _not_in_changelog(version: str, root: Path) -> Iterator[str]:
    """What the changelog lacks for a release of the core."""
    if not notes(version, root):
        yield f"CHANGELOG.md has no section {version}"
    for path in sorted((root / "changelog.d").glob("*.*.md")):
        yield f"changelog.d/{path.name} is in no section"
