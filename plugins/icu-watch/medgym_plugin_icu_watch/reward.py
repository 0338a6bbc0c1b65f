"""The reward of a watch, calibrated by the same patient under nobody, blind orders and the protocol."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from medgym_plugin_icu_watch import order, policy
from medgym_plugin_icu_watch.case import HOURS, KINDS, Case, admit, crowd
from medgym_plugin_icu_watch.order import ROW
from medgym_plugin_icu_watch.policy import Tape
from medgym_plugin_icu_watch.watch import Watch, advance, begin, compliance

DONORS = 8
"""Patients of each kind whose orders are played blind."""
_SEED = 977_000_331
"""Of the hospital that donors are from; no task is about its persons."""


class Yardstick(NamedTuple):
    """What a patient comes to without the agent."""

    alone: float
    """Strain of all hours with nobody there."""
    protocol: float
    """The same under the protocol."""
    floor: float
    """The best score of who orders without looking; earns 0."""


class Mark(NamedTuple):
    """What an agent did for a patient, each part in [0, 1]."""

    reward: float
    compliance: float
    outcome: float
    lived: float
    """Share of the watch that the patient lived."""


def score(right: np.ndarray, good: np.ndarray) -> np.ndarray:
    """Compliance, of which a harmful or idle course keeps half: 0 for who orders nothing that is due."""
    return np.asarray(right * (1 + good) / 2)


def outcome(harm: np.ndarray, alone: np.ndarray, best: np.ndarray) -> np.ndarray:
    """0 for a course no better than with nobody there, 1 for one as good as under the protocol."""
    return np.asarray(np.clip((alone - harm) / np.maximum(alone - best, 1e-9), 0, 1))


def mark(watch: Watch, yardstick: Yardstick) -> Mark:
    """Of one patient whose watch is over."""
    right = float(compliance(watch)[0])
    good = float(outcome(watch.bedside.harm, *map(np.asarray, (yardstick.alone, yardstick.protocol)))[0])
    total = float(score(np.asarray(right), np.asarray(good)))
    reward = (total - yardstick.floor) / (1 - yardstick.floor)
    lived = float(watch.lived[0]) / HOURS
    return Mark(*(round(min(max(part, 0.0), 1.0), 6) for part in (reward, right, good, lived)))


def measure(cases: Sequence[Case]) -> list[tuple[Yardstick, bool]]:
    """The yardstick of each case, all of one site, and whether the protocol saves the patient."""
    size = len(cases)
    best, _ = policy.play(begin(admit(cases)), policy.follow)
    tapes = [tape for case in cases for tape in _panel(case.kind, case.site)]
    blind = policy.replay(begin(admit(cases, len(tapes) // size)), tapes)
    harm = blind.bedside.harm.reshape(size, -1)
    right = compliance(blind).reshape(size, -1)
    saved = best.bedside.harm
    scores = score(right, outcome(harm, harm[:, :1], saved[:, None]))
    return [
        (
            Yardstick(*map(float, (harm[row, 0], saved[row], scores[row].max()))),
            not best.bedside.state.dead[row],
        )
        for row in range(size)
    ]


@cache
def _panel(kind: str, site: str) -> tuple[Tape, ...]:
    """Nobody first, then everything each hour, the orders of donors, and their median."""
    reasons = KINDS[kind]
    donors: list[Tape] = []
    for number, reason in enumerate(reasons):
        admitted = crowd(_SEED, 100 * number, DONORS // len(reasons) + 2, kind, reason, site)
        last, tapes = policy.play(begin(admitted), policy.follow)
        donors += [tape for tape, dead in zip(tapes, last.bedside.state.dead, strict=True) if not dead]
    chosen = donors[:DONORS]
    return (policy.still(), policy.everything(), policy.middle(chosen), *chosen)


def replayed(case: Case, log: Sequence[Mapping[str, Any]]) -> Watch:
    """The watch that a log of decisions makes; hours that nobody decided on are played with what stands.

    Args:
        case: The patient.
        log: Decisions, each with ``orders`` (fields to values) and ``hours``, as ``session.Session`` keeps.
    """
    watch = begin(admit([case]))
    for decision in log:
        watch = decided(watch, decision["orders"], decision["hours"])
    while not watch.over[0]:
        watch, _ = advance(watch, order.lasting(watch.bedside.standing), np.array([False]))
    return _rest(watch)


def decided(watch: Watch, orders: Mapping[str, float], hours: int) -> Watch:
    """One patient's watch after a decision."""
    for hour in range(hours):
        if watch.over[0]:
            break
        given = order.lasting(watch.bedside.standing)
        if hour == 0:
            for name, value in orders.items():
                given[ROW[name]] = value
        watch, _ = advance(watch, given, np.array([hour == 0]))
    return watch


def _rest(watch: Watch) -> Watch:
    """With the hours after a death, which all have the highest strain."""
    left = HOURS - watch.bedside.hour
    if left > 0:
        watch.bedside.harm = watch.bedside.harm + left
        watch.bedside.hour = HOURS
    return watch
