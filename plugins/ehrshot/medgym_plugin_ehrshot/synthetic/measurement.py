"""Laboratory results and vital signs as they are written: flagged codes, several units, some words."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.compute as pc  # type: ignore[import-untyped]

from medgym_patient import LABS, VITALS
from medgym_patient.key import Floats, Indices, Keys, uniform
from medgym_plugin_ehrshot.synthetic import hierarchy
from medgym_plugin_ehrshot.synthetic.event import Events, words
from medgym_plugin_ehrshot.synthetic.vocabulary import Codes, coded, numbers

MEASUREMENT = "measurement"
WRITTEN = ("systolic", "diastolic", "heart_rate", "weight")
"""Vital signs of visits; stays have those of the first hour and then once a day."""
_DIGITS = {"temperature": 1, "weight": 1}
_WORDS = ("normal", "adequate", "Normal", "hemolyzed", "see comment", ">900")
_IN_WORDS = 0.02
"""Share of results that are words."""
FLAGGED = 0.15
"""Share of the abnormal results whose code says so."""
_LOW, _HIGH = LABS.numbers("low"), LABS.numbers("high")


class Unit(NamedTuple):
    """A unit that a test may be written in."""

    text: str
    factor: float = 1.0
    """What values in the patient model's unit are multiplied by."""
    digits: int = 0


_UNITS: Mapping[str, tuple[Unit, Unit, Unit]] = {
    "platelets": (Unit("K/uL"), Unit("10*3/uL"), Unit("")),
    "potassium": (Unit("mmol/L", digits=1), Unit("mEq/L", digits=1), Unit("", digits=1)),
    "sodium": (Unit("mmol/L"), Unit("mEq/L"), Unit("")),
    "glucose": (Unit("mg/dL"), Unit("mmol/L", 1 / 18, 1), Unit("mg/dL (see scan)")),
    "creatinine": (Unit("mg/dL", digits=1), Unit("umol/L", 88.4), Unit("mg/dL (see scan)", digits=1)),
    "hemoglobin": (Unit("g/dL", digits=1), Unit("g/L", 10), Unit("mg/dL", 1000)),
}
"""Tests that targets are about to their usual unit and two more; others have the patient model's."""
_SHARES = np.array([0.8, 0.95, 1.0])


def results(
    person: Indices, minute: Floats, visit: Indices, lab: Indices, value: Floats, key: Keys
) -> Events:
    """Laboratory results; ``key`` is one a result."""
    factors, digits, units = _written()
    which = np.searchsorted(_SHARES, uniform(key, "unit"))
    flag = (value < _LOW[lab]) + 2 * (value > _HIGH[lab])
    texts = _texts(value * factors[lab, which], digits[lab, which])
    spoken = uniform(key, "words") < _IN_WORDS
    worded = words(_WORDS, np.floor(uniform(key, "word") * len(_WORDS)).astype(np.int64))
    return Events(
        MEASUREMENT,
        person,
        minute,
        _codes()[lab, np.where(spoken | (uniform(key, "flagged") > FLAGGED), 0, flag)],
        visit,
        value=pc.if_else(pa.array(spoken), worded, texts),
        unit=words(units, lab * len(_SHARES) + which),
    )


def vital_signs(person: Indices, minute: Floats, visit: Indices, values: Floats) -> list[Events]:
    """One event for each of ``WRITTEN``; ``values`` is (rows, vital signs)."""
    found = []
    for name in WRITTEN:
        column = values[:, VITALS.index(name)].astype(np.float64)
        there = np.isfinite(column)
        code = np.full(int(there.sum()), numbers()[str(hierarchy.vital(name))])
        texts = _texts(column[there], np.full(len(code), _DIGITS.get(name, 0)))
        found.append(Events(MEASUREMENT, person[there], minute[there], code, visit[there], value=texts))
    return found


def _texts(value: Floats, digits: Indices) -> pa.Array:
    """Numbers to so many digits."""
    found = pa.array(np.round(value).astype(np.int64)).cast(pa.string())
    for number in np.unique(digits[digits > 0]).tolist():
        exact = pa.array(np.round(value, number)).cast(pa.string())
        found = pc.if_else(pa.array(digits == number), exact, found)
    return found


@cache
def _codes() -> Codes:
    """(labs, flags)."""
    return coded(hierarchy.flagged, range(len(LABS)), hierarchy.FLAGS)


@cache
def _written() -> tuple[Floats, Indices, tuple[str, ...]]:
    """Factors and digits as (labs, three units), and the texts of the units laid end to end."""
    decimals = LABS.numbers("decimals").astype(np.int64)
    own = zip(LABS.names, LABS.texts("unit"), decimals.tolist(), strict=True)
    units = [
        _UNITS.get(name.removeprefix("gas_"), (Unit(text, digits=digits),) * 3) for name, text, digits in own
    ]
    return (
        np.array([[unit.factor for unit in three] for three in units]),
        np.array([[unit.digits for unit in three] for three in units]),
        tuple(unit.text for three in units for unit in three),
    )
