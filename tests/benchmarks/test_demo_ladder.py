"""The ladder on synthetic tasks beside a demo's: counted over categories, of the test alone."""

from __future__ import annotations

from benchmarks.demo_ladder import compared, earned
from medgym_core.registry.difficulty import Difficulty, Earned, Row


def found(*rows: tuple[str, dict[str, tuple[int, float]]]) -> Difficulty:
    return Difficulty(
        family="a",
        version="0",
        played="",
        sandbox="process",
        tasks=4,
        rungs={},
        rows=tuple(
            Row(
                split=split,
                category=str(place),
                earned={name: Earned(tasks=tasks, reward=reward) for name, (tasks, reward) in rungs.items()},
            )
            for place, (split, rungs) in enumerate(rows)
        ),
    )


def test_categories_are_added_and_other_splits_are_not() -> None:
    one = found(
        ("test", {"full": (4, 1.0), "no-join": (3, 0.3333)}),
        ("test", {"full": (2, 0.5)}),
        ("ood", {"full": (9, 0.0)}),
    )
    assert earned(one) == {"full": (5, 6), "no-join": (1, 3)}


def test_a_rung_that_one_of_them_lacks_is_not_compared() -> None:
    one = found(("test", {"full": (4, 1.0), "no-join": (3, 0.0)}))
    other = found(("test", {"full": (4, 0.75)}))
    assert [*compared("a", one, other)] == ["| a | full | 100% (51% to 100%) of 4 | 75% (30% to 95%) of 4 |"]
