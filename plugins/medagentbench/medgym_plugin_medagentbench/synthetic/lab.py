"""Laboratory results as the hospital's server holds them, at the ends of windows and among decoys."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from random import Random
from typing import Any, NamedTuple

from medgym_plugin_medagentbench import clock
from medgym_plugin_medagentbench.clock import DAY, NOW, YEAR_AGO
from medgym_plugin_medagentbench.synthetic.hospital import Admission, Measured

MINUTE = timedelta(minutes=1)
CASES = {
    "MG": ("absent", "normal", "mild", "moderate", "severe"),
    "K": ("normal", "low", "low", "normal"),
    "A1C": ("absent", "fresh", "stale", "fresh", "stale"),
}
"""Test to the cases that patients are dealt evenly."""
SINCE, FILLING = 1_800 * 24 * 60, 360 * 24 * 60
"""Minutes that results go back: of tests that tasks are about, and of others."""
NEW = 3
"""Every so manieth of those who are in no bed is new to the hospital: no result of theirs counts."""
AT_THE_END = 0.8
"""Share of those whose results are moved so that one lies a day ago, or a minute more."""
YEAR_OLD = 0.25
"""Share of those whose newest A1C is a year old, or a minute more."""
_TESTED = ("MG", "GLU", "K", "A1C")
"""Tests that tasks are about; the others fill the chart."""
_UNIT = {"MG": "mg/dL", "GLU": "mg/dL", "K": "mmol/L", "A1C": "%"} | {
    "NA": "mmol/L",
    "CL": "mmol/L",
    "CR": "mg/dL",
    "ALB": "g/dL",
}
_RANGE = {"MG": (6, 30), "GLU": (620, 3400), "K": (25, 58), "A1C": (48, 121)}
"""Lowest and highest value of a decoy, in tenths."""
_INVALID = ("entered-in-error", "cancelled", "preliminary")
_WITHDRAWN = (60, 20 * 60)
"""Minutes within which withdrawn results were taken: many are later than all that count."""


class Dealt(NamedTuple):
    """The cases of a patient."""

    admission: Admission
    a1c: str
    new: bool


class Drawn(NamedTuple):
    """A result before it is written."""

    code: str
    value: Decimal
    taken: datetime
    status: str = "final"


def deal(count: int, rng: Random) -> list[Dealt]:
    """For so many patients their cases, every case as often as any other."""
    decks = {}
    for code, cases in CASES.items():
        decks[code] = [cases[place % len(cases)] for place in range(count)]
        rng.shuffle(decks[code])
    dealt, outside = [], 0
    for magnesium, potassium, a1c in zip(*decks.values(), strict=True):
        outside += magnesium == "absent"
        new = magnesium == "absent" and outside % NEW == 1
        dealt.append(Dealt(Admission(magnesium, potassium), "absent" if new else a1c, new))
    return dealt


def results(measured: Sequence[Measured], dealt: Dealt, rng: Random) -> Iterator[Drawn]:
    """All results of a patient, in no order: what was measured, and what does not count."""
    shift = _shift(measured, rng) if dealt.admission.magnesium != "absent" else 0
    for code in dict.fromkeys(one.code for one in measured):
        kept = 0 if dealt.new else SINCE if code in _TESTED else FILLING
        own = [one for one in measured if one.code == code and one.ago < kept]
        times = _times(code, own, dealt, shift, rng)
        seen = set()
        for one, taken in times:
            if taken not in seen:
                seen.add(taken)
                yield Drawn(code, Decimal(str(one.value)), taken, rng.choice(("final",) * 9 + ("amended",)))
    for code in _TESTED:
        yield from _decoys(code, dealt.new, rng)


def _shift(measured: Sequence[Measured], rng: Random) -> int:
    """Minutes by which a stay began earlier, so that a result of it is a day old, or a minute more."""
    near = [one for one in measured if one.code in ("MG", "GLU") and abs(one.ago - 1440) < 100]
    if not near or rng.random() > AT_THE_END:
        return 0
    return 1440 + rng.choice((0, 1)) - rng.choice(near).ago


def _times(
    code: str, own: Sequence[Measured], dealt: Dealt, shift: int, rng: Random
) -> list[tuple[Measured, datetime]]:
    """The results that are on record and when they were taken, to the minute."""
    times = [(one, NOW - max(one.ago + shift * (one.ago < 4 * 1440), 1) * MINUTE) for one in own]
    if code == "A1C":
        if dealt.a1c == "absent":
            return []
        if dealt.a1c == "stale":
            times = [(one, taken) for one, taken in times if taken < YEAR_AGO] or times
        end = YEAR_AGO if dealt.a1c == "fresh" else YEAR_AGO - MINUTE
        newest = max((taken for _, taken in times), default=end)
        if rng.random() < YEAR_OLD or (newest >= YEAR_AGO) != (dealt.a1c == "fresh"):
            return [(one, taken + (end - newest)) for one, taken in times]
    elif code in ("MG", "GLU") and times and dealt.admission.magnesium == "absent":
        newest = max(taken for _, taken in times)
        if rng.random() < AT_THE_END or newest >= NOW - DAY:
            return [(one, taken + (NOW - DAY - MINUTE - newest)) for one, taken in times]
    return times


def _decoys(code: str, new: bool, rng: Random) -> Iterator[Drawn]:
    """Results that do not count: of the future, and withdrawn ones."""
    low, high = _RANGE[code]
    for _ in range(rng.randint(0, 2) + new * rng.randint(1, 14)):
        tenths = rng.randint(low, high)
        value = Decimal(tenths - tenths % 10 if code == "GLU" else tenths) / 10
        if rng.random() < 0.5:
            yield Drawn(code, value, NOW + rng.randint(1, 3 * 24 * 60) * MINUTE)
        else:
            yield Drawn(
                code, value, NOW - rng.randint(1, rng.choice(_WITHDRAWN)) * MINUTE, rng.choice(_INVALID)
            )


def observation(drawn: Drawn, mrn: str, rng: Random) -> dict[str, Any]:
    """The Observation, in the benchmark's shape; issued when it was released, which may be days later."""
    taken = drawn.taken
    if drawn.taken in _TOLD or (drawn.taken < NOW and rng.random() < 0.15):
        taken = taken.astimezone(_PACIFIC)
    issued = taken + timedelta(minutes=rng.choice((20, 45, 90, 600, 4_000)))
    unit = _UNIT[drawn.code]
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
_TOLD = (YEAR_AGO, NOW - DAY)
"""Times that prompts write out: a result of such a time is written in another zone, so that none tells it."""
