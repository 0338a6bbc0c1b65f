"""The registry: what is known of every family without importing, or even installing, its plugin.

``registry.json`` is generated from the families themselves and committed; a test regenerates it. Its JSON
Schema, ``schemas/registry.schema.json``, is generated from :class:`Registry`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from pydantic import Field, ValidationError

from medgym_core.access import Tier
from medgym_core.errors import DataError
from medgym_core.family import Category, Split, TaskFamily
from medgym_core.frozen import Frozen


class Entry(Frozen):
    """What the registry knows of one family."""

    package: str
    """Distribution that provides it, as given to ``pip install``."""
    version: str
    """Version of the family the entry was generated from."""
    title: str
    """Human title."""
    summary: str
    """One sentence."""
    tier: Tier
    """Tier of the published data."""
    licence: str
    """Licence of the published data, or of ours where all is synthetic."""
    citation: str
    """Paper or URL."""
    categories: tuple[Category, ...]
    """Every category a task may carry."""
    splits: dict[str, Split]
    """Split name to split."""

    @classmethod
    def of(cls, family: TaskFamily, package: str) -> Entry:
        """The entry of ``family``, provided by the distribution ``package``."""
        return cls(
            package=package,
            version=family.version,
            title=family.title,
            summary=family.summary,
            tier=family.tier,
            licence=family.licence,
            citation=family.citation,
            categories=family.categories,
            splits=dict(family.splits),
        )


class Registry(Frozen):
    """The content of ``registry.json``."""

    form: int = Field(default=1, ge=1, le=1)
    """Version of this form."""
    families: dict[str, Entry] = Field(default_factory=dict)
    """Family name to what is known of it."""


@cache
def load() -> Registry:
    """The shipped registry.

    Raises:
        DataError: if the installed copy is missing or malformed.
    """
    path = _path()
    try:
        return Registry.model_validate_json(path.read_bytes())
    except (OSError, ValidationError) as error:
        why = error.errors()[0]["msg"] if isinstance(error, ValidationError) else error.strerror
        raise DataError(f"the registry at {path} cannot be read ({why}); reinstall medgym-core") from error


def package_of(name: str) -> str | None:
    """The distribution that provides the family ``name``, or None if the registry does not know it."""
    entry = load().families.get(name)
    return entry.package if entry else None


def generate(families: Iterable[tuple[TaskFamily, str]]) -> str:
    """Canonical text of ``registry.json`` for pairs of a family and the distribution that provides it."""
    entries = {family.name: Entry.of(family, package) for family, package in families}
    registry = Registry(families=dict(sorted(entries.items())))
    return _canonical(registry.model_dump(mode="json"))


def schema() -> str:
    """Canonical text of the registry's JSON Schema."""
    return _canonical(Registry.model_json_schema())


def _canonical(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def _path() -> Path:
    package = Path(str(files("medgym_core")))
    shipped = package / "registry.json"
    return shipped if shipped.is_file() else package.parent / "registry.json"
