"""What people have attested about endpoints: an append-only file of records that expire.

A record says that a person holds an agreement for a dataset and has verified that an endpoint's contract fits
it. It is a person's statement, which software can keep but not check.
"""

from __future__ import annotations

import secrets
from datetime import date, timedelta
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter, ValidationError, model_validator

from medgym_core.access.endpoint import canonical
from medgym_core.errors import ConfigError, DataError
from medgym_core.files import append_line
from medgym_sandbox.boundary.frozen import Frozen

LONGEST = timedelta(days=90)
"""No attestation holds longer: the terms of endpoints change."""
Said = Annotated[str, Field(min_length=1)]


class Attestation(Frozen):
    """One person's statement on one dataset and one endpoint."""

    kind: Literal["attestation"] = "attestation"
    """Tells it from a revocation."""
    id: str = Field(default_factory=lambda: secrets.token_hex(4))
    """Name, by which it is revoked."""
    person: Said
    """Who states it."""
    institution: Said
    """Where they work."""
    dataset: Said
    """Family whose data it is about."""
    agreement: Said
    """The agreement they hold for it, with its version."""
    endpoint: Said
    """Base URL of the endpoint."""
    zero_retention: Literal[True]
    """The endpoint keeps nothing of what it is sent."""
    no_training: Literal[True]
    """Nothing is trained on it."""
    no_human_review: Literal[True]
    """No person reads it."""
    evidence: Said
    """Where that is written: a link, or a file's name and sha256."""
    made: date
    """When it was stated."""
    expires: date
    """The last day on which it holds."""

    @model_validator(mode="after")
    def _lasts(self) -> Attestation:
        if not self.made <= self.expires <= self.made + LONGEST:
            raise ValueError(f"an attestation holds for at most {LONGEST.days} days")
        return self


class Revocation(Frozen):
    """The end of an attestation before its time."""

    kind: Literal["revocation"] = "revocation"
    """Tells it from an attestation."""
    revokes: Said
    """Id of the attestation."""
    reason: Said
    """Why."""
    made: date
    """When."""


_RECORD: TypeAdapter[Attestation | Revocation] = TypeAdapter(
    Annotated[Attestation | Revocation, Field(discriminator="kind")]
)


class Attestations:
    """The records of one home folder."""

    def __init__(self, home: Path) -> None:
        """The attestations kept in the data directory ``home``; the file is read when it is asked for."""
        self.file = home / "access" / "attestations.jsonl"
        """Where they stand, one JSON object a line."""

    def records(self) -> list[Attestation | Revocation]:
        """Every record, oldest first.

        Raises:
            DataError: naming the line that is none.
        """
        if not self.file.exists():
            return []
        records = []
        for number, line in enumerate(self.file.read_bytes().splitlines(), 1):
            try:
                records.append(_RECORD.validate_json(line))
            except ValidationError as error:
                reason = error.errors()[0]["msg"]
                raise DataError(f"{self.file} line {number} is no record ({reason}); take it out") from error
        return records

    def valid(self, dataset: str, endpoint: str, today: date) -> Attestation | None:
        """The attestation that holds for ``dataset`` at ``endpoint``, if there is one."""
        records = self.records()
        revoked = {record.revokes for record in records if isinstance(record, Revocation)}
        for record in reversed(records):
            if (
                isinstance(record, Attestation)
                and record.id not in revoked
                and record.dataset == dataset
                and canonical(record.endpoint) == canonical(endpoint)
                and record.made <= today <= record.expires
            ):
                return record
        return None

    def revoke(self, id: str, reason: str, today: date) -> Revocation:
        """Revoke the attestation ``id``.

        Raises:
            ConfigError: if there is none of that name.
        """
        self.refuse_unknown(id)
        revocation = Revocation(revokes=id, reason=reason, made=today)
        self.append(revocation)
        return revocation

    def refuse_unknown(self, id: str) -> None:
        """Refuse an ``id`` that no attestation has.

        Raises:
            ConfigError: if so.
        """
        if id not in {record.id for record in self.records() if isinstance(record, Attestation)}:
            raise ConfigError(f"there is no attestation {id!r}; `medgym access list` shows them")

    def append(self, record: Attestation | Revocation) -> None:
        """Add ``record`` for good; nothing is ever changed or taken out."""
        append_line(self.file, record.model_dump_json())
