"""Laboratory results: every branch of every rule, at its bounds as often as between them, among decoys."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from random import Random
from typing import Any, NamedTuple

from medgym_plugin_medagentbench import clock
from medgym_plugin_medagentbench.clock import DAY, NOW, YEAR_AGO

MINUTE = timedelta(minutes=1)
SINCE = timedelta(days=1_800)
"""How far back charts go."""
BRANCHES = {
    "MG": ("absent", "normal", "mild", "moderate", "severe"),
    "GLU": ("recent", "recent", "recent", "old", "absent"),
    "K": ("absent", "normal", "low", "low", "normal"),
    "A1C": ("absent", "fresh", "stale", "fresh", "stale"),
}
"""Test to the cases that patients are dealt evenly."""
_VALUES = {
    ("MG", "normal"): ("2.0", "2.0", "2.1", "2.2", "2.4", "2.6"),
    ("MG", "mild"): ("1.9", "1.9", "1.8", "1.7", "1.6", "1.5", "1.5"),
    ("MG", "moderate"): ("1.4", "1.4", "1.3", "1.2", "1.1", "1.0", "1.0"),
    ("MG", "severe"): ("0.9", "0.9", "0.8", "0.7", "0.6"),
    ("K", "normal"): ("3.5", "3.5", "3.6", "3.9", "4.2", "4.8", "5.3"),
    ("K", "low"): ("3.4", "3.4", "3.3", "3.2", "3.1", "3.0", "2.9", "2.8"),
}
"""What decides a case: values at and between its bounds."""
_RANGE = {"MG": (6, 30), "GLU": (620, 3400), "K": (25, 58), "A1C": (48, 121)}
"""Lowest and highest value of a test, in tenths."""
_UNIT = {"MG": "mg/dL", "GLU": "mg/dL", "K": "mmol/L", "A1C": "%"}
_FILLER = {
    "NA": (1280, 1480, "mmol/L"),
    "CL": (940, 1120, "mmol/L"),
    "CR": (5, 42, "mg/dL"),
    "ALB": (22, 50, "g/dL"),
}
_INVALID = ("entered-in-error", "cancelled", "preliminary")


class Drawn(NamedTuple):
    """A result before it is written."""

    code: str
    value: Decimal
    taken: datetime
    status: str = "final"


def results(dealt: dict[str, str], rng: Random) -> Iterator[Drawn]:
    """All results of a patient, in no order; ``dealt`` is the case of each test."""
    for code, branch in dealt.items():
        times = _past(code, branch, rng)
        for place, taken in enumerate(times):
            values = _VALUES.get((code, branch))
            deciding = place == len(times) - 1 and values is not None and branch != "absent"
            value = Decimal(rng.choice(values)) if deciding and values else _any(code, rng)
            yield Drawn(
                code, value, taken, "final" if deciding else rng.choice(("final",) * 6 + ("amended",))
            )
        yield from _decoys(code, times, rng)
    for code, (low, high, _) in _FILLER.items():
        yield Drawn(code, Decimal(rng.randint(low, high)) / 10, NOW - rng.random() * SINCE)


def _any(code: str, rng: Random) -> Decimal:
    low, high = _RANGE[code]
    tenths = rng.randint(low, high)
    return Decimal(tenths - tenths % 10 if code == "GLU" else tenths) / 10


def _past(code: str, branch: str, rng: Random) -> list[datetime]:
    """Times of the results that count, oldest first."""
    many = rng.randint(22, 26) if rng.random() < 0.12 else rng.randint(1, 8)
    if code in ("MG", "GLU"):
        old = [NOW - DAY - MINUTE, *_between(DAY + timedelta(hours=1), SINCE, many, rng)]
        old = old if rng.random() < 0.5 else old[1:]
        recent = _between(MINUTE, DAY - MINUTE, rng.randint(1, 4), rng)
        if (edge := rng.random()) < 0.4:
            recent = [NOW - DAY] if edge < 0.25 else [NOW - DAY, *recent]
        if code == "MG":
            return sorted(old if branch == "absent" else [*old, *recent])
        return sorted({"recent": [*old, *recent], "old": old, "absent": []}[branch])
    if code == "K":
        return [] if branch == "absent" else sorted(_between(MINUTE, SINCE, many, rng))
    year = NOW - YEAR_AGO
    latest = {
        "fresh": YEAR_AGO if rng.random() < 0.4 else NOW - rng.uniform(0.01, 0.99) * year,
        "stale": YEAR_AGO - MINUTE if rng.random() < 0.4 else YEAR_AGO - rng.random() * year,
    }
    if branch == "absent":
        return []
    older = [
        latest[branch] - timedelta(days=rng.randint(90, 150) * step)
        for step in range(rng.randint(0, 3), 0, -1)
    ]
    return [*older, latest[branch]]


def _between(near: timedelta, far: timedelta, count: int, rng: Random) -> list[datetime]:
    """Different times, between so long and so long ago."""
    minutes = range(int(near / MINUTE), int(far / MINUTE))
    return [NOW - step * MINUTE for step in rng.sample(minutes, count)]


def _decoys(code: str, times: Sequence[datetime], rng: Random) -> Iterator[Drawn]:
    """Results that do not count: of the future, and withdrawn ones."""
    absent = not times
    for _ in range(rng.randint(0, 2) + absent * rng.randint(0, 14)):
        if rng.random() < 0.5:
            yield Drawn(code, _any(code, rng), NOW + rng.randint(1, 3 * 24 * 60) * MINUTE)
        else:
            taken = NOW - rng.randint(1, 20 * 60) * MINUTE
            yield Drawn(code, _any(code, rng), taken, rng.choice(_INVALID))


def observation(drawn: Drawn, mrn: str, rng: Random) -> dict[str, Any]:
    """The Observation, in the benchmark's shape; issued when it was released, which may be days later."""
    taken = drawn.taken.replace(second=0, microsecond=0)
    if drawn.taken < NOW and rng.random() < 0.15:
        taken = taken.astimezone(_PACIFIC)
    issued = taken + timedelta(minutes=rng.choice((20, 45, 90, 600, 4_000)))
    unit = _UNIT.get(drawn.code) or _FILLER[drawn.code][2]
    return {
        "resourceType": "Observation",
        "status": drawn.status,
        "category": [{"coding": [{"system": _CATEGORY, "code": "laboratory", "display": "Laboratory"}]}],
        "code": {"coding": [{"system": "http://loinc.org", "code": drawn.code}], "text": drawn.code},
        "subject": {"reference": f"Patient/{mrn}", "identifier": {"value": mrn}},
        "effectiveDateTime": clock.written(taken),
        "issued": clock.written(issued),
        "valueQuantity": {
            "value": float(drawn.value),
            "unit": unit,
            "system": "http://unitsofmeasure.org",
            "code": unit,
        },
    }


_CATEGORY = "http://terminology.hl7.org/CodeSystem/observation-category"
_PACIFIC = timezone(timedelta(hours=-8))
