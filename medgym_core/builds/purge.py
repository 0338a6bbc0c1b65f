"""Removing builds, with a receipt: agreements ask for proof that data was deleted."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from medgym_core.access import Tier
from medgym_core.builds.making import MANIFEST, read_manifest
from medgym_core.errors import DataError
from medgym_core.files import append_line
from medgym_core.source import Build
from medgym_sandbox.boundary.frozen import Frozen


class Receipt(Frozen):
    """What was removed, and when; stands in ``HOME/access/purged.jsonl``, one JSON object a line."""

    family: str
    """Family of the build."""
    digest: str
    """Digest of the build."""
    tier: Tier
    """Sensitivity of its data."""
    source: str
    """What it was made of: a path, or the seed of synthetic data."""
    files: int
    """Number of files removed."""
    bytes: int
    """Their size."""
    removed: str
    """When it was done, UTC, ISO 8601."""


def builds(home: Path) -> Iterator[Build]:
    """Every finished build below ``home``."""
    return (read_manifest(manifest.parent)[0] for manifest in sorted(home.glob(f"builds/*/{MANIFEST}")))


def made_of(build: Build) -> str:
    """What ``build`` was made of, in words."""
    source = build.source
    return str(source.path) if source.path else f"synthetic, seed {source.seed}"


def size(build: Build) -> tuple[int, int]:
    """Number of files of ``build`` and their bytes."""
    found = [path.lstat().st_size for path in build.root.rglob("*") if not path.is_dir()]
    return len(found), sum(found)


def purge(build: Build, home: Path) -> Receipt:
    """Remove ``build`` from ``home`` and write the receipt. The user's own copy of the data is not touched.

    Its name goes first, so that an interrupted purge leaves no build that looks whole.

    Raises:
        DataError: if something cannot be removed.
    """
    files, total = size(build)
    receipt = Receipt(
        family=build.family,
        digest=build.digest,
        tier=build.tier,
        source=made_of(build),
        files=files,
        bytes=total,
        removed=datetime.now(UTC).isoformat(timespec="seconds"),
    )
    try:
        (build.root / MANIFEST).unlink()
        shutil.rmtree(build.root)
    except OSError as error:
        raise DataError(
            f"{error.filename} cannot be removed: {error.strerror}; fix that and remove {build.root} by hand"
        ) from error
    append_line(home / "access" / "purged.jsonl", receipt.model_dump_json())
    return receipt
