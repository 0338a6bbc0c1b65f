"""Root mean square deviation after the best superposition, with rejection of outliers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import cos, isclose, sin
from random import Random

from medgym_core import ListOf, Number
from medgym_plugin_biocoder.problems.contract import Args, Entry, Holder, Problem, Say
from medgym_plugin_biocoder.problems.protein import superposition_solution


@dataclass(frozen=True)
class Parameters:
    """How structures are superposed."""

    cutoff: float
    """Largest distance of a pair that is kept, ångströms."""
    cycles: int
    """Most rejections."""
    mirrored: bool
    """Whether mirror images may be superposed."""


def rules(p: Parameters, say: Say) -> Sequence[str]:
    """The rules in words."""
    allowed = (
        "by a translation and a rotation, with or without a reflection"
        if p.mirrored
        else "by a translation and a proper rotation (determinant +1, never a reflection)"
    )
    return [
        say(
            "fixed and moving are lists of points [x, y, z] in ångströms, of the same length; points at "
            "the same place in both lists are a pair.",
            "Both arguments are lists of [x, y, z] in ångströms and have the same length; the i-th points "
            "of both correspond.",
        ),
        f"moving is superposed on fixed {allowed}, so that the sum of the squared distances of the pairs "
        f"is least.",
        f"Then pairs that are more than {p.cutoff} ångströms apart are rejected for good, and the others "
        f"are superposed anew by the original points. This is done at most {p.cycles} times. It ends "
        "earlier when no pair is rejected, or when fewer than three pairs would be left: then nothing is "
        "rejected in that cycle.",
        say("Returned is [deviation, number]", "The result is a list of two numbers, [deviation, number]")
        + ": the root mean square distance of the pairs after the last superposition, and how many pairs "
        "it used. Without any points that is [0.0, 0].",
    ]


TETRAHEDRON = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 6.0, 0.0], [0.0, 0.0, 9.0]]


def edges(p: Parameters) -> Mapping[str, Args]:
    """Edge cases."""
    far = [[10.0, 10.0, 30.0 + 9 * p.cutoff]]
    return {
        "no points": ([], []),
        "one pair": ([[1.0, 2.0, 3.0]], [[-4.0, 0.5, 7.0]]),
        "two pairs": ([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0]], [[5.0, 5.0, 5.0], [5.0, 9.5, 5.0]]),
        "identical": (TETRAHEDRON, TETRAHEDRON),
        "quarter turn": (TETRAHEDRON, [[-y + 3, x - 1, z] for x, y, z in TETRAHEDRON]),
        "mirror image": (TETRAHEDRON, [[-x, y, z] for x, y, z in TETRAHEDRON]),
        "point inversion": (TETRAHEDRON * 2, [[-x, -y, -z] for x, y, z in TETRAHEDRON * 2]),
        "one outlier": ([*TETRAHEDRON, [5.0, 5.0, 5.0]], [*TETRAHEDRON, *far]),
        "too few left": (TETRAHEDRON[:3], [[x * 9, y / 5, 40 - x] for x, y, _ in TETRAHEDRON[:3]]),
        "three left": bent(Random(1), p.cutoff, 6, 8),
        "two left": bent(Random(1), p.cutoff, 7, 16),
        "rejections go on": bent(Random(772), p.cutoff, 20, 8),
        "three of four fit": (TETRAHEDRON, [*TETRAHEDRON[:3], *far]),
    }


def bent(rng: Random, unit: float, number: int, bend: int) -> tuple[list[list[float]], list[list[float]]]:
    """A chain, and the same with its end bent away, so that one rejection makes room for the next."""
    chain = [[i * unit, rng.randint(-4, 4) / 2 * unit, rng.randint(-4, 4) / 2 * unit] for i in range(number)]
    shifts = [round(8 * bend * (i / number) ** 2) / 8 * unit for i in range(number)]
    return chain, [[x, y + shift, z] for (x, y, z), shift in zip(chain, shifts, strict=True)]


def draw(rng: Random, p: Parameters) -> Args:
    """A cloud with some outliers or a bent chain; moving is turned, jittered and sometimes mirrored."""
    angle, tilt, sign = rng.uniform(0, 6), rng.uniform(0, 6), rng.choice((1, 1, -1))
    number, jitter = rng.randint(6, 20), rng.choice((0.0, 0.1, 0.5)) * p.cutoff
    fixed = moving = [[round(rng.uniform(-9, 9), 3) for _ in range(3)] for _ in range(number)]
    if rng.random() < 0.6:
        fixed, moving = bent(rng, p.cutoff, number, rng.choice((8, 8, 12)))
    turned = []
    for x, y, z in moving:
        x, y = x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle)
        y, z = y * cos(tilt) - z * sin(tilt), y * sin(tilt) + z * cos(tilt)
        shift = jitter + 3 * p.cutoff * (rng.random() < 0.1)
        turned.append([round(sign * one + rng.uniform(-shift, shift) + 20, 3) for one in (x, y, z)])
    return (fixed, turned)


def moved_as_a_whole(entry: Entry, args: Args, p: Parameters) -> bool:
    """Turning and shifting one structure changes nothing."""
    fixed, moving = args
    turned = [[y + 7, -x, z - 2] for x, y, z in moving]
    return _alike(entry(fixed, moving), entry(fixed, turned))


def symmetric(entry: Entry, args: Args, p: Parameters) -> bool:
    """Either structure may be the fixed one."""
    fixed, moving = args
    return _alike(entry(fixed, moving), entry(moving, fixed))


def _alike(one: list[float], other: list[float]) -> bool:
    return isclose(one[0], other[0], abs_tol=1e-6) and one[1] == other[1]


PROBLEM = Problem(
    name="superposition",
    category="protein",
    source="Kabsch W. Best rotation to relate two sets of vectors, Acta Cryst A 1976 and 1978",
    solution=superposition_solution,
    entry="superpose",
    cells=[Parameters(*values) for values in product((1.0, 1.5, 2.0, 3.0), (1, 2, 3), (False, True))],
    beyond=[Parameters(5.0, 4, False), Parameters(0.5, 2, True), Parameters(4.0, 5, True)],
    wordings=(
        "{entry}(fixed, moving) superposes two protein structures and measures how well they fit.",
        "{entry}(fixed, moving) fits one set of atoms onto another, rejecting pairs that do not fit.",
        "{entry}(fixed, moving) computes the root mean square deviation of two structures once they are "
        "aligned.",
    ),
    rules=rules,
    edges=edges,
    draw=draw,
    laws={"moved as a whole": moved_as_a_whole, "symmetric": symmetric},
    returns=ListOf(items=Number(rel_tol=1e-6, abs_tol=1e-5)),
    holder=Holder("Structure", "Points of a structure that stays where it is."),
)
