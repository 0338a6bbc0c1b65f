"""What a clinician does by chance: draws of an hour, and habits that stay the same over a stay."""

from __future__ import annotations

from medgym_patient.key import Floats, Keys, uniforms

HOURLY = (
    "rate control",
    "mask fails",
    "intubation",
    "extubation",
    "mask",
    "restless",
    "skipped",
    "again",
    "odd",
    "minerals",
    "count",
    "differential",
    "watch",
    "coagulation",
    "clotting",
    "liver",
    "pancreas",
    "ammonia",
    "gas",
    "changed",
    "distressed",
    "raised",
    "sepsis lactate",
    "lactate",
    "low",
    "with gas",
    "gas minerals",
    "cardiac",
    "peptide",
    "lipids",
    "glycation",
    "thyroid",
    "iron",
    "vitamins",
    "hemolysis",
    "inflammation",
    "osmolality",
    "cortisol",
    "toxicology",
    "urinalysis",
    "urine chemistry",
    "level",
    "infant",
    "infant count",
    "leaves",
    "back",
    "fever care",
)
LASTING = ("door", "awake", "first labs", "direct", "late")
Luck = dict[str, Floats]


def hourly(key: Keys) -> Luck:
    """Uniform draws of an hour by name; ``key`` is that of the hour."""
    return dict(zip(HOURLY, uniforms(key, "care", len(HOURLY)), strict=True))


def lasting(key: Keys) -> Floats:
    """Uniform draws of a stay, as (names, stays)."""
    return uniforms(key, "habit", len(LASTING))
