"""The certificate of a family: what it proved, as it is shipped in the plugin's package."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Annotated, Literal, TypeVar

from pydantic import BaseModel, Field, JsonValue, ValidationError

from medgym_core.errors import DataError
from medgym_sandbox.boundary.frozen import Frozen

CERTIFICATE = "certificate.json"
"""Name of the certificate in the plugin's package."""


_Kept = TypeVar("_Kept", bound=BaseModel)


class Waiver(Frozen):
    """One excused check."""

    check: Annotated[str, Field(pattern=r"^[SBDA]\d\d$")]
    """Id of the check."""
    reason: Annotated[str, Field(min_length=20)]
    """Why it is excused; a sentence."""
    expires: date
    """Last day on which it counts."""


class Proof(Frozen):
    """What became of one check."""

    id: str
    """The check."""
    status: Literal["pass", "waived"]
    """Nothing else is certified."""
    figures: Mapping[str, JsonValue] = Field(default_factory=dict)
    """What was counted and scored; the same on every machine."""
    waiver: Waiver | None = None
    """Why a failure is excused, and how long."""


class Certificate(Frozen):
    """What a family proved."""

    form: Literal[1] = 1
    """Version of this form."""
    family: str
    """The family."""
    version: str
    """Its version."""
    core: str
    """Version of the core that validated."""
    date: date
    """Day of the validation."""
    source: str
    """Digest of what decides tasks and verdicts in the plugin's source."""
    libraries: str
    """Digest of what decides in the libraries' modules that the plugin reaches."""
    contract: str
    """Digest of the hook contract."""
    scale: int | None
    """Size of the synthetic builds; None for the family's default."""
    sandboxes: tuple[str, ...]
    """Backends that could start boxes on the machine."""
    checks: tuple[Proof, ...]
    """Every check, by level and id."""


def canonical(certificate: Certificate) -> str:
    """The text of a certificate; equal certificates have equal texts."""
    return json.dumps(certificate.model_dump(mode="json"), indent=2, ensure_ascii=False) + "\n"


def read_certificate(package: Path) -> Certificate | None:
    """The certificate in the folder of a plugin's package, installed or not; None if there is none.

    Raises:
        DataError: if it is malformed.
    """
    return read_kept(package / CERTIFICATE, Certificate, "make it anew with --certify")


def read_kept(path: Path, form: type[_Kept], again: str) -> _Kept | None:
    """What a package keeps in the file ``path``; None if nothing. ``again`` says how to make it anew.

    Raises:
        DataError: if it is malformed.
    """
    try:
        return form.model_validate_json(path.read_bytes())
    except FileNotFoundError:
        return None
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise DataError(f"{path}: {where}: {first['msg']}; {again}") from error
