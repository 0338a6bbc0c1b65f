from __future__ import annotations

from collections.abc import Callable

from rich.console import RenderableType

from medgym_core.metrics import curves
from medgym_core.report.curves import curves_text
from medgym_core.verifier import Status

from ..metrics.entries import entry

Show = Callable[[RenderableType], str]


def test_points_are_shown_at_powers_of_two_and_the_last(printed: Show) -> None:
    entries = [entry(0, Status.SUCCESS if n % 2 else Status.FAIL, n) for n in range(6)]
    found = curves_text(curves(entries))
    assert found is not None
    assert [word for word in printed(found).split() if word.isdecimal()] == ["1", "2", "4", "6"]


def test_rewards_between_0_and_1_have_a_row_of_their_own(printed: Show) -> None:
    flat = curves_text(curves([entry(0, Status.FAIL, n) for n in range(2)]))
    uneven = curves_text(curves([entry(0, Status.FAIL, n, reward=0.5) for n in range(2)]))
    assert flat is not None
    assert uneven is not None
    assert "max@k reward" not in printed(flat)
    assert "max@k reward" in printed(uneven)


def test_why_there_is_no_curve_is_said(printed: Show) -> None:
    found = curves_text(curves([entry(0, Status.FAIL, n, settings=str(n)) for n in range(3)]))
    assert found is not None
    assert "no estimator over k holds" in printed(found)


def test_tasks_with_fewer_samples_are_counted(printed: Show) -> None:
    entries = [entry(0, Status.FAIL), entry(0, Status.FAIL, 1), entry(1, Status.FAIL)]
    found = curves_text(curves(entries))
    assert found is not None
    assert "Of 2 tasks, 1 have samples enough" in printed(found)


def test_one_sample_a_task_has_no_curve() -> None:
    assert curves_text(curves([entry(0, Status.FAIL)])) is None
