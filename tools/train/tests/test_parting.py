"""Where leaves of recorded trees parted, and what they stand for."""

from __future__ import annotations

import math

import pytest

from medgym_core.trajectory import Branch
from medgym_train.parting import Parting, partings


def at(*branches: tuple[int, int] | None) -> dict[int, Branch | None]:
    return {n: Branch(parent=one[0], step=one[1]) if one else None for n, one in enumerate(branches)}


def test_a_leaf_knows_where_others_went_another_way() -> None:
    """Leaves 1 and 2 part from 0 after two steps, 3 from 1 after three, 4 from 0 after four, 5 not."""
    found = partings(at(None, (0, 2), (0, 2), (1, 3), (0, 4), (0, 0)))
    assert found == {
        0: (Parting(4, 2), Parting(2, 3)),
        1: (Parting(3, 2), Parting(2, 3)),
        2: (Parting(2, 3),),
        3: (Parting(3, 2), Parting(2, 3)),
        4: (Parting(4, 2), Parting(2, 3)),
        5: (),
    }


def test_a_leaf_that_is_not_known_counts_as_far_as_others_parted_from_it() -> None:
    found = partings({n: Branch(parent=0, step=step) for n, step in ((1, 2), (2, 2), (3, 3))})
    assert found == {1: (Parting(2, 3),), 2: (Parting(2, 3),), 3: (Parting(3, 1), Parting(2, 3))}


def test_shares_of_all_leaves_of_a_tree_add_up_to_one() -> None:
    found = partings(at(None, (0, 2), (0, 2), (1, 3), (0, 4)))
    assert sum(1 / math.prod(place.ways for place in places) for places in found.values()) == pytest.approx(1)
