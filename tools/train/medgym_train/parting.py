"""Where the leaves of a recorded tree parted, and what each stands for of all that comes after."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from medgym_core.trajectory import Branch


class Parting(NamedTuple):
    """A place on the way to a leaf where limbs part."""

    step: int
    """Number of the first step after it."""
    ways: int
    """How many go on from it."""


def partings(branches: Mapping[int, Branch | None]) -> dict[int, tuple[Parting, ...]]:
    """Leaf to the places on the way to it where others went another way, the last one first.

    Each of the ways was drawn from the same state, so a leaf stands for 1 / ``ways`` of what goes on there.
    A leaf that is not known counts as a way if another is known that parted from it later.

    Args:
        branches: sample number to where it parted from another, of one task in one run.
    """
    parted = Counter((one.parent, one.step) for one in branches.values() if one and one.step)
    places: defaultdict[int, list[Parting]] = defaultdict(list)
    for (parent, step), others in parted.items():
        goes_on = parent in branches or any(leaf == parent and later > step for leaf, later in parted)
        places[parent].append(Parting(step, others + goes_on))

    def above(leaf: int, end: float = math.inf) -> Iterator[Parting]:
        branch = branches.get(leaf)
        begin = branch.step if branch else 0
        yield from (place for place in sorted(places[leaf], reverse=True) if begin < place.step <= end)
        if branch and branch.step:
            yield from above(branch.parent, branch.step)

    return {leaf: tuple(above(leaf)) for leaf in branches}


def share(places: Iterable[Parting], step: int) -> float:
    """What a leaf with these ``places`` stands for of all that comes after its step number ``step``."""
    return 1 / math.prod(place.ways for place in places if place.step > step)
