"""An invented hospital at :data:`clock.NOW`: who lies in it, who is seen in its clinic, what was measured.

People, their illness and what is measured of it come from ``medgym_patient``. Who is admitted with a deficit
of magnesium or potassium is dealt, so that every case of every rule occurs; it is left for whoever does the
errands.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from medgym_patient import LABS, PANELS, VITALS, Care, Chart, People, Site, begin, decide, draw_people
from medgym_patient.clinic import Spans, Visits, check_up, draw_visits
from medgym_patient.key import Floats, Indices, Keys, uniform
from medgym_patient.outcome import first_admission
from medgym_patient.recorder import Recorder
from medgym_patient.rollout import rollout
from medgym_plugin_medagentbench.clock import NOW

SITE = "general"
DAYS = 1_800
"""How far back charts go."""
MORNING = 2 * 60 + 15
"""Minutes from admission, at eight, to the time of day that it is now."""
LONGEST = MORNING + 2 * 24 * 60
"""Minutes of the longest stay so far."""
CODES = {
    "magnesium": "MG",
    "glucose": "GLU",
    "fingerstick_glucose": "GLU",
    "potassium": "K",
    "hemoglobin_a1c": "A1C",
    "sodium": "NA",
    "chloride": "CL",
    "creatinine": "CR",
    "albumin": "ALB",
}
"""Labs of the patient model to the codes of the hospital."""
DEFICITS = {"mild": (1.48, 1.88), "moderate": (1.0, 1.42), "severe": (0.6, 0.9)}
"""Magnesium at admission, mg/dL, from and to, of those who lack it."""
LOW_POTASSIUM = 2.95
"""At admission, mmol/L, of those who lack it, give or take."""
_PRACTICE = {"glycation": 0.35, "minerals": 0.2}
"""What this hospital's clinic measures more often than others."""
_MINUTES_A_YEAR = 365.25 * 24 * 60
_DAY_OF_YEAR = NOW.timetuple().tm_yday


class Admission(NamedTuple):
    """What is dealt to a patient."""

    magnesium: str
    """``normal``, ``mild``, ``moderate`` or ``severe``; ``absent`` for who is in no bed."""
    potassium: str
    """``low`` or ``normal``."""


class Measured(NamedTuple):
    """A laboratory value of a person."""

    code: str
    value: float
    ago: int
    """Minutes."""


@dataclass(frozen=True)
class Hospital:
    """People and what is on record of them; rows of tables are minutes ago."""

    people: People
    age: Floats
    """Years, now."""
    reason: Indices
    """Row of the table of reasons; -1 for who is in no bed."""
    labs: tuple[tuple[Measured, ...], ...]
    """By person."""
    pressures: tuple[tuple[tuple[str, int], ...], ...]
    """Texts such as ``118/77`` and minutes ago, by person."""
    visits: Visits
    """In the clinic; minutes on the clock, which is ``now`` now."""
    now: float

    def ago(self, minute: Floats) -> NDArray[np.int64]:
        """Minutes on the clock as whole minutes ago."""
        found: NDArray[np.int64] = np.floor(self.now - minute).astype(np.int64)
        return found


def open_hospital(seed: int, dealt: Sequence[Admission]) -> Hospital:
    """As many people as ``dealt`` has entries."""
    site, size = Site.named(SITE), len(dealt)
    people = draw_people(seed, 0, size, site)
    now = float(np.floor(first_admission(people.key).max() * 24 * 60 + _MINUTES_A_YEAR))
    age = people.age + now / _MINUTES_A_YEAR - first_admission(people.key) / 365.25
    inside = np.array([one.magnesium != "absent" for one in dealt])
    spans = Spans(
        np.full(size, now - DAYS * 24 * 60), np.full(size, now - np.where(inside, LONGEST, 0) - 600)
    )
    visits = draw_visits(people, spans)
    labs: list[list[Measured]] = [[] for _ in dealt]
    pressures: list[list[tuple[str, int]]] = [[] for _ in dealt]
    seen = check_up(people, visits, site, _PRACTICE)
    ago = np.floor(now - visits.minute).astype(np.int64)
    _note_labs(labs, visits.person[seen.visit], seen.lab, seen.value, ago[seen.visit])
    _note_pressures(pressures, visits.person, seen.vitals, ago)
    reason = _stay(seed, dealt, site, labs, pressures)
    found = tuple(tuple(own) for own in labs)
    return Hospital(people, age, reason, found, tuple(tuple(own) for own in pressures), visits, now)


