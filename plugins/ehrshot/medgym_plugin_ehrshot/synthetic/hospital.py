"""The two invented hospitals: the one that is learned from, and another."""

from __future__ import annotations

from dataclasses import dataclass

from medgym_patient import Site


@dataclass(frozen=True)
class Hospital:
    """Whose files are written."""

    site: Site
    first: int
    """Number of the first patient."""


HOME = Hospital(Site.named("general"), 900_000_001)
"""All stays of a university hospital, most of them never in intensive care."""
_WHOLE = {
    "intensive": 0.06,
    "moved": 0.08,
    "severity": -1.3,
    "stay_spread": 0.4,
    "longest_days": 21,
    "basal": 1.0,
}
"""What differs between all stays of a hospital and those in intensive care, which its profile is of."""
ELSEWHERE = Hospital(Site("community", {**Site.named("community").traits, **_WHOLE}), 960_000_001)
"""All stays of a community hospital.

It admits for other reasons than the first; people are older, their conditions others; stays are shorter, and
three times as often in intensive care; other drugs are given, other methods measure creatinine, glucose and
troponin, and less is coded.
"""
