"""Ventilation, vasopressors and boluses by the hour."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from medgym_patient import DRUGS, VITALS
from medgym_patient.key import Flags, Indices
from medgym_plugin_mimic_extract.synthetic.grid import Grid

VASOPRESSORS = (
    *("adenosine", "dobutamine", "dopamine", "epinephrine", "isuprel", "milrinone", "norepinephrine"),
    *("phenylephrine", "vasopressin"),
)
INTERVENTIONS = ("vent", "vaso", *VASOPRESSORS, "colloid_bolus", "crystalloid_bolus", "nivdurations")
"""Columns as published."""
CHARTED = 4
"""Hours from one charting of a ventilator's settings to the next."""
BOLUS = 250.0
"""Millilitres of crystalloid within an hour; a half litre in half an hour is a bolus as published."""
OTHER_FIRST_CHOICE = 0.25
"""Share of stays whose vasopressor is dopamine where others are given norepinephrine (De Backer et al.,
N Engl J Med 2010;362:779, compares the two: both were usual when the data were collected)."""
_NOREPINEPHRINE, _DOPAMINE = VASOPRESSORS.index("norepinephrine"), VASOPRESSORS.index("dopamine")
_VERBAL = VITALS.index("verbal")


def interventions(grid: Grid) -> NDArray[np.int64]:
    """Shape (hours, interventions): 1 where on."""
    ventilated, noninvasive = ventilation(grid)
    drugs = np.zeros((len(grid.owner), len(VASOPRESSORS)), dtype=bool)
    for column, name in enumerate(VASOPRESSORS):
        if name in DRUGS.index:
            drugs[_given(grid, name, 0.0), column] = True
    swapped = grid.luck.chance("dopamine", OTHER_FIRST_CHOICE)[grid.owner] & drugs[:, _NOREPINEPHRINE]
    drugs[swapped, _DOPAMINE], drugs[swapped, _NOREPINEPHRINE] = True, False
    colloid, crystalloid = (np.zeros(len(grid.owner), dtype=bool) for _ in range(2))
    colloid[_given(grid, "plasma", 0.0)] = True
    crystalloid[_given(grid, "crystalloid", BOLUS)] = True
    columns = [ventilated, drugs.any(axis=1), drugs, colloid, crystalloid, noninvasive]
    return np.column_stack(columns).astype(np.int64)


def ventilation(grid: Grid) -> tuple[Flags, Flags]:
    """Hours on a ventilator, and on a mask.

    Settings are charted at the start and every four hours, so each charting holds for three hours more; who
    speaks has been extubated.
    """
    settings, vitals = grid.part.records.settings, grid.part.records.vitals
    charted = np.zeros(len(grid.owner), dtype=np.int64)
    row = grid.row(settings.stay, settings.minute)
    charted[row[row >= 0]] = np.where(settings.invasive, 1, 2)[row >= 0]
    support = np.zeros_like(charted)
    for ago in reversed(range(CHARTED)):
        before = np.where(grid.hour >= ago, np.roll(charted, ago), 0)
        support = np.where(before > 0, before, support)
    speaks = np.zeros(len(charted), dtype=bool)
    row = grid.row(vitals.stay, vitals.minute)
    speaks[row[row >= 0]] = vitals.values[row >= 0, _VERBAL] > 1
    return (support == 1) & ~speaks, support == 2


def _given(grid: Grid, drug: str, least: float) -> Indices:
    """Rows of the hours in which more than ``least`` of a drug was given."""
    doses = grid.part.records.doses
    chosen = np.flatnonzero((doses.drug == _row(drug)) & (doses.amount > least))
    rows = grid.row(doses.stay[chosen], doses.minute[chosen])
    return rows[rows >= 0]


@cache
def _row(drug: str) -> int:
    return DRUGS.index[drug]


def ever(grid: Grid, on: Flags) -> Flags:
    """The stays that have some such hour."""
    found: Flags = np.bincount(grid.owner[on], minlength=len(grid.rows)) > 0
    return found
