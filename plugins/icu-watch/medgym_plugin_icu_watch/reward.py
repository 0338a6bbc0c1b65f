"""The reward of a watch, calibrated by the same patient under who does not watch, and the protocol."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from medgym_plugin_icu_watch import order, policy
from medgym_plugin_icu_watch.bedside import Bedside
from medgym_plugin_icu_watch.case import HOURS, KINDS, OWN, Case, admit, crowd
from medgym_plugin_icu_watch.order import ROW
from medgym_plugin_icu_watch.policy import Tape
from medgym_plugin_icu_watch.watch import Watch, advance, begin, compliance, select

MARGIN = 2.0
"""Hours of full strain that the protocol must spare a patient, so that outcomes differ by its orders."""
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
    """Compliance, of which a harmful or idle course keeps half: 0 for who orders nothing that is due.

    Who orders all that is due and nothing else keeps all: who looks more often than the protocol meets
    another course of the same patient by chance, which is not the agent's doing.
    """
    return np.asarray(right * np.where(right >= 1, 1, (1 + good) / 2))


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


def measure(cases: Sequence[Case], ceiling: float = 1.0) -> list[Yardstick | None]:
    """The yardstick of each case, all of one site; None for who is not asked about.

    That is whoever the protocol does not help (:func:`_helped`), and whoever scores more than ``ceiling`` in
    a course without watching: the courses left of the 43 are not played then.
    """
    start = begin(admit(cases))
    best, tapes = policy.play(start, policy.follow)
    alone = policy.replay(start, [policy.still()] * len(cases))
    least, most = best.bedside.harm, alone.bedside.harm

    def scores(course: Watch, of: np.ndarray) -> np.ndarray:
        """The score of each course, shape (patients, courses)."""
        right, harm = (one.reshape(len(of), -1) for one in (compliance(course), course.bedside.harm))
        return score(right, outcome(harm, most[of, None], least[of, None]))

    floor = scores(alone, np.arange(len(cases)))[:, 0]
    left = np.flatnonzero(_helped(cases, best, tapes, alone))
    for courses in _UNWATCHED:
        left = left[floor[left] <= ceiling]
        if len(left):
            played = courses(select(start, left), [(cases[one], tapes[one]) for one in left.tolist()])
            floor[left] = np.maximum(floor[left], scores(played, left).max(axis=1))
    chosen = set(left[floor[left] <= ceiling].tolist())
    found = map(Yardstick, most.tolist(), least.tolist(), floor.tolist())
    return [one if place in chosen else None for place, one in enumerate(found)]


def _helped(cases: Sequence[Case], best: Watch, tapes: Sequence[Tape], alone: Watch) -> np.ndarray:
    """Flags, one a case: whom the protocol saves from their ill.

    That is who lives, is spared :data:`MARGIN` at least, and for whom it orders something that its kind of
    patients is about.
    """
    spared = alone.bedside.harm - best.bedside.harm
    own = [policy.orders_any(tape, OWN.get(case.kind, ())) for case, tape in zip(cases, tapes, strict=True)]
    return np.asarray(~best.bedside.state.dead & (spared >= MARGIN) & own)


def _blind(start: Watch, of: Sequence[tuple[Case, Tape]]) -> Watch:
    """Courses of who does not look, a patient's in a row."""
    tapes = [tape for case, protocol in of for tape in _unseen(case, protocol)]
    return policy.replay(select(start, np.repeat(np.arange(len(of)), len(tapes) // len(of))), tapes)


def _unseen(case: Case, tape: Tape) -> Iterator[Tape]:
    """Courses of who does not look; ``tape`` is the protocol's, which is left early."""
    yield from _panel(case.kind, case.site)
    yield policy.brief(tape, EARLY)
    for decisions in (EARLY // 2, EARLY):
        yield policy.clocked(tape, decisions)


_UNWATCHED: tuple[Callable[[Watch, Sequence[tuple[Case, Tape]]], Watch], ...] = (
    lambda start, _: policy.play_rules(start, OPENINGS[-1:]),
    lambda start, _: policy.play_rules(start, OPENINGS[:-1]),
    lambda start, _: policy.play(start, policy.greedy)[0],
    _blind,
)
"""Courses without watching, but nobody's, made of patients and the protocol's tapes for them; first those
that score most, so that of a patient who need not be watched few are played."""


@cache
def _panel(kind: str, site: str) -> tuple[Tape, ...]:
    """Everything each hour, the orders of donors, and their median."""
    reasons = KINDS[kind]
    donors: list[Tape] = []
    for number, reason in enumerate(reasons):
        admitted = crowd(_SEED, 100 * number, DONORS // len(reasons) + 2, kind, reason, site)
        last, tapes = policy.play(begin(admitted), policy.follow)
        donors += [tape for tape, dead in zip(tapes, last.bedside.state.dead, strict=True) if not dead]
    chosen = donors[:DONORS]
    return (policy.everything(), policy.middle(chosen), *chosen)


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
