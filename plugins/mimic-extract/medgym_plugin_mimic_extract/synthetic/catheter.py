"""What catheters in central veins and the pulmonary artery measure.

The patient model has no chambers of the heart: a stay has a cardiac index of its own, which rises with the
pulse and is low with a failing heart, and the rest follows. Body surface: Mosteller, N Engl J Med
1987;317:1098. Resistance: 80 (mean arterial - central venous pressure) / output, in dyn s/cm5. Mixed venous
oxygen falls with output, by the Fick principle.
"""

from __future__ import annotations

import numpy as np

from medgym_patient import REASONS, VITALS
from medgym_patient.key import Flags, Floats
from medgym_plugin_mimic_extract.synthetic.grid import Grid
from medgym_plugin_mimic_extract.synthetic.treatment import ever

CENTRAL, CENTRAL_SUPPORTED = 0.14, 0.52
"""Shares of stays with a central line: without support, and with ventilation or vasopressors."""
PULMONARY = {"bypass_surgery": 0.75, "valve_surgery": 0.8, "heart_failure": 0.2, "infarction": 0.2}
OTHERS_PULMONARY = 0.08
"""Shares of stays with a pulmonary artery catheter, by reason."""
FAILING = 0.78
"""Cardiac index of people with systolic heart failure, of that of others."""


def catheters(grid: Grid, vitals: Floats, supported: Flags) -> dict[str, Floats]:
    """Name to one value an hour, NaN where there is no catheter.

    Args:
        grid: the hours.
        vitals: shape (hours, vital signs).
        supported: hours of ventilation or vasopressors.
    """
    person, luck, noise = grid.part.stays.person[grid.stay], grid.luck, grid.row_luck
    people = grid.part.people
    pulse, pressure, weight = (
        vitals[:, VITALS.index(name)] for name in ("heart_rate", "mean_pressure", "weight")
    )
    failing = people.has("systolic_failure")[person]
    resting = 2.6 * np.exp(0.22 * luck.normal("index")) * np.where(failing, FAILING, 1.0)
    index = resting[grid.owner] * (pulse / 85) ** 0.4 * np.exp(0.08 * noise.normal("index"))
    height = people.height[person][grid.owner]
    output = index * np.sqrt(height * weight / 3600)
    gained = weight - weight[grid.base][grid.owner]
    venous = (
        (10 + 2.8 * luck.normal("venous") + 3 * failing)[grid.owner]
        + 0.5 * gained
        + 1.5 * noise.normal("venous")
    )
    venous = np.maximum(venous, 0.5)
    mean = (23 + 4.5 * luck.normal("pulmonary") + 6 * failing)[grid.owner] + 0.5 * (venous - 10)
    mean = np.maximum(mean + 2 * noise.normal("pulmonary"), 8)
    readings = {
        "index": index,
        "output": output,
        "fick": output * np.exp(0.12 * noise.normal("fick")),
        "resistance": 80 * np.maximum(pressure - venous, 15) / output,
        "pulmonary_mean": mean,
        "pulmonary_systolic": 1.4 * mean + 2 * noise.normal("systolic"),
        "wedge": np.maximum(mean - 8 + 2 * noise.normal("wedge"), 2),
        "mixed_oxygen": 27 + 6 * index + 2 * noise.normal("mixed oxygen"),
    }
    without = ~_pulmonary(grid)[grid.owner]
    found = {name: np.where(without, np.nan, values) for name, values in readings.items()}
    return found | {"venous": np.where(_central(grid, supported)[grid.owner], venous, np.nan)}


def _central(grid: Grid, supported: Flags) -> Flags:
    share = np.where(ever(grid, supported), CENTRAL_SUPPORTED, CENTRAL)
    return grid.luck.chance("central line", share) | _pulmonary(grid)


def _pulmonary(grid: Grid) -> Flags:
    shares = np.array([PULMONARY.get(name, OTHERS_PULMONARY) for name in REASONS.names])
    return grid.luck.chance("pulmonary artery", shares[grid.part.stays.reason[grid.stay]])
