"""The file ``registry.json``: where it is, how it is written and read."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from pydantic import Field, ValidationError

from medgym_core.errors import DataError
from medgym_core.registry.entry import FamilyEntry
from medgym_sandbox.boundary.frozen import Frozen


class Registry(Frozen):
    """The content of ``registry.json``."""

    form: int = Field(default=1, ge=1, le=1)
    """Version of this form."""
    families: dict[str, FamilyEntry] = Field(default_factory=dict)
    """Family name to what is known of it."""

    def text(self) -> str:
        """Canonical text of the file: equal registries have equal bytes."""
        return _canonical(self.model_dump(mode="json"))


@cache
def load() -> Registry:
    """The shipped registry.

    Raises:
        DataError: if the installed copy is missing or malformed.
    """
    path = shipped()
    try:
        return Registry.model_validate_json(path.read_bytes())
    except (OSError, ValidationError) as error:
        why = _first_misfit(error) if isinstance(error, ValidationError) else error.strerror
        anew = "run `medgym registry build`" if checkout() else "reinstall medgym-core"
        raise DataError(f"the registry at {path} cannot be read ({why}); {anew}") from error


def package_of(name: str) -> str | None:
    """The distribution that provides the family ``name``, or None if the registry does not know it."""
    entry = load().families.get(name)
    return entry.package if entry else None


def schema() -> str:
    """Canonical text of the registry's JSON Schema."""
    return _canonical(Registry.model_json_schema())


def shipped() -> Path:
    """The registry that belongs to this core: in its wheel, or in the checkout that it runs from."""
    package = Path(str(files("medgym_core")))
    inside = package / "registry.json"
    return inside if inside.is_file() else package.parent / "registry.json"


def checkout() -> Path | None:
    """The committed file, where the core runs from a checkout."""
    path = shipped()
    return path if (path.parent / "pyproject.toml").is_file() else None


def _first_misfit(error: ValidationError) -> str:
    """The first thing that is wrong, with the family and the field that it is in."""
    first = error.errors()[0]
    place = [*map(str, first["loc"])]
    if place[:1] == ["families"] and len(place) > 1:
        place = [f"family {place[1]}", *([f"field {'.'.join(place[2:])}"] if place[2:] else [])]
    return f"{', '.join(place)}: {first['msg']}" if place else first["msg"]


def _canonical(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"
