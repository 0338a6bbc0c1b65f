"""One stay at a time, to be driven, branched and run again: what an environment is made of."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from medgym_patient.body import draw_body
from medgym_patient.care import Care
from medgym_patient.clinician.chart import Chart, charted, open_chart
from medgym_patient.clinician.policy import decide
from medgym_patient.key import Indices, Keys
from medgym_patient.observation import Observation
from medgym_patient.onset import onset
from medgym_patient.person import People, draw_people
from medgym_patient.reason import REASONS, draw_reason
from medgym_patient.site import Site
from medgym_patient.state import State
from medgym_patient.step import step
from medgym_patient.ward import draw_organism

Policy = Callable[[Chart, Care, Site, Keys], Care]


def begin(
    seed: int, size: int, reason: str | None, site: Site, first: int = 0, day: float = 0.0
) -> tuple[State, Chart, Care]:
    """Persons of a seed admitted at eight in the morning: their first state, empty chart and no care yet.

    Newborns are among them. The same persons as everywhere in the seed, though they might never have been
    admitted, or not for that.

    Args:
        seed: Any integer from 0.
        size: How many.
        reason: One for all, or None where it follows from the person, the season and the site.
        site: Where.
        first: Number of the first person.
        day: Of the year, for the season.
    """
    people = draw_people(seed, first, size, site)
    zero = np.zeros(size, dtype=np.int64)
    row = zero + REASONS.index[reason] if reason else _drawn(people, zero, day, site)
    organism = draw_organism(people.key, row)
    body = draw_body(people, np.arange(size), zero, row, zero + 8.0, people.age, organism, site)
    return onset(body), open_chart(body, people, site), Care.none(size)


def _drawn(people: People, zero: Indices, day: float, site: Site) -> Indices:
    return draw_reason(people.key, people, np.arange(len(zero)), people.age, zero + day, zero, zero - 1, site)


def rollout(
    state: State,
    chart: Chart,
    care: Care,
    site: Site,
    hours: int,
    policy: Policy = decide,
    key: Keys | None = None,
) -> Iterator[tuple[State, Chart, Care, Observation]]:
    """The hours that follow a state: the state, chart and care of each, and what was seen.

    Args:
        state: From ``begin`` or from an earlier rollout; it is left as it is, so any hour can be branched.
        chart: What is known at that hour.
        care: The hour's care before.
        site: Whose clinician and habits.
        hours: How many.
        policy: Who decides; the site's clinician unless another takes its place.
        key: One a stay; the body's own unless another future is wanted.
    """
    keys = state.body.key if key is None else key
    for _ in range(hours):
        care = policy(chart, care, site, keys)
        state, seen = step(state, care, keys)
        chart = charted(chart, care, seen, site)
        yield state, chart, care, seen
