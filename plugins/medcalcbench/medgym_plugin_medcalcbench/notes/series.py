"""Which entries speak of a parameter, and what they say: nothing but its entry shows which one counts.

Entries are drawn without regard to which of them will count, and what the others say is drawn as what counts
is, so that neither place nor value nor wording of a statement shows it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from medgym_plugin_medcalcbench.notes.moment import Moment
from medgym_plugin_medcalcbench.notes.scene import Scene
from medgym_plugin_medcalcbench.parameter import Measurement, Quantity, Value

SILENT = 0.3
"""Share of inputs that silence means of which no entry that counts speaks."""
SPOKEN = ((2, 6), (3, 5), (5, 4), (11, 3))
"""Parameters at most, and how many entries speak of each; of more parameters ``FEWEST``."""
FEWEST = 2
EVENLY = ((5, 4), (11, 3))
"""The same of the patient's entries, where inputs may be missing; of more parameters as many as of eleven."""
BESIDE = (1, 2)
"""How many other entries speak of each then."""
APART = 0.025
"""Values of one parameter differ by this share of theirs, or a part of the plausible range that is more."""
TRIES = 24
NEAR = 0.15
"""Most by which values of what a stay hardly changes lie from their middle, as a share."""
SLOW = {"bmi", "weight"}
"""What changes little within days."""
STEADY = {"height"}
"""What does not change: other values of it are in other charts, or in entries that were called off."""


def spoken(crowd: int) -> int:
    """How many entries speak of each of a calculator's ``crowd`` parameters."""
    return next((count for most, count in SPOKEN if crowd <= most), FEWEST)


def spoken_evenly(crowd: int) -> int:
    """How many of the patient's do, where inputs may be missing."""
    return next((count for most, count in EVENLY if crowd <= most), EVENLY[-1][1])


def chosen(scene: Scene, count: int, counts: bool = True, steady: bool = False) -> list[Moment]:
    """That many entries, or fewer: with one that counts, or with none (``counts`` is False)."""
    if steady:
        own = [one for one in scene.moments if one.made and one.chart == scene.own]
        others = [one for one in scene.moments if one not in own]
        fit = [one for one in own if (one.time <= scene.asked) == counts]
        return [scene.pick(fit), *scene.rng.sample(others, min(count - 1, len(others)))]
    pool = [one for one in scene.moments if counts or scene.counting([one]) is None]
    while True:
        found = scene.rng.sample(pool, min(count, len(pool)))
        if (scene.counting(found) is not None) == counts:
            return found


def evenly(scene: Scene, count: int, counts: bool) -> list[Moment]:
    """``count`` entries of the patient's and one or two others, with the one that counts or with none.

    Of what is missing as many speak as of anything else, and one of them may be open (:mod:`unclear`): who
    counts either finds nothing, and two or more are left whose times decide.
    """
    own = [one for one in scene.moments if one.made and one.chart == scene.own]
    others = [one for one in scene.moments if one not in own]
    pool = own if counts else [one for one in own if one.time > scene.asked]
    while True:
        found = scene.rng.sample(pool, min(count, len(pool)))
        if (scene.counting(found) is not None) == counts:
            return [*found, *scene.rng.sample(others, scene.pick(BESIDE))]


def said(
    scene: Scene, moments: Sequence[Moment], value: Value, others: Iterable[Value]
) -> dict[Moment, Value]:
    """Entry to what it says: ``value`` the one that counts, the others what ``others`` gives."""
    right, rest = scene.counting(moments), iter(others)
    return {one: value if one == right else next(rest) for one in moments}


def alternating(scene: Scene, present: bool) -> Iterator[bool]:
    """What other entries say of a finding: the opposite once, then anything."""
    yield not present
    while True:
        yield scene.chance(0.5)


def measured(
    scene: Scene, quantity: Quantity, value: Measurement, draws: Callable[[], Value], count: int
) -> Iterator[Measurement]:
    """Other values, each apart from ``value`` and from each other, drawn as ``value`` was."""
    spread = quantity.high - quantity.low
    slow = quantity.name in SLOW | STEADY
    least = 0 if slow else spread / (4 * count + 4)
    middle = _canonical(quantity, value) / (1 + scene.rng.uniform(-NEAR, NEAR))
    taken = [_canonical(quantity, value)]
    for _ in range(count):
        for _ in range(TRIES):
            other = _near(scene, quantity, middle) if slow else draws()
            assert isinstance(other, Measurement)
            found = _canonical(quantity, other)
            if quantity.low <= found <= quantity.high and all(
                abs(found - one) >= max(APART * abs(one), least) for one in taken
            ):
                break
        else:
            other = another(scene, quantity, taken)
            found = _canonical(quantity, other)
        taken.append(found)
        yield other


def another(scene: Scene, quantity: Quantity, taken: Sequence[float]) -> Measurement:
    """A plausible value, the farthest of some from those taken."""
    drawn = [scene.rng.uniform(quantity.low, quantity.high) for _ in range(TRIES)]
    best = max(drawn, key=lambda one: min(abs(one - other) for other in taken))
    return stated(scene, quantity, best)


def _near(scene: Scene, quantity: Quantity, middle: float) -> Measurement:
    return stated(scene, quantity, middle * (1 + scene.rng.uniform(-NEAR, NEAR)))


def stated(scene: Scene, quantity: Quantity, value: float) -> Measurement:
    """A value in one of the units that fit, the canonical one as often as an input has it."""
    limits = {"g": 8.0, "months": 4.0}
    fit = [unit for unit in quantity.units if value < limits.get(unit.name, float("inf"))]
    unit = scene.pick(fit[1:]) if fit[1:] and scene.chance(0.4) else quantity.unit
    return Measurement(unit.from_canonical(round(value, 6)), unit.name)


def _canonical(quantity: Quantity, measured: Measurement) -> float:
    return float(quantity.unit_named(measured.unit).to_canonical(measured.value))
