"""The reward of a watch, calibrated by the same patient under who does not watch, and the protocol."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from medgym_plugin_icu_watch import order, policy
from medgym_plugin_icu_watch.bedside import Bedside
from medgym_plugin_icu_watch.case import HOURS, KINDS, OWN, Case, admit, crowd
from medgym_plugin_icu_watch.order import ROW
from medgym_plugin_icu_watch.policy import Tape
from medgym_plugin_icu_watch.watch import Watch, advance, begin, compliance

MARGIN = 2.0
"""Hours of full strain that the protocol must spare a patient, so that the outcome tells."""
EARLY = 12
"""Decisions after which who follows the protocol may not leave: they alone earn nothing, nor do they, or half
as many, with panels and drugs by the clock after them."""
OPENINGS = (0, 3, 6, 12)
"""Hours of the whole protocol after which who then knows one rule alone earns nothing."""
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
    """The best score of who orders blindly, stops looking early, is greedy or knows one rule; earns 0."""


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
    """0 for a course no better than with nobody there, 1 for one as good as under the protocol.

    Where the protocol spares less than :data:`MARGIN`, that is what is to be spared.
    """
    return np.asarray(np.clip((alone - harm) / np.maximum(alone - best, MARGIN), 0, 1))


def harm_of(bedside: Bedside) -> np.ndarray:
    """Strain so far, and of the dead that of the hours left, which all have the highest."""
    return bedside.harm + np.where(bedside.state.dead, HOURS - bedside.hour, 0)


def mark(watch: Watch, yardstick: Yardstick, place: int = 0) -> Mark:
    """Of one patient whose watch is over."""
    harm, alone, best = (np.asarray(each) for each in (watch.bedside.harm[place], *yardstick[:2]))
    right, good = compliance(watch)[place], outcome(harm, alone, best)
    reward = (float(score(right, good)) - yardstick.floor) / (1 - yardstick.floor)
    parts = (reward, float(right), float(good), float(watch.lived[place]) / HOURS)
    return Mark(*(round(min(max(part, 0.0), 1.0), 6) for part in parts))


def helps(cases: Sequence[Case]) -> list[bool]:
    """Whether the protocol saves each of the cases, all of one site, from its ill.

    That is one who lives, is spared :data:`MARGIN` at least, and for whom it orders something that its kind
    of patients is about.
    """
    start = begin(admit(cases))
    best, tapes = policy.play(start, policy.follow)
    alone = policy.replay(start, [policy.still()] * len(cases))
    spared = alone.bedside.harm - best.bedside.harm
    own = [policy.orders_any(tape, OWN.get(case.kind, ())) for case, tape in zip(cases, tapes, strict=True)]
    return [bool(one) for one in ~best.bedside.state.dead & (spared >= MARGIN) & own]


def measure(cases: Sequence[Case]) -> list[Yardstick]:
    """The yardstick of each case, all of one site."""
    start = begin(admit(cases))
    best, tapes = policy.play(start, policy.follow)
    greedy, _ = policy.play(start, policy.greedy)
    by_rule = [policy.one_rule(*policy.RULES, opening=hours) for hours in OPENINGS]
    rules = [policy.play(begin(admit(cases, len(policy.RULES))), rule)[0] for rule in by_rule]
    unseen = [one for case, tape in zip(cases, tapes, strict=True) for one in _unseen(case, tape)]
    blind = policy.replay(begin(admit(cases, len(unseen) // len(cases))), unseen)
    size, courses = len(cases), (blind, greedy, *rules)
    harm = np.column_stack([course.bedside.harm.reshape(size, -1) for course in courses])
    right = np.column_stack([compliance(course).reshape(size, -1) for course in courses])
    alone, saved = harm[:, 0], best.bedside.harm
    floor = score(right, outcome(harm, alone[:, None], saved[:, None])).max(axis=1)
    return list(map(Yardstick, alone.tolist(), saved.tolist(), floor.tolist()))


def _unseen(case: Case, tape: Tape) -> Iterator[Tape]:
    """Courses of who does not look, nobody's first; ``tape`` is the protocol's, which is left early."""
    yield from _panel(case.kind, case.site)
    yield policy.brief(tape, EARLY)
    for decisions in (EARLY // 2, EARLY):
        yield policy.clocked(tape, decisions)


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


def replayed(case: Case, log: Sequence[Mapping[str, Any]], whole: bool = True) -> Watch:
    """The watch that a log of decisions makes.

    Args:
        case: The patient.
        log: Decisions, each with ``orders`` (fields to values) and ``hours``, as ``session.Session`` keeps.
        whole: Whether hours that nobody decided on are played with what stands, those after a death counted.
    """
    watch = begin(admit([case]))
    for decision in log:
        watch = decided(watch, decision["orders"], decision["hours"])
    while whole and not watch.over[0]:
        watch, _ = advance(watch, order.lasting(watch.bedside.standing), np.array([False]))
    return replace(watch, bedside=replace(watch.bedside, harm=harm_of(watch.bedside))) if whole else watch


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
