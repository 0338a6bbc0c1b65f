"""Where labelled data may be kept: readable by its owner alone, and not where it would be committed."""

from __future__ import annotations

from pathlib import Path

from medgym_core.access.tier import Tier
from medgym_core.errors import DataError


def refuse_exposed(home: Path, tier: Tier) -> None:
    """Refuse to keep data of ``tier`` below ``home``, if that is within a git checkout.

    Raises:
        DataError: if so, with the mend.
    """
    if not tier.labelled:
        return
    for folder in (home, *home.parents):
        if (folder / ".git").exists():
            raise DataError(
                f"{home} lies in the git checkout {folder}, and {tier} data is not kept where it could be "
                f"committed; choose another --home"
            )


def close_to_others(root: Path, tier: Tier) -> None:
    """Let nobody but the owner into the folder ``root`` of a build of ``tier``."""
    if tier.labelled:
        root.chmod(0o700)
