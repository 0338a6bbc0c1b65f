"""Licences that the user has accepted: once for each published set."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

from medgym_core.download.contract import Remote
from medgym_core.files import append_line
from medgym_sandbox.boundary.frozen import Frozen


class Acceptance(Frozen):
    """That a licence was accepted; stands in ``HOME/access/licences.jsonl``, one JSON object a line."""

    remote: str
    """The published set."""
    licence: str
    """Its licence."""
    page: str
    """Where its text was."""
    accepted: str
    """When, UTC, ISO 8601."""


def is_accepted(remote: Remote, home: Path) -> bool:
    """Whether the licence of ``remote``, as it is declared now, was accepted before."""
    path = home / "access" / "licences.jsonl"
    if not path.is_file():
        return False
    lines = [json.loads(line) for line in path.read_text().splitlines() if line.strip()]
    return any((line["remote"], line["licence"]) == (remote.id, remote.licence) for line in lines)


def accept(remote: Remote, home: Path) -> None:
    """Remember that the user accepts the licence of ``remote``."""
    stated = Acceptance(
        remote=remote.id,
        licence=remote.licence,
        page=remote.licence_page,
        accepted=datetime.now(UTC).isoformat(timespec="seconds"),
    )
    append_line(home / "access" / "licences.jsonl", stated.model_dump_json())
