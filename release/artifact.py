"""Built files: wheels and source distributions, and what is wrong with them."""

from __future__ import annotations

import tarfile
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from packaging.metadata import Metadata
from packaging.requirements import Requirement
from packaging.version import Version

from release.distribution import Distribution
from release.version import Bounds

LICENCE = "Apache-2.0"
LABELS = frozenset({"Homepage", "Documentation", "Source", "Issues", "Changelog"})
"""Addresses that every project page shows."""
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
"""Versions of Python that are declared, and tested."""


@dataclass(frozen=True)
class Artifact:
    """One built file of a distribution."""

    path: Path
    """Ends with ``.whl`` or ``.tar.gz``."""
    files: Mapping[str, bytes]
    """Path to content; of a source distribution, below its one folder."""

    @property
    def is_wheel(self) -> bool:
        """Whether it is a wheel."""
        return self.path.suffix == ".whl"

    @cached_property
    def metadata(self) -> Metadata:
        """What an index would read, checked against the standard.

        Raises:
            ExceptionGroup: naming every field that does not hold.
        """
        content = next(text for name, text in self.files.items() if self._is_metadata(name))
        return Metadata.from_email(content)

    @property
    def packages(self) -> frozenset[str]:
        """Folders at the top of a wheel that can be imported."""
        parts = (name.split("/") for name in self.files if name.endswith("/__init__.py"))
        return frozenset(found[0] for found in parts if len(found) == 2)

    def _is_metadata(self, name: str) -> bool:
        return name.endswith(".dist-info/METADATA") if self.is_wheel else name == "PKG-INFO"


def read(path: Path) -> Artifact:
    """A built file with all that it holds."""
    if path.suffix == ".whl":
        with zipfile.ZipFile(path) as wheel:
            return Artifact(path, {name: wheel.read(name) for name in wheel.namelist()})
    with tarfile.open(path) as source:
        held = {member.name: source.extractfile(member) for member in source if member.isfile()}
        files = {name.partition("/")[2]: file.read() for name, file in held.items() if file}
    return Artifact(path, files)


def problems(artifact: Artifact, of: Distribution, bounds: Bounds, licence: bytes) -> Iterator[str]:
    """What keeps a built file of ``of`` from being released, each with the file's name.

    Args:
        artifact: the built file.
        of: the project that it was built from.
        bounds: the versions of this repository's own distributions that may stand beside it.
        licence: the text of the licence.
    """
    try:
        metadata = artifact.metadata
    except ExceptionGroup as wrong:
        yield from (f"{artifact.path.name}: {error}" for error in wrong.exceptions)
        return
    found = [*_identity(metadata, of), *_page(metadata), *_pythons(metadata), *_beside(metadata, bounds)]
    found += [*_licence(artifact, metadata, licence), *_contents(artifact, of)]
    yield from (f"{artifact.path.name}: {problem}" for problem in found)


def _identity(metadata: Metadata, of: Distribution) -> Iterator[str]:
    if metadata.name != of.name:
        yield f"is called {metadata.name}, not {of.name}"
    if metadata.version != Version(of.version):
        yield f"has version {metadata.version}; {of.path} says {of.version}"
    if not (metadata.author or metadata.author_email):
        yield "names no author"


def _page(metadata: Metadata) -> Iterator[str]:
    if not metadata.summary:
        yield "has no description"
    if not (metadata.description or "").strip() or metadata.description_content_type != "text/markdown":
        yield "has no readme in Markdown"
    if lacking := sorted(LABELS - set(metadata.project_urls or ())):
        yield f"lacks addresses: {', '.join(lacking)}"


def _pythons(metadata: Metadata) -> Iterator[str]:
    named = set(metadata.classifiers or ())
    for python in PYTHONS:
        if f"Programming Language :: Python :: {python}" not in named:
            yield f"does not declare Python {python}"
        if metadata.requires_python is None or python not in metadata.requires_python:
            yield f"is not for Python {python}"


def _beside(metadata: Metadata, bounds: Bounds) -> Iterator[str]:
    for required in metadata.requires_dist or ():
        yield from _bounded(required, bounds)


def _bounded(required: Requirement, bounds: Bounds) -> Iterator[str]:
    if required.url:
        yield f"requires {required}, which is an address"
    if required.name in bounds.names and required.specifier != bounds.specifier:
        yield f"requires {required}; write {required.name}{bounds.text}"


def _licence(artifact: Artifact, metadata: Metadata, licence: bytes) -> Iterator[str]:
    if metadata.license_expression != LICENCE:
        yield f"has licence {metadata.license_expression}, not {LICENCE}"
    if [name for name in metadata.classifiers or () if name.startswith("License ::")]:
        yield "names its licence among the classifiers, too"
    if metadata.license_files != ["LICENSE"]:
        yield f"has licence files {metadata.license_files}, not LICENSE alone"
    place = ".dist-info/licenses/LICENSE" if artifact.is_wheel else "LICENSE"
    if licence not in [text for name, text in artifact.files.items() if name.endswith(place)]:
        yield "does not hold the text of the licence"


def _contents(artifact: Artifact, of: Distribution) -> Iterator[str]:
    if artifact.is_wheel and artifact.packages != set(of.packages):
        yield f"holds the packages {sorted(artifact.packages)}, not {sorted(of.packages)}"
    for package in of.packages:
        if f"{package}/py.typed" not in artifact.files:
            yield f"has no {package}/py.typed"
    declared = "Typing :: Typed" in (artifact.metadata.classifiers or ())
    if declared != bool(of.packages):
        yield "says to be typed, and holds no package" if declared else "does not say that it is typed"
    left = [name for name in artifact.files if "__pycache__" in name or name.startswith(".venv")]
    yield from (f"holds {name}" for name in left)
