"""Single readings of the published variables, from what the patient model shows.

A variable's ``source`` names what it is of: ``vital:``, ``lab:``, ``ventilator:`` and ``catheter:`` of a
series; ``sample:`` of fluids that the model does not have, drawn from the published mean and deviation for
people who live with a condition, or for ``anyone``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from medgym_ehr.synthetic.luck import Luck
from medgym_patient import LABS, VITALS
from medgym_patient.key import Flags, Floats, Indices
from medgym_plugin_mimic_extract.synthetic.catheter import catheters
from medgym_plugin_mimic_extract.synthetic.grid import Grid
from medgym_plugin_mimic_extract.variable import Variable, variables

AGAIN = {"vital sign": 0.35, "glucose": 0.15}
"""Panel to the share of readings that are taken again within the hour."""
APART = 0.12
"""Deviation of a second reading from the first, as a share of the variable's."""
TROPONIN_I = 9.0
"""ng/mL for each of troponin T; assays differ, and only the direction is meant."""
GLOBULIN = 2.7
"""g/dL of protein beside albumin."""


@dataclass(frozen=True)
class Readings:
    """Values of one variable."""

    row: Indices
    """Hour of the grid."""
    value: Floats


@dataclass(frozen=True)
class Series:
    """What can be read of one thing."""

    row: Indices
    value: Floats
    luck: Luck
    """Draws for each value; what is drawn together has the same."""


def readings(grid: Grid, supported: Flags) -> Iterator[tuple[int, Readings]]:
    """Positions of variables and what was read of them; ``supported`` are the hours of organ support."""
    vitals = _vitals(grid)
    series = (
        {f"vital:{name}": one for name, one in _bedside(grid, vitals).items()}
        | {f"lab:{name}": one for name, one in _laboratory(grid).items()}
        | {f"ventilator:{name}": one for name, one in _ventilator(grid).items()}
        | {
            f"catheter:{name}": _hourly(grid, values)
            for name, values in catheters(grid, vitals, supported).items()
        }
    )
    for place, variable in enumerate(variables()):
        for source in variable.source.split():
            found = series.get(source) or _sample(grid, variable)
            yield place, _read(grid, variable, found)
            if variable.panel in AGAIN:
                yield place, _read_again(grid, variable, found)


def _read(grid: Grid, variable: Variable, series: Series) -> Readings:
    kept = series.luck.of(variable.panel).uniform("kept") < variable.kept
    kept &= grid.hour[series.row] % variable.every == 0
    return Readings(series.row[kept], np.clip(series.value[kept], variable.low, variable.high))


def _read_again(grid: Grid, variable: Variable, series: Series) -> Readings:
    luck = series.luck.of(variable.name)
    value = series.value + APART * variable.sd * luck.normal("apart")
    again = series.luck.of(variable.panel).chance("again", AGAIN[variable.panel])
    return _read(grid, variable, Series(series.row[again], value[again], Luck(series.luck.keys[again])))


def _vitals(grid: Grid) -> Floats:
    """Shape (hours, vital signs); an hour without a round has that of the hour before."""
    vitals = grid.part.records.vitals
    row = grid.row(vitals.stay, vitals.minute)
    found = np.full((len(grid.owner), len(VITALS)), np.nan)
    found[row[row >= 0]] = vitals.values[row >= 0]
    without = np.flatnonzero(np.isnan(found[:, 0]))
    for place in without:
        found[place] = found[place - 1] if grid.hour[place] else found[place + 1]
    return found


def _hourly(grid: Grid, values: Floats) -> Series:
    rows = np.flatnonzero(np.isfinite(values))
    return Series(rows, values[rows], grid.row_luck.at(rows))


def _bedside(grid: Grid, vitals: Floats) -> dict[str, Series]:
    shown = {name: vitals[:, row] for row, name in enumerate(VITALS)}
    shown["glasgow"] = shown["eyes"] + shown["verbal"] + shown["motor"]
    shown["height"] = grid.part.people.height[grid.part.stays.person[grid.stay]][grid.owner]
    return {name: _hourly(grid, values) for name, values in shown.items()}


def _laboratory(grid: Grid) -> dict[str, Series]:
    labs = grid.part.records.labs
    row = grid.row(labs.stay, labs.minute)
    found = {}
    for number, name in enumerate(LABS.names):
        own = np.flatnonzero((row >= 0) & (labs.lab == number))
        luck = grid.luck.at(grid.owner[row[own]]).of(labs.minute[own].astype(np.int64))
        found[name] = Series(row[own], labs.value[own], luck)
    albumin, troponin = found["albumin"], found["troponin_t"]
    found["total_protein"] = Series(albumin.row, albumin.value + GLOBULIN, albumin.luck)
    found["troponin_i"] = Series(troponin.row, troponin.value * TROPONIN_I, troponin.luck)
    return found


def _ventilator(grid: Grid) -> dict[str, Series]:
    """Settings, and what follows from them and from how stiff the lungs are.

    Driving pressure is tidal volume over compliance, about 40 mL/cmH2O on a ventilator and less where more
    oxygen is needed (Amato et al., N Engl J Med 2015;372:747).
    """
    settings = grid.part.records.settings
    row = grid.row(settings.stay, settings.minute)
    own = np.flatnonzero((row >= 0) & (settings.tidal > 0))
    row = row[own]
    fio2, peep, tidal = settings.fio2[own], settings.peep[own], settings.tidal[own]
    luck, noise = grid.luck.at(grid.owner[row]), grid.row_luck.at(row)
    compliance = 46 * np.exp(0.2 * luck.normal("compliance")) * np.exp(-0.5 * (fio2 - 0.4))
    plateau = peep + tidal / compliance
    values = {
        "fio2": fio2,
        "peep": peep,
        "rate": settings.rate[own],
        "tidal": tidal,
        "plateau": plateau,
        "peak": plateau + 4 + np.abs(2 * noise.normal("peak")),
        "observed": tidal * np.exp(0.06 * noise.normal("observed")),
        "spontaneous": tidal * np.exp(0.25 * noise.normal("spontaneous") - 0.15),
    }
    return {name: Series(row, value.round(2), noise) for name, value in values.items()}


def _sample(grid: Grid, variable: Variable) -> Series:
    """A value for each hour of those who may have it, log-normal."""
    _, _, condition = variable.source.partition(":")
    stays = np.ones(len(grid.stay), dtype=bool)
    if condition != "anyone":
        stays = grid.part.people.has(condition)[grid.part.stays.person[grid.stay]]
    rows = np.flatnonzero(stays[grid.owner])
    luck = grid.row_luck.at(rows)
    variance = np.log1p((variable.sd / variable.mean) ** 2)
    score = luck.of(variable.name).normal("value")
    return Series(rows, np.exp(np.log(variable.mean) - variance / 2 + np.sqrt(variance) * score), luck)
