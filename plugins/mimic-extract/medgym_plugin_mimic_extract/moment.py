"""At which time an asked stay is shown: on its first day or in one window, the same in all files of a build.

Two times of one stay would reveal each other, whatever file each is in: hours and people link them, and a
later hour shows how long the stay was, and what an earlier row asks.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from medgym_core import Pseudonyms
from medgym_plugin_mimic_extract.extract import Hours, Stay
from medgym_plugin_mimic_extract.target import CLASSES, WINDOWS
from medgym_plugin_mimic_extract.window import classes, mixed

DAYS, OF = 2, 3
"""Of so many stays that are long enough, so many are shown on their first day; the others in a window."""
TICKETS = {"onset": 6, "control": 1, "on": 1, "wean": 3}
"""Tickets of each class in the draw of a stay's window, so that rare ones are not rare in tests."""


def is_long(stay: Stay) -> bool:
    """Whether its first day may be asked about."""
    return stay.length - 1 > WINDOWS["stays"].least


def shows_day(stay: Stay, pseudonyms: Pseudonyms) -> bool:
    """Whether an asked stay is shown on its first day, and never else."""
    return is_long(stay) and pseudonyms.number("moment", stay.icustay) % OF < DAYS


def shown_window(stay: Stay, hours: Hours, pseudonyms: Pseudonyms) -> NDArray[np.int64]:
    """First hour of the window in which an asked stay is shown; none if that is its first day.

    It is a window of both interventions. Each pair of classes that the stay has holds the product of their
    tickets, spread over its windows.
    """
    vent, vaso = (classes(hours.on[name]).astype(np.int64) for name in ("vent", "vaso"))
    starts = np.flatnonzero((vent >= 0) & (vaso >= 0))
    if shows_day(stay, pseudonyms) or not len(starts):
        return np.empty(0, np.int64)
    tickets = np.array([TICKETS[name] for name in CLASSES])
    pair = vent[starts] * len(CLASSES) + vaso[starts]
    share = tickets[vent[starts]] * tickets[vaso[starts]] / np.bincount(pair)[pair]
    drawn = (mixed(pseudonyms.number("window", stay.icustay), starts) + 0.5) / 2**64
    # exponential waits of that rate: what waits least is drawn in proportion to its share
    return starts[[(-np.log(drawn) / share).argmin()]]
