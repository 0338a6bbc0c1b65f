"""Waivers: failures that are excused for a reason, until a day."""

from __future__ import annotations

import tomllib
from datetime import date
from pathlib import Path
from typing import Annotated

from pydantic import Field, TypeAdapter, ValidationError

from medgym_core.errors import DataError
from medgym_core.frozen import Frozen


class Waiver(Frozen):
    """One excused check."""

    check: Annotated[str, Field(pattern=r"^[SBDA]\d\d$")]
    """Id of the check."""
    reason: Annotated[str, Field(min_length=20)]
    """Why it is excused; a sentence."""
    expires: date
    """Last day on which it counts."""


_WAIVERS = TypeAdapter(tuple[Waiver, ...])


def read_waivers(folder: Path) -> tuple[Waiver, ...]:
    """The waivers of a plugin: the tables ``[[tool.medgym.waivers]]`` of its pyproject.toml.

    Raises:
        DataError: if one lacks a field or names a check twice.
    """
    path = folder / "pyproject.toml"
    project = tomllib.loads(path.read_text(encoding="utf-8"))
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
