"""The one time at which an asked patient is shown, whatever the target.

Counts only grow, and which codes a record holds is a fingerprint: whoever keeps the files of several
targets finds the rows of one patient in them, and a later row knows what an earlier one is asked. So there is
no later row: a patient has one time in all files, and a target asks about those whose label stands at it.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence

from medgym_core import Pseudonyms
from medgym_plugin_ehrshot.record import Label
from medgym_plugin_ehrshot.target import EVERY

Labels = Mapping[str, Sequence[Label]]
"""Target to the labels of one patient."""


def at_one_time(names: Pseudonyms, patient: int, labels: Labels) -> dict[str, Sequence[Label]]:
    """The labels of an asked patient that stand at the drawn time, by target; some have none."""
    if not (tickets := _tickets(labels)):
        return {}
    time = min(tickets, key=lambda one: _wait(names.number("time", patient, one), tickets[one]))
    there = {target: [label for label in found if label.time == time] for target, found in labels.items()}
    return {target: found for target, found in there.items() if found}


def _tickets(labels: Labels) -> dict[int, float]:
    """Time to its share in the draw: each target spreads its tickets over the patient's labels."""
    tickets: defaultdict[int, float] = defaultdict(float)
    for name, found in labels.items():
        for label in found:
            tickets[label.time] += EVERY[name].tickets_of(label.value) / len(found)
    return tickets


def _wait(number: int, tickets: float) -> float:
    """Exponential, of the rate ``tickets``: what waits least is drawn in proportion to its tickets."""
    return -math.log((number + 0.5) / 2**64) / tickets
