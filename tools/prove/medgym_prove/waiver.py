"""Waivers: failures that are excused for a reason, until a day."""

from __future__ import annotations

import tomllib
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from medgym_core.errors import DataError
from medgym_core.registry.certificate import Waiver

_WAIVERS = TypeAdapter(tuple[Waiver, ...])


def read_waivers(folder: Path) -> tuple[Waiver, ...]:
    """The waivers of a plugin: the tables ``[[tool.medgym.waivers]]`` of its pyproject.toml.

    Raises:
        DataError: if the file is no TOML, or a waiver lacks a field or names a check twice.
    """
    path = folder / "pyproject.toml"
    try:
        project = tomllib.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise DataError(f"{path} is no TOML in UTF-8: {error}; fix it there") from error
    try:
        waivers = _WAIVERS.validate_python(project.get("tool", {}).get("medgym", {}).get("waivers", ()))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise DataError(
            f"{path}: [[tool.medgym.waivers]] {where}: {first['msg']}; each has check, reason and expires"
        ) from error
    checks = [waiver.check for waiver in waivers]
    if repeated := {check for check in checks if checks.count(check) > 1}:
        raise DataError(f"{path}: {', '.join(sorted(repeated))} is waived more than once; keep one waiver")
    return waivers
