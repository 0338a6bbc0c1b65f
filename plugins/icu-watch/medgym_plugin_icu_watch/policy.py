"""Policies that play a watch: baselines that are shipped, and blind ones by which rewards are calibrated."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from medgym_plugin_icu_watch import order, protocol
from medgym_plugin_icu_watch.bedside import Bedside
from medgym_plugin_icu_watch.case import HOURS
from medgym_plugin_icu_watch.order import FIELDS, ONCE, ROW, STANDING, Values
from medgym_plugin_icu_watch.watch import Watch, advance, select

_CLOCK = {ROW[name] for name in ("bronchodilator", "steroid", "potassium", *order.PANELS)}
_WATCHED = np.array([row not in _CLOCK for row in range(len(FIELDS))])
"""Fields whose orders follow from the patient, where those of the clock follow from the hour as well."""
RULES: dict[str, tuple[str, ...]] = {
    "pressure": ("crystalloid_bolus", "norepinephrine", "vasopressin"),
    "saturation": ("fio2", "peep"),
    "glucose": ("insulin_infusion", "dextrose", "dextrose_infusion", "crystalloid_infusion"),
    "potassium": ("potassium", "insulin", "dextrose"),
    "hemoglobin": ("red_cells",),
    "gas": ("rate", "tidal", "noninvasive"),
    "coagulation": ("heparin_infusion", "heparin_bolus"),
}
"""What is read, and the orders that follow from it alone."""
Policy = Callable[[Bedside], tuple[Values, np.ndarray]]
"""From what is known to orders (fields, patients) and hours to go on, 1 to 4."""
_BY_WEIGHT = [
    ROW[name]
    for name in ("insulin_infusion", "heparin_infusion", "heparin_bolus", "crystalloid_bolus", "tidal")
]


def nothing(bedside: Bedside) -> tuple[Values, np.ndarray]:
    """Orders nothing, and leaves what was handed over as it is."""
    return order.lasting(bedside.standing), np.full(len(bedside.kind), 4)


def still() -> Tape:
    """Nobody comes: no order and no look."""
    return Tape(np.zeros((HOURS, len(FIELDS))), np.zeros(HOURS, dtype=bool), 75.0)


def follow(bedside: Bedside) -> tuple[Values, np.ndarray]:
    """The protocol's orders, shape (fields, patients), and how many hours it lets pass, shape (patients,)."""
    want = protocol.due(bedside)
    return want, protocol.pace(bedside, want)


def greedy(bedside: Bedside) -> tuple[Values, np.ndarray]:
    """Answers only the vital signs and results out of range now, and draws everything every six hours."""
    want, given = protocol.due(bedside), order.lasting(bedside.standing)
    for name in ("norepinephrine", "fio2", "peep", "potassium", "dextrose", "red_cells", "insulin"):
        given[ROW[name]] = want[ROW[name]]
    given[-len(order.LABS) :] = bedside.hour % 6 == 5
    return given, np.ones(len(bedside.kind), dtype=np.int64)


def one_rule(name: str, opening: int = 0) -> Policy:
    """Answers one of :data:`RULES`, and orders panels and what is given by the clock.

    In the first ``opening`` hours it is the whole protocol.
    """
    rule = _answered(name)[:, None]

    def act(bedside: Bedside) -> tuple[Values, np.ndarray]:
        answered = rule | (bedside.hour < opening)
        given = np.where(answered, protocol.due(bedside), order.lasting(bedside.standing))
        return given, np.ones(len(bedside.kind), dtype=np.int64)

    return act


def _answered(name: str) -> np.ndarray:
    """(fields): what who knows one rule orders."""
    rows = {*_CLOCK, *(ROW[field] for field in RULES[name])}
    return np.array([row in rows for row in range(len(FIELDS))])


def wild(seed: int) -> Policy:
    """Orders at random: each field with one chance in eight, anywhere within its limits."""
    rng = np.random.default_rng(seed)
    most = np.array([[field.most] for field in FIELDS])

    def act(bedside: Bedside) -> tuple[Values, np.ndarray]:
        size = len(bedside.kind)
        drawn = order.LEAST + rng.random((len(FIELDS), size)) * (most - order.LEAST)
        drawn = np.where(most == 1.0, np.round(drawn), drawn)
        drawn[ROW["fio2"]] = np.clip(drawn[ROW["fio2"]], 0.21, 1.0)
        chosen = rng.random(drawn.shape) < 1 / 8
        return np.where(chosen, drawn, order.lasting(bedside.standing)), rng.integers(1, 5, size)

    return act


BASELINES: dict[str, Policy] = {"nothing": nothing, "random": wild(0), "protocol": follow, "greedy": greedy}
"""Shipped baselines by name."""


@dataclass(frozen=True)
class Tape:
    """What was ordered hour by hour for one patient, to be played again without looking."""

    orders: Values
    """(hours, fields); NaN leaves what stands."""
    decided: np.ndarray
    """(hours): where somebody looked."""
    weight: float
    """Dosing weight of whom it was ordered for, kg."""

    def scaled(self, weight: float) -> Values:
        """(hours, fields): the orders for somebody of another weight."""
        found = self.orders.copy()
        found[:, _BY_WEIGHT] *= weight / self.weight
        return found


