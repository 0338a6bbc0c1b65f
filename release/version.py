"""Versions: all that is no family has the core's, and whoever needs one of them names the same bounds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from packaging.specifiers import SpecifierSet
from packaging.version import InvalidVersion, Version

from release.distribution import Distribution, ReleaseError, distributions

BOUNDED = (
    "pyproject.toml",
    *("libs/*/pyproject.toml", "plugins/*/pyproject.toml", "tools/*/pyproject.toml"),
    *("templates/*/*/pyproject.toml", "tools/prove/tests/plugin/pyproject.toml", "docs/*.md"),
)
"""Files that may name bounds of this repository's distributions."""
_REQUIRED = re.compile(r"\b(medgym(?:-[a-z]+)?)((?:\[[\w,-]+\]|\{\{[^}]*\}\})?)(>=[\d.]+,<[\d.]+)")
"""A requirement with both bounds; in the template, what stands for the extras."""
_VERSION = re.compile(r'^version = "[^"]*"$', re.MULTILINE)


@dataclass(frozen=True)
class Bounds:
    """The versions of this repository's distributions that work together: those of one minor version."""

    names: frozenset[str]
    """The distributions."""
    version: Version
    """Version that all of them have."""

    @property
    def text(self) -> str:
        """As in a requirement, such as ``>=0.2,<0.3``; before 1.0 every minor version may break."""
        major, minor = self.version.major, self.version.minor
        return f">={major}.{minor},<{major}.{minor + 1}"

    @property
    def specifier(self) -> SpecifierSet:
        """The same, for comparing."""
        return SpecifierSet(self.text)


def bounds(all_: tuple[Distribution, ...]) -> Bounds:
    """What the first distribution, the core, and those that are no family come to."""
    return Bounds(frozenset(one.name for one in all_ if not one.family), Version(all_[0].version))


def misfits(root: Path) -> Iterator[str]:
    """Where a version or a bound is not what the core's version asks for, each with the file."""
    all_ = distributions(root)
    asked = bounds(all_)
    for one in all_:
        if not one.family and one.version != all_[0].version:
            yield f"{one.path}: version is {one.version}; the core's is {all_[0].version}"
    for path, name, found in _named(root):
        if name in asked.names and found != asked.text:
            yield f"{path}: {name}{found}; write {name}{asked.text}"


def write(root: Path, version: str) -> list[Path]:
    """Give all that is no family ``version``, and whoever needs one of them its bounds; the changed files.

    Raises:
        ReleaseError: if that is no version, or not after the present one.
    """
    all_ = distributions(root)
    new = _later(version, Version(all_[0].version))
    asked = Bounds(bounds(all_).names, new)
    ours = {one.path for one in all_ if not one.family}
    changed = []
    for path in _files(root):
        before = path.read_text(encoding="utf-8")
        text = _REQUIRED.sub(lambda it: _bound(it, asked), before)
        if path in ours:
            text = _VERSION.sub(f'version = "{new}"', text, count=1)
        if text != before:
            path.write_text(text, encoding="utf-8")
            changed.append(path)
    return changed


def _later(text: str, present: Version) -> Version:
    try:
        new = Version(text)
    except InvalidVersion as error:
        raise ReleaseError(f"{text!r} is no version; give one such as 0.3.0") from error
    if new <= present:
        raise ReleaseError(f"{new} is not after {present}, which the core has")
    return new


def _bound(found: re.Match[str], asked: Bounds) -> str:
    name, extras, before = found.groups()
    return f"{name}{extras}{asked.text if name in asked.names else before}"


def _files(root: Path) -> Iterator[Path]:
    for pattern in BOUNDED:
        yield from sorted(root.glob(pattern))


def _named(root: Path) -> Iterator[tuple[Path, str, str]]:
    """Every bound of a distribution of this repository: the file, the name, the bound."""
    for path in _files(root):
        for found in _REQUIRED.finditer(path.read_text(encoding="utf-8")):
            yield path, found[1], found[3]
