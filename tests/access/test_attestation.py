from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from medgym_core.access import Attestations
from medgym_core.errors import ConfigError, DataError

from .attested import REMOTE, TODAY, attestation


def test_what_was_stated_holds_until_it_expires(tmp_path: Path) -> None:
    held, stated = Attestations(tmp_path), attestation()
    held.append(stated)
    assert held.valid("toy", REMOTE + "/", TODAY) == stated
    assert held.valid("toy", REMOTE, stated.expires) == stated
    assert held.valid("toy", REMOTE, stated.expires + timedelta(days=1)) is None
    assert held.valid("toy", REMOTE, stated.made - timedelta(days=1)) is None


def test_it_holds_for_nothing_else(tmp_path: Path) -> None:
    held = Attestations(tmp_path)
    held.append(attestation())
    assert held.valid("toy-two", REMOTE, TODAY) is None
    assert held.valid("toy", "https://models.example/v2", TODAY) is None


def test_what_is_revoked_is_over_but_stays_written(tmp_path: Path) -> None:
    held, stated = Attestations(tmp_path), attestation()
    held.append(stated)
    held.revoke(stated.id, "the terms changed", TODAY)
    assert held.valid("toy", REMOTE, TODAY) is None
    assert [record.kind for record in held.records()] == ["attestation", "revocation"]
    held.append(attestation())
    assert held.valid("toy", REMOTE, TODAY) is not None


def test_only_what_exists_is_revoked(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no attestation 'abc'"):
        Attestations(tmp_path).revoke("abc", "why", TODAY)


@pytest.mark.parametrize(
    "changes",
    [
        {"expires": date(2026, 3, 1) + timedelta(days=91)},
        {"expires": date(2026, 2, 28)},
        {"zero_retention": False},
        {"no_training": False},
        {"no_human_review": False},
        {"person": ""},
        {"evidence": ""},
    ],
)
def test_half_a_statement_is_none(changes: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        attestation(**changes)


def test_records_written_at_once_are_all_there(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _: Attestations(tmp_path).append(attestation()), range(40)))
    assert len(Attestations(tmp_path).records()) == 40


def test_a_damaged_line_is_named_and_nothing_passes(tmp_path: Path) -> None:
    held = Attestations(tmp_path)
    held.append(attestation())
    held.file.write_text(held.file.read_text() + "{}\n")
    with pytest.raises(DataError, match="line 2"):
        held.valid("toy", REMOTE, TODAY)


def test_only_the_owner_reads_them(tmp_path: Path) -> None:
    held = Attestations(tmp_path)
    held.append(attestation())
    assert (held.file.stat().st_mode & 0o777, held.file.parent.stat().st_mode & 0o777) == (0o600, 0o700)