def _stay(
    seed: int,
    dealt: Sequence[Admission],
    site: Site,
    labs: list[list[Measured]],
    pressures: list[list[tuple[str, int]]],
) -> Indices:
    """Two days and two hours of everybody; who was admitted later is noted until now, who was not is not."""
    size = len(dealt)
    state, chart, care = begin(seed, size, None, site, day=_DAY_OF_YEAR)
    least, most = np.array([DEFICITS.get(one.magnesium, (np.nan, np.nan)) for one in dealt]).T
    deficit = least + (most - least) * uniform(state.body.key, "deficit")
    lacks = np.array([one.potassium == "low" for one in dealt])
    low = LOW_POTASSIUM + 0.2 * (state.potassium - 4.1).clip(-1, 1)
    state = replace(
        state,
        magnesium=np.where(np.isnan(deficit), state.magnesium.clip(2.25), deficit),
        potassium=np.where(lacks, low, state.potassium.clip(3.75)),
    )
    reason, key = state.body.reason, state.body.key
    lasted = np.array([_lasted(one, number) for number, one in enumerate(dealt)])
    recorder, row = Recorder(), np.arange(size)
    for hour, (_, _, given, seen) in enumerate(
        rollout(state, chart, care, site, LONGEST // 60 + 1, _errands)
    ):
        recorder.hour(row, row * 0 + hour, given, care, seen, np.ones(size, dtype=bool))
        care = given
    found = recorder.labs(np.full(size, float(LONGEST + 60)), key)
    kept = found.minute < lasted[found.stay]
    ago = (lasted[found.stay] - found.minute).astype(np.int64)
    _note_labs(labs, found.stay[kept], found.lab[kept], found.value[kept], ago[kept])
    vitals = recorder.vitals()
    kept = (vitals.minute < lasted[vitals.stay]) & (vitals.minute % 720 == 0)
    minute = (lasted[vitals.stay] - vitals.minute).astype(np.int64)
    _note_pressures(pressures, vitals.stay[kept], vitals.values[kept].T, minute[kept])
    return np.where(lasted > 0, reason, -1)


def _lasted(one: Admission, number: int) -> int:
    """Minutes in hospital so far: the worse the deficit, the less has been time to mend it."""
    if one.magnesium == "absent":
        return 0
    if one.magnesium in ("moderate", "severe") or one.potassium == "low":
        return MORNING
    return MORNING + (number % 2 + (one.magnesium == "normal")) * 24 * 60


def _errands(chart: Chart, before: Care, site: Site, key: Keys) -> Care:
    """The site's clinician, who measures magnesium with every chemistry and leaves electrolytes to others."""
    care = decide(chart, before, site, key)
    care.potassium, care.magnesium = np.zeros_like(care.potassium), np.zeros_like(care.magnesium)
    care.panels[PANELS.index("minerals")] |= care.panels[PANELS.index("chemistry")]
    return care


def _note_labs(
    labs: list[list[Measured]], person: Indices, lab: Indices, value: Floats, ago: NDArray[np.int64]
) -> None:
    names = [CODES.get(name) for name in LABS.names]
    rows = zip(person.tolist(), lab.tolist(), value.tolist(), ago.tolist(), strict=True)
    for who, which, found, since in rows:
        if (code := names[which]) is not None:
            labs[who].append(Measured(code, round(found, 1), since))


def _note_pressures(
    pressures: list[list[tuple[str, int]]], person: Indices, vitals: Floats, ago: NDArray[np.int64]
) -> None:
    systolic, diastolic = vitals[VITALS.index("systolic")], vitals[VITALS.index("diastolic")]
    for who, high, low, since in zip(
        person.tolist(), systolic.tolist(), diastolic.tolist(), ago.tolist(), strict=True
    ):
        pressures[who].append((f"{high:.0f}/{low:.0f}", since))
