"""No count from 1 to 10 is published or follows from what is."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from medgym_core.access.disclosure import is_safe, rest, withheld

COUNT = st.one_of(st.integers(0, 14), st.integers(0, 60))
TABLE = st.integers(1, 3).flatmap(lambda width: st.lists(st.tuples(*[COUNT] * width), min_size=1, max_size=5))


def named(rows: Sequence[Sequence[int]]) -> dict[str, Sequence[int]]:
    return {str(number): row for number, row in enumerate(rows)}


@given(TABLE)
def test_what_is_published_and_what_is_left_of_the_total_is_safe(rows: list[tuple[int, ...]]) -> None:
    total = [sum(column) for column in zip(*rows, strict=True)]
    assume(is_safe(total))
    out = withheld(total, named(rows))
    published = [row for name, row in named(rows).items() if name not in out]
    assert is_safe(count for row in (*published, rest(total, published)) for count in row)


@pytest.mark.slow
@given(TABLE, st.data())
def test_no_withheld_count_can_be_solved_for(rows: list[tuple[int, ...]], data: st.DataObject) -> None:
    """Solves for the bounds of a withheld cell by trying every value that the margins allow."""
    total = [sum(column) for column in zip(*rows, strict=True)]
    assume(is_safe(total))
    out = withheld(total, named(rows))
    hidden = [row for name, row in named(rows).items() if name in out]
    assume(any(count for row in hidden for count in row))
    row, column = data.draw(
        st.sampled_from([(r, c) for r, one in enumerate(hidden) for c, n in enumerate(one) if n])
    )
    left = sum(one[column] for one in hidden)
    possible = [value for value in range(left + 1) if len(hidden) > 1 or value == left]
    assert hidden[row][column] in possible
    assert len(possible) > 1


@pytest.mark.slow
@pytest.mark.parametrize(("rows", "columns", "largest"), [(2, 1, 44), (3, 1, 40), (2, 2, 22)])
def test_not_even_by_who_knows_how_it_is_done(rows: int, columns: int, largest: int) -> None:
    """Of all tables from which the same is published, every small count has several values."""
    seen: defaultdict[object, set[tuple[int, ...]]] = defaultdict(set)
    for cells in product(range(largest + 1), repeat=rows * columns):
        parts = named([cells[start : start + columns] for start in range(0, len(cells), columns)])
        total = [sum(column) for column in zip(*parts.values(), strict=True)]
        if is_safe(total) and max(total) <= largest:
            out = withheld(total, parts)
            shown = tuple((name, counts) for name, counts in parts.items() if name not in out)
            seen[*total, shown].add(cells)
    for tables in seen.values():
        for values in zip(*tables, strict=True):
            assert len(set(values)) > 1 or is_safe(values)


@given(st.integers(1, 10), TABLE)
def test_of_what_may_not_be_shown_no_part_is_shown(small: int, safe: list[tuple[int, ...]]) -> None:
    rows = [(small if number == 0 else 0, *row) for number, row in enumerate(safe)]
    total = [sum(column) for column in zip(*rows, strict=True)]
    assert withheld(total, named(rows)) == set(named(rows))


def test_from_1_to_10_is_small() -> None:
    assert is_safe([0, 11, 12, 10.9999999999])
    assert not any(is_safe([count]) for count in (1, 10, 0.5, 10.5))


def test_no_more_is_withheld_than_it_takes() -> None:
    assert withheld([100], {"a": [40], "b": [60]}) == set()
    assert withheld([103], {"a": [40], "b": [60], "c": [3]}) == {"a", "c"}
    assert withheld([111], {"a": [40], "b": [60], "c": [6], "d": [5]}) == {"c", "d"}
    assert withheld([100, 0], {"a": [40, 0], "b": [60, 0]}) == set()


def test_what_no_part_has_is_not_given_away_either() -> None:
    assert withheld([105], {"a": [40], "b": [60]}) == {"a"}
