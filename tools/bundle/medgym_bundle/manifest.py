"""What a bundle says it holds; plain dataclasses, since no package is there when it is installed."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from medgym_bundle.machine import Machine
from medgym_core.errors import DataError

FORM = 1
"""Version of this form."""
_PIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9._]*==[A-Za-z0-9.+!_]+")
_HASH = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True)
class File:
    """One file of a bundle."""

    size: int
    """Bytes."""
    sha256: str
    """Of its content, hex."""


@dataclass(frozen=True)
class Manifest:
    """The content of ``manifest.json``."""

    medgym: str
    """Version of medgym-core."""
    families: Mapping[str, str]
    """Family to the version of its package."""
    machine: Machine
    """What it is made for."""
    environment: tuple[str, ...]
    """What is installed, ``name==version`` each; further wheels are for boxes."""
    images: tuple[str, ...]
    """References of the images in ``images.tar.gz``."""
    files: Mapping[str, File]
    """Every file but the manifest itself, by its name in the archive."""

    def text(self) -> str:
        """Canonical text: equal manifests have equal bytes."""
        return json.dumps({"form": FORM, **asdict(self)}, indent=1, sort_keys=True) + "\n"


def parse(text: bytes) -> Manifest:
    """The manifest that ``text`` holds.

    Raises:
        DataError: if it holds none, one of another form, or names that lead out of a folder.
    """
    try:
        content: dict[str, Any] = json.loads(text)
        if content["form"] != FORM:
            raise DataError(
                f"its manifest has form {content['form']!r} and this program reads form {FORM}; run the "
                f"bundle itself: `python3 BUNDLE install --into FOLDER`"
            )
        files = {str(name): File(**file) for name, file in content["files"].items()}
        manifest = Manifest(
            medgym=str(content["medgym"]),
            families=dict(content["families"]),
            machine=Machine(**content["machine"]),
            environment=tuple(content["environment"]),
            images=tuple(content["images"]),
            files=files,
        )
        sound = all(map(_PIN.fullmatch, manifest.environment)) and all(map(_is_file, files.values()))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise DataError(f"its manifest is no manifest ({error!r}); fetch the bundle anew") from error
    if not sound:
        raise DataError("its manifest is no manifest (a package, size or checksum); fetch the bundle anew")
    for name in files:
        if not is_inner(name):
            raise DataError(f"it holds the name {name!r}, which may lead out of its folder; do not use it")
    return manifest


def is_inner(name: str) -> bool:
    """Whether ``name`` is a plain relative path that stays within its folder."""
    parts = name.split("/")
    return name.isprintable() and "\\" not in name and not {"", ".", ".."} & set(parts)


def _is_file(file: File) -> bool:
    return type(file.size) is int and file.size >= 0 and bool(_HASH.fullmatch(file.sha256))
