"""Where labelled data may be kept: readable by its owner alone, and not where it would be committed."""

from __future__ import annotations

from pathlib import Path

from medgym_core.access.tier import Tier
from medgym_core.errors import ConfigError, DataError


def refuse_exposed(place: Path, tier: Tier, option: str = "--home") -> None:
    """Refuse to keep data of ``tier`` at ``place``, named by ``option``, if that is within a git checkout.

    Links are followed first: what counts is where the data would lie.

    Raises:
        DataError: if so, with the fix.
    """
    if not tier.labelled:
        return
    place = place.resolve()
    for folder in (place, *place.parents):
        if (folder / ".git").exists():
            raise DataError(
                f"{place} lies in the git checkout {folder}, and {tier} data is not kept where it could be "
                f"committed; choose another {option}, outside of it"
            )


def own_folder(folder: Path, tier: Tier) -> None:
    """Make ``folder`` for what derives from data of ``tier``; nobody but its owner enters a labelled one.

    Raises:
        ConfigError: if it cannot be made.
        DataError: as :func:`refuse_exposed`.
    """
    refuse_exposed(folder, tier, "--out")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        close_to_others(folder, tier)
    except OSError as error:
        raise ConfigError(f"cannot make {folder}: {error.strerror}; choose another --out") from error


def close_to_others(root: Path, tier: Tier) -> None:
    """Let nobody but the owner into the folder ``root``, if what it holds is of a labelled ``tier``."""
    if tier.labelled:
        root.chmod(0o700)