def course(watch: Watch, policy: Policy) -> Iterator[tuple[Watch, Values, np.ndarray]]:
    """The hours of a policy to the end: the watch after each, its orders, and who was looked at."""
    left = np.zeros(len(watch.bedside.kind), dtype=np.int64)
    for _ in range(HOURS):
        given, hours = policy(watch.bedside)
        looks = left <= 0
        given = np.where(looks, given, order.lasting(watch.bedside.standing))
        watch, _ = advance(watch, given, looks)
        left = np.where(looks, hours, left) - 1
        yield watch, given, looks


def play(watch: Watch, policy: Policy) -> tuple[Watch, list[Tape]]:
    """Play a policy to the end; the last watch, and a tape for each patient."""
    weights = watch.bedside.weight.tolist()
    watches, orders, looks = zip(*course(watch, policy), strict=True)
    tapes = zip(np.moveaxis(np.array(orders), -1, 0), np.array(looks).T, weights, strict=True)
    return watches[-1], [Tape(*tape) for tape in tapes]


def play_rules(watch: Watch, openings: Sequence[int]) -> Watch:
    """Play every :func:`one_rule` with each opening to the end; the last watch, a patient's courses in a row.

    Courses of a patient are one for as long as their orders are the same, and branch where these differ.
    """
    rules = np.array([_answered(name) for name in RULES for _ in openings]).T
    opening = np.tile(openings, len(RULES))
    size = len(watch.bedside.kind)
    place = np.repeat(np.arange(size), len(opening))
    for hour in range(HOURS):
        want, going = protocol.due(watch.bedside), order.lasting(watch.bedside.standing)
        answered = np.tile(rules | (hour < opening), size)
        given = np.where(answered, want[:, place], going[:, place])
        first, branch = _distinct(np.vstack([place, given]))
        watch, _ = advance(select(watch, place[first]), given[:, first], np.ones(len(first), dtype=bool))
        place = branch
    return select(watch, place)


def _distinct(columns: Values) -> tuple[np.ndarray, np.ndarray]:
    """Where one of every set of equal columns is, and for each column which of these it equals."""
    rows = np.ascontiguousarray(columns.T)
    whole = rows.view(np.dtype((np.void, rows.itemsize * rows.shape[1])))[:, 0]
    _, first, which = np.unique(whole, return_index=True, return_inverse=True)
    return first, which


def everything() -> Tape:
    """A usual dose of everything, every hour, whoever it is."""
    usual = order.nothing(1)[:, 0]
    for field in (*STANDING, *ONCE, *order.LABS):
        usual[ROW[field.name]] = max(field.least, 1.0 if field.most <= 2 else 0.15 * field.most)
    usual[ROW["norepinephrine"]], usual[ROW["vasopressin"]], usual[ROW["fio2"]] = 0.1, 0.03, 0.5
    return Tape(np.repeat(usual[None], HOURS, axis=0), np.ones(HOURS, dtype=bool), 75.0)


def middle(tapes: list[Tape]) -> Tape:
    """The median of several tapes, hour by hour and field by field, for somebody of their median weight."""
    weight = float(np.median([tape.weight for tape in tapes]))
    looks = np.mean([tape.decided for tape in tapes], axis=0) >= 0.5
    return Tape(np.median([tape.scaled(weight) for tape in tapes], axis=0), looks, weight)


def brief(tape: Tape, decisions: int) -> Tape:
    """The first decisions of a tape; then nobody comes, and what stands goes on."""
    return replace(tape, decided=tape.decided & (np.cumsum(tape.decided) <= decisions))


def clocked(tape: Tape, decisions: int) -> Tape:
    """The first decisions of a tape; then its panels and what is given by the clock, and all else goes on."""
    late = np.cumsum(tape.decided) > decisions
    orders = tape.orders.copy()
    orders[late[:, None] & _WATCHED] = np.nan
    return replace(tape, orders=orders)


def orders_any(tape: Tape, names: Sequence[str]) -> bool:
    """Whether one of the fields is ordered where somebody looked; true of no field."""
    chosen = tape.orders[tape.decided][:, [ROW[name] for name in names]]
    return not names or bool((chosen > 0).any())


def replay(watch: Watch, tapes: list[Tape]) -> Watch:
    """Play tapes to the end without looking, the first for the first patient and so on."""
    weights = watch.bedside.weight.tolist()
    orders = np.stack([tape.scaled(weight) for tape, weight in zip(tapes, weights, strict=True)], axis=-1)
    looks = np.stack([tape.decided for tape in tapes], axis=-1)
    for given, decided in zip(orders, looks, strict=True):
        going = order.lasting(watch.bedside.standing)
        watch, _ = advance(watch, np.where(decided & ~np.isnan(given), given, going), decided)
    return watch
