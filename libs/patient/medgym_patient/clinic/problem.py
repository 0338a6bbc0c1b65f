"""What is coded at a visit: what is known, and signs of what is not yet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from medgym_patient.clinic.discovery import DISEASES, Discoveries
from medgym_patient.clinic.visit import YEAR, Visits
from medgym_patient.concept import table
from medgym_patient.key import Flags, Floats, Indices, uniform
from medgym_patient.person import People

_CONDITIONS, _SIGNS = table("condition"), table("sign")
PROBLEMS = (*_CONDITIONS.names, *DISEASES.names, *_SIGNS.names)
"""What can be coded at a visit: conditions, diseases and signs, in the order of their tables."""
CODED = 0.45
"""Share of the visits at which a known problem is coded, times the share of the stays in which it is."""
PRODROME = 1.5 * YEAR
"""How long before it is found a disease shows."""


@dataclass(frozen=True)
class Problems:
    """Codes of visits."""

    visit: Indices
    problem: Indices
    """Of PROBLEMS."""


def code_problems(people: People, visits: Visits, found: Discoveries) -> Problems:
    """Known problems at a share of the visits, always when they are found; signs at the table's rates.

    Symptoms are about as frequent as in the National Ambulatory Medical Care Survey, and more so before a
    diagnosis, as case-control studies in primary care have it (Hamilton, Br J Gen Pract 2009;59:441).
    """
    told = np.concatenate([found.conditions, found.diseases])
    shares = np.append(_CONDITIONS.numbers("coded"), np.full(len(DISEASES), 0.9)) * CODED
    visit, problem = [], []
    for row, happens in enumerate((*_known(visits, told, shares), *_signs(people, visits, told))):
        rows = np.flatnonzero(happens)
        visit.append(rows)
        problem.append(np.full(len(rows), row))
    visit_of, which = np.concatenate(visit), np.concatenate(problem)
    order = np.lexsort((which, visit_of))
    return Problems(visit_of[order], which[order])


def _known(visits: Visits, told: Floats, shares: Floats) -> Iterator[Flags]:
    for row, minute in enumerate(told):
        since = visits.minute - minute[visits.person]
        yield (since == 0) | ((since > 0) & (uniform(visits.key, 100 + row) < shares[row]))


def _signs(people: People, visits: Visits, told: Floats) -> Iterator[Flags]:
    place = {name: row for row, name in enumerate((*_CONDITIONS.names, *DISEASES.names))}
    rates = zip(_SIGNS.numbers("usual"), _SIGNS.pairs("before"), strict=True)
    for row, (usual, before) in enumerate(rates):
        rate = np.full(len(visits.minute), usual)
        for name, more in before:
            ahead = told[place[name]][visits.person] - visits.minute
            rate += more * ((ahead > 0) & (ahead < PRODROME))
        yield uniform(visits.key, 500 + row) < rate
