"""Who is studied: the base cohort, what each exclusion removes, and who stays."""

from __future__ import annotations

from typing import Any

from medgym_ehr.study.measure import Condition, meeting
from medgym_ehr.study.records import Records

Found = dict[str, Any]
"""What the turns before found, as JSON."""


def base(records: Records, conditions: list[Condition]) -> list[int]:
    """Stays that meet all conditions, by number."""
    kept = set(records.stays)
    return sorted(kept.intersection(*(meeting(records, condition) for condition in conditions)))


def lost(records: Records, stays: list[int], exclusions: dict[str, Condition]) -> dict[str, list[int]]:
    """Exclusion to the stays that it removes, each from the whole of ``stays``."""
    removed = {name: meeting(records, condition) for name, condition in exclusions.items()}
    return {name: [stay for stay in stays if stay in gone] for name, gone in removed.items()}


def only(removed: dict[str, list[int]], name: str) -> list[int]:
    """Stays that no other exclusion removes."""
    others = {stay for other, stays in removed.items() if other != name for stay in stays}
    return [stay for stay in removed[name] if stay not in others]


def largest(removed: dict[str, list[int]]) -> str:
    """The exclusion that removes most."""
    return max(removed, key=lambda name: len(removed[name]))
