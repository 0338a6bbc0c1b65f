"""A watch over patients: orders in, an hour on, and how they agree with the protocol so far."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np

from medgym_patient import Observation, Site
from medgym_plugin_icu_watch import order, protocol
from medgym_plugin_icu_watch.bedside import Bedside, open_bedside, pass_hour
from medgym_plugin_icu_watch.case import HOURS, Admitted
from medgym_plugin_icu_watch.order import LEAST, ROW, STANDING, TOLERANCE, WEIGHT, Values

KEPT = 0.05
"""Weight of an order that is rightly left as it was, against 1 of one that is new."""


@dataclass
class Watch:
    """Patients, and the tally of compliance; every array has one entry a patient."""

    bedside: Bedside
    wanted: Values
    """(fields, patients): what the protocol last wanted to go on; at first what was handed over."""
    astray: np.ndarray
    """(fields, patients): where an order was not the protocol's, until that is content with what stands."""
    look: np.ndarray
    """Hours until the protocol looks again; 0 or less is now."""
    right: np.ndarray
    """Weight of orders that were due and given as due."""
    missed: np.ndarray
    """Of those due and not given, or given otherwise."""
    spare: np.ndarray
    """Of those given and not due, or given otherwise."""
    lived: np.ndarray
    """Hours of the watch begun alive."""

    @property
    def over(self) -> np.ndarray:
        """Whose watch is over, by time or by death."""
        return np.asarray(self.bedside.state.dead | (self.bedside.hour >= HOURS))


def begin(admitted: Admitted) -> Watch:
    """At handover, an hour after admission."""
    size = len(admitted.kind)
    zero = np.zeros(size)
    bedside = open_bedside(admitted)
    nowhere = np.zeros(bedside.standing.shape, dtype=bool)
    return Watch(bedside, bedside.standing, nowhere, zero, zero, zero, zero, zero)


def select(watch: Watch, places: np.ndarray) -> Watch:
    """The patients at ``places``, numbers from 0, each as often as it is there."""
    found: Watch = _selected(watch, places)
    return found


def _selected(value: Any, places: np.ndarray) -> Any:
    if isinstance(value, np.ndarray):
        return value.take(places, axis=-1)
    if isinstance(value, Site):
        return value
    return replace(value, **{one.name: _selected(getattr(value, one.name), places) for one in fields(value)})


def advance(watch: Watch, orders: Values, decided: np.ndarray) -> tuple[Watch, Observation]:
    """An hour under ``orders``; the argument is left as it is.

    Args:
        watch: The patients.
        orders: (fields, patients) for this hour, those that go on from before included.
        decided: Who was looked at before this hour. Compliance is judged there, and where the protocol looks.
    """
    bedside = watch.bedside
    alive = ~bedside.state.dead
    judged = alive & (decided | (watch.look <= 0))
    after = replace(watch, lived=watch.lived + alive)
    turned = np.zeros(alive.shape, dtype=bool)
    if judged.any():
        want = protocol.due(bedside)
        astray = watch.astray & (np.abs(want - bedside.standing) > TOLERANCE)
        right, missed, spare = agreement(want, orders, watch.wanted, astray)
        after.right = watch.right + right * judged
        after.missed = watch.missed + missed * judged
        after.spare = watch.spare + spare * judged
        after.wanted = np.where(judged, order.lasting(want), watch.wanted)
        after.astray = np.where(judged, astray | (np.abs(want - orders) > TOLERANCE), watch.astray)
        after.astray[len(STANDING) :] = False
        after.look = np.where(judged, protocol.pace(bedside, want), watch.look)
        turned = judged & turns(bedside, want, orders)
    after.look = after.look - 1
    after.bedside, seen = pass_hour(bedside, orders, turned)
    return after, seen


def agreement(
    want: Values, given: Values, wanted: Values, astray: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Weights of what is right, missed and spare at a look, one each a patient.

    What is due and given counts :data:`KEPT` where the protocol wants it as it last did (``wanted``), and
    where it corrects what was ordered against it (``astray``): nobody earns by stopping and beginning again,
    nor by taking back step by step what was too much. A wrong dose of what is due is missed and spare, and
    any of what is not due, however small, is spare. The fields are added one by one: ``ndarray.sum``
    adds those of a single patient in another order than those of many.
    """
    due, has = want > LEAST, given > LEAST
    same = (np.abs(want - given) <= TOLERANCE) & (due == has)
    new = (np.abs(want - wanted) > TOLERANCE) & ~astray
    right = sum(WEIGHT * np.where(new, 1.0, KEPT) * (due & same))
    missed = sum(WEIGHT * (due & ~same))
    spare = sum(WEIGHT * (has & ~same))
    return np.asarray(right), np.asarray(missed), np.asarray(spare)


def turns(bedside: Bedside, want: Values, orders: Values) -> np.ndarray:
    """Whose heparin ``orders`` change as the protocol wants: half at least of its step in rate or its bolus.

    Other changes begin no interval to the next aPTT, so nobody puts that off by them.
    """
    infusion, bolus = ROW["heparin_infusion"], ROW["heparin_bolus"]
    wanted, made = (each[infusion] - bedside.before("heparin_infusion") for each in (want, orders))
    rate = (wanted != 0) & (made * np.sign(wanted) >= np.abs(wanted) / 2)
    return np.asarray(rate | ((want[bolus] > 0) & (orders[bolus] >= want[bolus] / 2)))


def compliance(watch: Watch) -> np.ndarray:
    """Right orders among all that were due or given (Jaccard's index), times the share of the watch lived.

    Unlike F1, which forgives what is missed by half, it is no more than the share of the due that was given.
    """
    total = watch.right + watch.missed + watch.spare
    found = watch.right / np.maximum(total, 1e-9)
    return np.asarray(found * watch.lived / HOURS)
