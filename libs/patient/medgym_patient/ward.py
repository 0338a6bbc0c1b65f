"""The stays of a batch of people, hour by hour, one admission after another."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from medgym_patient.body import Body, draw_body
from medgym_patient.care import Care
from medgym_patient.clinician.chart import Chart, charted, open_chart
from medgym_patient.clinician.policy import decide
from medgym_patient.columns import join, take
from medgym_patient.concept import table
from medgym_patient.key import Flags, Floats, Indices, Keys, choose, fold, uniform
from medgym_patient.onset import SITES, onset
from medgym_patient.outcome import arrival, destination, first_admission, leaves, returns
from medgym_patient.person import People
from medgym_patient.reason import REASONS, draw_reason
from medgym_patient.record import Latent, Stays
from medgym_patient.recorder import Recorder
from medgym_patient.site import Site
from medgym_patient.state import State
from medgym_patient.step import step

_ELECTIVE = np.array([kind == "elective" for kind in REASONS.texts("kind")])
_ORGANISMS = table("organism")
MOST = 6
"""Stays of one person."""
HORIZON = 6 * 365.25
"""Days after which nobody is admitted again."""
IDLE = 0.12
"""Share of places that may stand empty before the stays are laid together anew."""


@dataclass(frozen=True)
class Admission:
    """Admissions about to begin; every array has one entry each."""

    person: Indices
    ordinal: Indices
    day: Floats
    """Since the start of the clock."""
    last: Indices
    """Reason of the stay before, or -1."""


@dataclass
class Ward:
    """Stays in progress, and what is known of those that began or ended."""

    people: People
    site: Site
    most: int = MOST
    """Stays of one person that are simulated; how many come back is the same."""
    recorder: Recorder = field(default_factory=Recorder)

    def __post_init__(self) -> None:
        """Everybody's first admission is waiting."""
        size = len(self.people.key)
        self._began: list[dict[str, NDArray[Any]]] = []
        self._ended: list[dict[str, NDArray[Any]]] = []
        self._count = 0
        zero = np.zeros(size, dtype=np.int64)
        self._waiting = [Admission(np.arange(size), zero, first_admission(self.people.key), zero - 1)]

    def run(self) -> Stays:
        """All stays of all people, to the end."""
        state, chart, care, stay = self._admit()
        here = np.ones(len(stay), dtype=bool)
        while len(stay):
            before, now = care, state.hour
            care = decide(chart, before, self.site, state.body.key)
            state, seen = step(state, care, state.body.key)
            self.recorder.hour(stay, now, care, before, seen, here)
            chart = charted(chart, care, seen, self.site)
            gone = here & (state.dead | leaves(chart, care, state.body.key, self.site))
            if gone.any():
                self._end(np.flatnonzero(gone), stay, state, chart)
                here = here & ~gone
            if here.mean() < 1 - IDLE:
                state, chart, care, stay = self._settle(state, chart, care, stay, here)
                here = np.ones(len(stay), dtype=bool)
        return self._stays()

    def _settle(
        self, state: State, chart: Chart, care: Care, stay: Indices, here: Flags
    ) -> tuple[State, Chart, Care, Indices]:
        """Those who are here, and those who were waiting."""
        rest = (take(state, here), take(chart, here), take(care, here), stay[here])
        if not self._waiting:
            return rest
        return tuple(
            join([old, new]) if not isinstance(old, np.ndarray) else np.concatenate([old, new])
            for old, new in zip(rest, self._admit(), strict=True)
        )  # type: ignore[return-value]

    def _admit(self) -> tuple[State, Chart, Care, Indices]:
        """Begins all waiting admissions."""
        admission = join(self._waiting)
        self._waiting = []
        body, admitted, age = self._bodies(admission)
        size = len(admission.person)
        stay = np.arange(self._count, self._count + size)
        self._count += size
        began = {"person": admission.person, "ordinal": admission.ordinal, "admitted": admitted, "age": age}
        self._began.append(
            began
            | {
                "reason": body.reason,
                "severity": body.severity,
                "weight": body.weight,
                "key": body.key,
                "organism": body.organism,
                "susceptible": body.susceptible,
            }
        )
        return onset(body), open_chart(body, self.people, self.site), Care.none(size), stay

    def _bodies(self, admission: Admission) -> tuple[Body, Floats, Floats]:
        people, person = self.people, admission.person
        key = fold(people.key[person], admission.ordinal + 1000)
        age = people.age[person] + (admission.day - first_admission(people.key)[person]) / 365.25
        reason = draw_reason(
            key, people, person, age, admission.day % 365.25, admission.ordinal, admission.last, self.site
        )
        clock = arrival(key, _ELECTIVE[reason])
        admitted = (admission.day * 24 + clock) * 60 + np.floor(60 * uniform(key, "minute"))
        organism = draw_organism(key, reason)
        return (
            draw_body(people, person, admission.ordinal, reason, clock, age, organism, self.site),
            admitted,
            age,
        )

    def _end(self, gone: Indices, stay: Indices, state: State, chart: Chart) -> None:
        """Notes how stays ended, and who will come back."""
        part, dead, worst = take(chart, gone), state.dead[gone], state.worst[gone]
        hours = part.hour
        minutes = (hours - 1) * 60 + np.floor(5 + 54 * uniform(part.body.key, "end"))
        again, death = returns(self.people, part, hours, worst, dead, self.site)
        numbers = stay[gone]
        where = destination(part, dead, hours, worst)
        self._ended.append(
            {
                "stay": numbers,
                "minutes": minutes,
                "died": dead,
                "destination": where,
                "death": death,
                "readmitted": again,
                "worst": worst,
            }
        )
        began = self._of(numbers)
        day = np.floor((began["admitted"] + minutes) / 1440 + again)
        back = np.isfinite(again) & (day < HORIZON) & (began["ordinal"] < MOST - 1)
        self._ended[-1]["readmitted"] = np.where(back, again, np.inf)
        back &= began["ordinal"] < self.most - 1
        if back.any():
            self._waiting.append(
                Admission(
                    part.body.person[back], began["ordinal"][back] + 1, day[back], part.body.reason[back]
                )
            )

    def _of(self, numbers: Indices) -> dict[str, NDArray[Any]]:
        joined = {
            name: np.concatenate([began[name] for began in self._began]) for name in ("admitted", "ordinal")
        }
        return {name: column[numbers] for name, column in joined.items()}

    def _stays(self) -> Stays:
        began = {name: np.concatenate([each[name] for each in self._began]) for name in self._began[0]}
        ended = {name: np.concatenate([each[name] for each in self._ended]) for name in self._ended[0]}
        order = np.argsort(ended.pop("stay"))
        self.latent = Latent(*(began.pop(name) for name in ("key", "organism", "susceptible")))
        return Stays(**began, **{name: column[order] for name, column in ended.items()})


def draw_organism(key: Keys, reason: Indices) -> Indices:
    """The organism that a stay's infection is by, from the shares of its site."""
    place = SITES[reason]
    weights = np.zeros((len(_ORGANISMS), len(key)))
    for site in ("urine", "lung", "abdomen", "blood", "skin"):
        shares = _ORGANISMS.numbers(site)[:, None]
        weights += shares * ((place == site) | ((place == "none") & (site == "lung")))
    return choose(key, "organism", weights)
