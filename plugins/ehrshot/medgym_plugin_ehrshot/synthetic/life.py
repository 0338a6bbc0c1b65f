"""Invented lives: visits, stays in hospital and in intensive care, diagnoses, results and radiographs."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from medgym_plugin_ehrshot.concept import BIRTH, INPATIENT, INTENSIVE, VISIT_PARTS, VISITS
from medgym_plugin_ehrshot.record import DAY, Stay
from medgym_plugin_ehrshot.synthetic.laboratory import draw_result
from medgym_plugin_ehrshot.synthetic.radiograph import draw_findings
from medgym_plugin_ehrshot.synthetic.vocabulary import ACUTE, BACKGROUND, DIAGNOSES, LABORATORY, SIGNS, TRAITS

HOUR = 3_600
_UNITS = sorted(INTENSIVE)
_EPOCH = 2_008
_PANEL = 0.8
"""Share of the tests that are done at each drawing of blood."""
_RADIOGRAPHED = 0.5
"""Share of the patients who have chest radiographs."""


class Onset(NamedTuple):
    """How often a disease begins."""

    trait: str
    """What raises it."""
    earlier: float
    """Share of patients who have it from the first visit on."""
    logit: float
    """Of the share that has it within a year after a stay, in an average patient."""
    slope: float = 1.3
    """Added to the logit for each standard deviation of the trait."""
    enriched: float = 0.0
    """Added to the logit of training patients: they come from richer pools where a disease is rare."""


ONSETS: Mapping[str, Onset] = {
    "new_hypertension": Onset("metabolism", 0.42, -1.8, 2.0),
    "new_hyperlipidemia": Onset("metabolism", 0.3, -2.1, 2.0),
    "new_pancan": Onset("growth", 0.02, -4.2, 2.0, 0.8),
    "new_celiac": Onset("gut", 0.01, -5.0, 2.5, 1.2),
    "new_lupus": Onset("immunity", 0.01, -5.0, 2.5, 1.2),
    "new_acutemi": Onset("heart", 0.05, -3.0, 2.0),
}
"""Target to its onset. The rarest are less rare than in the published labels, so that few patients do."""


class Event(NamedTuple):
    """A line of the events' file; times are seconds since 1970-01-01."""

    start: int
    table: str
    code: str
    value: str = ""
    unit: str = ""
    end: int | None = None
    visit: int | None = None


