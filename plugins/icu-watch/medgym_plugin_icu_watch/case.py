"""Whom a task is about: a person of the patient model, ill with one kind of disease, at one site."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from medgym_patient import Chart, Site, State, begin, join, take

HOURS = 48
"""Of an episode."""
KINDS: dict[str, tuple[str, ...]] = {
    "septic shock": ("urosepsis", "pneumonia_sepsis", "abdominal_sepsis", "bacteremia"),
    "ketoacidosis": ("diabetic_ketoacidosis",),
    "embolism": ("pulmonary_embolism",),
    "ventilated": ("respiratory_failure", "aspiration_pneumonia", "pneumonia"),
    "bleeding": ("upper_gi_bleed", "lower_gi_bleed"),
    "retainer": ("copd_exacerbation",),
}
"""Kinds of patients by the reasons for admission of the patient model."""
NAMES = tuple(KINDS)
NEEDED = {"ketoacidosis": ("diabetes_type_1", "diabetes_type_2"), "retainer": ("copd",)}
"""Kinds that only people with one of these diseases can be of."""
OWN = {"bleeding": ("crystalloid_bolus", "norepinephrine", "red_cells")}
"""Orders of which a patient of a kind needs one, where the protocol may do without; of the others it gives
what they are about to all: antibiotics, insulin, heparin, a ventilator, bronchodilators."""
_NEAR = 1024
"""Numbers of persons in a block, of whom those admitted are drawn together."""
TRAINED = ("septic shock", "ketoacidosis", "embolism", "ventilated")
"""Kinds of `train` and `test`; the others are those of `ood`."""


class Case(NamedTuple):
    """One patient."""

    seed: int
    """Of the hospital."""
    number: int
    """Of the person within the seed."""
    kind: str
    """One of :data:`KINDS`."""
    reason: str
    """Why admitted: one of the kind's."""
    site: str
    """A site of the patient model."""


class Admitted(NamedTuple):
    """Patients at the door, before anything was seen or done."""

    state: State
    chart: Chart
    kind: np.ndarray
    """Row of :data:`NAMES` for each patient."""
    site: Site


def admit(cases: Sequence[Case]) -> Admitted:
    """The patients of ``cases``, all of one site.

    Raises:
        ValueError: if they are of different sites.
    """
    (site,) = {case.site for case in cases}
    groups: defaultdict[tuple[int, str, int], list[int]] = defaultdict(list)
    for place, case in enumerate(cases):
        groups[case.seed, case.reason, case.number // _NEAR].append(place)
    begun = [
        _begun(seed, reason, site, tuple(cases[place].number for place in places))
        for (seed, reason, _), places in groups.items()
    ]
    states, charts = map(list, zip(*begun, strict=True))
    order = np.argsort(np.concatenate(list(groups.values())))
    kind = np.array([NAMES.index(case.kind) for case in cases])
    return Admitted(take(join(states), order), take(join(charts), order), kind, Site.named(site))


@lru_cache(maxsize=128)
def _begun(seed: int, reason: str, site: str, numbers: tuple[int, ...]) -> tuple[State, Chart]:
    """Persons at admission by numbers near each other; nobody changes them. Many are drawn as fast as one."""
    first = min(numbers)
    state, chart, _ = begin(seed, max(numbers) - first + 1, reason, Site.named(site), first=first)
    places = np.array(numbers) - first
    return take(state, places), take(chart, places)


def suited(admitted: Admitted) -> np.ndarray:
    """Who can be asked about: adults, and where a kind is of people with a disease, those who have it.

    The protocol's doses are for adults; without diabetes the body answers to insulin twice as strongly, and
    without COPD it retains no carbon dioxide.
    """
    suits = ~admitted.state.body.newborn
    for kind, diseases in NEEDED.items():
        ill = np.any([admitted.chart.has(disease) for disease in diseases], axis=0)
        suits &= ill | (admitted.kind != NAMES.index(kind))
    return np.asarray(suits)


def drawn(size: int, kind: str) -> int:
    """Persons to draw for so many suited: one in seven is newborn, or has COPD; one in four has diabetes."""
    return {"ketoacidosis": 8 * size + 64, "retainer": 14 * size + 112}.get(kind, 2 * size + 16)


def crowd(seed: int, first: int, size: int, kind: str, reason: str, site: str) -> Admitted:
    """The first suited from person ``first`` of a seed on, all of one kind: many at once, as for a vector.

    They are among the next ``drawn(size, kind)`` persons.
    """
    place, persons = Site.named(site), drawn(size, kind)
    state, chart, _ = begin(seed, persons, reason, place, first=first)
    found = Admitted(state, chart, np.full(persons, NAMES.index(kind)), place)
    chosen = np.flatnonzero(suited(found))[:size]
    return Admitted(take(state, chosen), take(chart, chosen), found.kind[chosen], place)


def together(parts: Sequence[Admitted]) -> Admitted:
    """Patients of one site one after another."""
    states, charts, kinds, sites = zip(*parts, strict=True)
    return Admitted(join(list(states)), join(list(charts)), np.concatenate(kinds), sites[0])
