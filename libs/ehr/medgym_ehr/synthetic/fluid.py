"""Volumes that go into a patient and come out, from what the patient model says was given and done."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from medgym_ehr.synthetic.part import DAY, Part
from medgym_ehr.synthetic.sampling import Indices, repeat
from medgym_ehr.synthetic.vocabulary import Terms
from medgym_patient import DRUGS
from medgym_patient.key import Floats

PIGGYBACK = 100.0
"""mL in which a dose of an antibiotic is given."""
EMPTIED = 6 * 60
"""Minutes between two readings of a drain."""
WANES = 0.55
"""What a drain yields on a day, of the day before."""
_ANTIBIOTIC = np.array([form == "antibiotic" for form in DRUGS.texts("form")])
_EVERY = DRUGS.numbers("every")


def infused(part: Part, row: Indices, file: Terms) -> Floats:
    """ML of every dose of the model.

    Args:
        part: whose doses.
        row: of ``file``, for each dose, or -1 for what is no volume.
        file: ``volume`` is mL a unit of the drug, an hour by ``basis``: of weight (kg), a minute, or a dose.
    """
    doses = part.records.doses
    hourly = np.array([60.0 if basis in ("kg", "minute") else 1.0 for basis in file.columns["basis"]])
    of_weight = np.array([basis == "kg" for basis in file.columns["basis"]])[row]
    weight = np.where(of_weight, part.stays.weight[doses.stay], 1.0)
    return np.where(row >= 0, doses.amount * (file.numbers("volume") * hourly)[row] * weight, 0.0)


def antibiotic_doses(part: Part) -> tuple[Indices, Floats]:
    """Stay and minute of each dose of an antibiotic."""
    orders = part.records.orders
    own = np.flatnonzero(_ANTIBIOTIC[orders.drug])
    every = _EVERY[orders.drug[own]].clip(1) * 60
    counts = np.ceil((orders.stop[own] - orders.start[own]) / every).astype(np.int64)
    owner, number = repeat(counts)
    return orders.stay[own][owner], np.floor(orders.start[own][owner] + number * every[owner])


def drained(part: Part, owner: Indices, row: Indices, file: Terms) -> tuple[Indices, Floats, Indices, Floats]:
    """Every reading of the drains that procedures leave, or the one of what is measured at once.

    Args:
        part: whose procedures.
        owner: the procedure of each drain.
        row: of ``file``, of each drain.
        file: ``first_day`` is mL of the first day, ``days`` how long it is in, 0 for one reading.

    Returns:
        stay, minute, row of the file, and mL.
    """
    codes = part.records.procedures
    readings = np.maximum(1, file.numbers("days")[row] * DAY / EMPTIED).astype(np.int64)
    place, number = repeat(readings)
    owner, row = owner[place], row[place]
    once = readings[place] == 1
    stay = codes.stay[owner]
    luck = part.stay_luck.of("drained").at(stay).of(row).of(number)
    share = np.where(once, 1.0, EMPTIED / DAY * WANES ** (number * EMPTIED / DAY))
    volume = file.numbers("first_day")[row] * share * np.exp(0.35 * (2 * luck.uniform("volume") - 1))
    minute = codes.minute[owner] + np.where(once, 0, number + 1) * EMPTIED
    return stay, np.floor(minute), row, volume


def as_charted(volume: Floats) -> NDArray[np.float64]:
    """Whole millilitres, fives of large volumes, or halves of small ones; never nothing."""
    step = np.select([volume >= 100, volume >= 20], [5.0, 1.0], 0.5)
    charted: NDArray[np.float64] = np.maximum(np.round(volume / step), 1) * step
    return charted