class Life:
    """One patient: ``events``, and ``reports`` on chest radiographs as time and 14 cells."""

    def __init__(self, number: int, role: str, seed: int) -> None:
        """Draws everything; ``number`` is the patient's, ``role`` one of the roles."""
        self.events: list[Event] = []
        self.reports: list[tuple[int, tuple[int, ...]]] = []
        self._draw = np.random.default_rng([seed, number])
        self._number, self._visits = number, 0
        self._traits = self._draw.normal(size=len(TRAITS))
        logits = -2.9 + 1.1 * self._traits[[sign.trait for sign in SIGNS]]
        self._signs = 1 / (1 + np.exp(-logits))
        self._known: dict[str, int] = {}
        start = self._person()
        stays = self._stays(start)
        self._diagnoses(role, start, stays)
        self._outpatient(start, stays)
        for stay in stays:
            self._inpatient(stay)
        if self._draw.random() < _RADIOGRAPHED:
            self._radiographs(stays)
        self.events.sort()

    def _trait(self, name: str) -> float:
        return float(self._traits[TRAITS.index(name)])

    def _chance(self, logit: float) -> bool:
        return bool(self._draw.random() < 1 / (1 + math.exp(-logit)))

    def _person(self) -> int:
        """Birth and what a person is; gives the day of the first visit."""
        first = int(self._draw.integers(0, 10 * 365)) * DAY + (_EPOCH - 1970) * 365 * DAY
        birth = first - int(self._draw.integers(19 * 365, 88 * 365)) * DAY
        for code in (
            BIRTH,
            f"Gender/{self._draw.choice(['F', 'M'])}",
            f"Race/{self._draw.integers(1, 6)}",
            f"Ethnicity/{self._draw.choice(['Hispanic', 'Not Hispanic'])}",
        ):
            self.events.append(Event(birth, "person", code))
        return first

    def _stays(self, start: int) -> list[Stay]:
        frailty = self._trait("frailty")
        count = 1 + int(self._draw.poisson(0.7 * math.exp(0.3 * frailty)))
        stays: list[Stay] = []
        for opening in sorted(self._draw.integers(30, 6 * 365, size=count)):
            admitted = start + int(opening) * DAY
            while not stays or admitted > stays[-1].end:
                stays.append(self._stay(admitted))
                if not self._chance(-2.4 + 1.1 * frailty + 0.9 * self._trait("lung")):
                    break
                admitted = (stays[-1].end // DAY + int(self._draw.integers(0, 30))) * DAY
        return stays

    def _stay(self, day: int) -> Stay:
        start = day + int(self._draw.integers(6 * HOUR, 20 * HOUR))
        acuity = 0.7 * self._trait("frailty") + 0.7 * self._draw.normal()
        for code, chance in zip(ACUTE, self._draw.random(len(ACUTE)), strict=True):
            if chance < 1 / (1 + math.exp(1.4 - 1.4 * acuity)):
                self.events.append(Event(start + int(3 * HOUR * chance), "observation", code))
        length = int(math.exp(self._draw.normal(1.3 + 0.55 * acuity, 0.7)) * DAY)
        end = start + (2 * HOUR if self._draw.random() < 0.06 else max(length, DAY))
        if self._chance(-3 + 0.8 * acuity):
            self._intensive(start + HOUR, end)
        elif end - start > 2 * DAY and self._chance(-3.3 + 1.3 * acuity + 0.5 * self._trait("heart")):
            self._intensive(int(self._draw.integers(start + DAY, end - 12 * HOUR)), end)
        return Stay(start, end)

    def _intensive(self, start: int, end: int) -> None:
        code = _UNITS[int(self._draw.integers(len(_UNITS)))]
        stop = min(end, start + int(self._draw.integers(HOUR, 3 * DAY)))
        self.events.append(Event(start, VISIT_PARTS, code, end=stop))

    def _diagnoses(self, role: str, start: int, stays: list[Stay]) -> None:
        for target, onset in ONSETS.items():
            logit = onset.logit + onset.slope * self._trait(onset.trait) + onset.enriched * (role == "train")
            if self._draw.random() < onset.earlier:
                self._known[target] = start
            elif self._chance(logit):
                stay = stays[int(self._draw.integers(len(stays)))]
                self._known[target] = stay.end + int(self._draw.integers(2 * DAY, 364 * DAY))
                self._encounter(self._known[target], HOUR, "Visit/OP", signs=0.5)

    def _outpatient(self, start: int, stays: list[Stay]) -> None:
        last = max(stay.end for stay in stays) + int(self._draw.exponential(300)) * DAY
        times = [start, *self._draw.integers(start, last, size=2 + int(self._draw.poisson(5))), last]
        for time in times:
            moment = int(time) // DAY * DAY + int(self._draw.integers(8 * HOUR, 17 * HOUR))
            self._encounter(moment, HOUR, "Visit/OP", signs=0.6)
            if self._draw.random() < 0.35:
                self._panel(moment + int(self._draw.integers(60, HOUR)))

    def _inpatient(self, stay: Stay) -> None:
        self._encounter(stay.start, stay.end - stay.start, INPATIENT, signs=1.0)
        for time in sorted(self._draw.integers(stay.start + 600, stay.end, size=2)):
            self._panel(int(time))

    def _encounter(self, start: int, length: int, visit: str, signs: float) -> None:
        self._visits += 1
        number = self._number * 1_000 + self._visits
        self.events.append(Event(start, VISITS, visit, end=start + length, visit=number))
        within = self._draw.random(len(SIGNS))
        for sign, chance, moment in zip(SIGNS, self._signs, within, strict=True):
            if moment < chance * signs:
                time = start + int(min(length, 4 * HOUR) * moment)
                self.events.append(Event(time, sign.table, sign.code, visit=number))
        for place in self._draw.zipf(1.6, size=3):
            code = BACKGROUND[int(place) % len(BACKGROUND)]
            self.events.append(Event(start, "condition_occurrence", code, visit=number))
        for target, onset in self._known.items():
            if onset <= start and (onset == start or self._draw.random() < 0.5):
                code = DIAGNOSES[target][int(self._draw.random() < 0.3)]
                self.events.append(Event(start, "condition_occurrence", code, visit=number))

    def _panel(self, time: int) -> None:
        for target, codes in LABORATORY.items():
            if self._draw.random() < _PANEL:
                value, unit = draw_result(target, self._traits.tolist(), self._draw)
                code = codes[int(self._draw.random() < 0.2) % len(codes)]
                self.events.append(Event(time, "measurement", code, value, unit))

    def _radiographs(self, stays: list[Stay]) -> None:
        for _ in range(1 + int(self._draw.poisson(7))):
            stay = stays[int(self._draw.integers(len(stays)))]
            time = int(self._draw.integers(stay.start, stay.end + 20 * DAY))
            self.events.append(Event(time, "procedure_occurrence", "CPT4/71046"))
            self.reports.append((time, draw_findings(self._traits.tolist(), self._draw)))
