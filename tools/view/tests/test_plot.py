from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medgym_core.metrics.curve import Point
from medgym_view.plot import HEIGHT, WIDTH, plot

SHARES = st.floats(0, 1)


def point(k: int, value: float) -> Point:
    return Point(k=k, value=value, interval=(value / 2, (1 + value) / 2), tasks=3)


@given(values=st.lists(SHARES, min_size=2, max_size=20))
def test_every_mark_lies_in_the_drawing_and_higher_values_lie_higher(values: list[float]) -> None:
    drawn = plot("x", [("pass@k", [point(k, value) for k, value in enumerate(values, 1)])])
    assert drawn is not None
    marks = drawn.lines[0].marks
    assert all(0 <= mark.x <= WIDTH and 0 <= mark.y <= HEIGHT for mark in marks)
    assert [mark.x for mark in marks] == sorted(mark.x for mark in marks)
    by_value = sorted(zip(values, marks, strict=True), key=lambda pair: pair[0])
    heights = [mark.y for _, mark in by_value]
    assert heights == sorted(heights, reverse=True)


def test_ticks_are_powers_of_two_and_marks_are_described_in_words() -> None:
    drawn = plot("x", [("pass@k", [point(k, 0.5) for k in range(1, 6)])])
    assert drawn is not None
    assert [label for _, label in drawn.across] == ["1", "2", "4"]
    assert drawn.lines[0].marks[1].words == "pass@2: 50.0% (25.0% to 75.0%), 3 tasks"


@pytest.mark.parametrize(
    ("label", "words"),
    [
        ("pass^k", "pass^2"),
        ("best@k", "best@2"),
        ("max@k reward", "max@2 reward"),
        ("a@kb pass@k", "a@kb pass@2"),
    ],
)
def test_every_curve_tells_its_k(label: str, words: str) -> None:
    drawn = plot("x", [(label, [point(k, 0.5) for k in (1, 2)])])
    assert drawn is not None
    assert drawn.lines[0].marks[1].words.startswith(f"{words}: ")


def test_one_sample_is_no_curve() -> None:
    assert plot("x", [("pass@k", [point(1, 0.5)]), ("best@k", [])]) is None
