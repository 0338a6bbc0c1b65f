from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from medgym_core.errors import ConfigError
from medgym_core.journal import Entry, read_index
from medgym_core.metrics import Curves
from medgym_core.verifier import Status
from medgym_testing.window import drawn, whole
from medgym_train.learned import evaluate
from medgym_train.learned.evaluation import Evaluation, Figure, auc, ece
from medgym_train.report import evaluation_table

PAIRS = st.lists(st.tuples(st.sampled_from([0.0, 0.2, 0.5, 1.0]), st.booleans()), min_size=2, max_size=12)


@given(PAIRS, st.data())
def test_auc_is_the_share_of_pairs_in_order(pairs: list[tuple[float, bool]], data: st.DataObject) -> None:
    counts = data.draw(st.lists(st.integers(0, 3), min_size=len(pairs), max_size=len(pairs)))
    repeated = [pair for pair, count in zip(pairs, counts, strict=True) for _ in range(count)]
    right = [score for score, label in repeated if label]
    wrong = [score for score, label in repeated if not label]
    found = auc(*(np.array(column, dtype=float) for column in (*zip(*pairs, strict=True), counts)))
    if not right or not wrong:
        assert found is None
    else:
        order = [(one > other) + (one == other) / 2 for one in right for other in wrong]
        assert found == pytest.approx(np.mean(order))


def test_scores_that_mean_what_they_say_have_no_calibration_error() -> None:
    scores, labels = np.array([0.5, 0.5, 1.0, 0.0]), np.array([1.0, 0.0, 1.0, 0.0])
    assert ece(scores, labels, np.ones(4)) == 0
    assert ece(1 - scores, labels, np.ones(4)) == pytest.approx(0.5)
    assert ece(scores, labels, np.array([3.0, 1.0, 0.0, 0.0])) == pytest.approx(0.25)


@pytest.fixture
def entries(recorded: Callable[..., Path]) -> list[Entry]:
    return list(read_index(recorded())[0])


def test_knowing_the_verdict_reaches_the_ceiling(entries: list[Entry]) -> None:
    known = {entry.id: float(entry.status is Status.SUCCESS) for entry in entries}
    found = evaluate(entries, known)
    assert found.auc is not None
    assert (found.auc.value, found.ece.value) == (1.0, 0.0)
    assert [point.value for point in found.curves.best_at_k] == pytest.approx(
        [point.value for point in found.curves.pass_at_k]
    )


def test_scores_that_say_nothing_do_not_beat_chance(entries: list[Entry]) -> None:
    found = evaluate(entries, {entry.id: 0.5 for entry in entries})
    assert found.auc is not None
    assert found.auc.value == 0.5
    assert {round(point.value, 9) for point in found.curves.best_at_k} == {
        round(found.curves.pass_at_k[0].value, 9)
    }


def test_intervals_hold_their_figures_and_shrink_with_tasks(recorded: Callable[..., Path]) -> None:
    widths = []
    for tasks in (10, 160):
        held = list(read_index(recorded(tasks, name=f"run{tasks}"))[0])
        scores = {
            entry.id: 0.3 + 0.4 * (entry.status is Status.SUCCESS) * (entry.replica > 0) for entry in held
        }
        figure = evaluate(held, scores).auc
        assert figure is not None
        assert figure.interval[0] <= figure.value <= figure.interval[1]
        widths.append(figure.interval[1] - figure.interval[0])
    assert widths[1] < widths[0]


def test_episodes_without_a_score_are_counted_and_left_out(entries: list[Entry]) -> None:
    found = evaluate(entries, {entry.id: 0.5 for entry in entries[:10]})
    assert (found.episodes, found.unscored) == (10, len(entries) - 10)
    with pytest.raises(ConfigError, match="none of these episodes has a score"):
        evaluate(entries, {})


@pytest.mark.parametrize("width", [60, 80])
def test_no_figure_is_cut_in_a_narrow_window(width: int) -> None:
    figure = Figure(value=0.5, interval=(0.25, 0.75))
    figures = {"episodes": 123456, "tasks": 12345, "successes": 1, "auc": figure, "ece": figure}
    whole_run = Evaluation(**figures, curves=Curves(sampling="exchangeable"), families={}, unscored=0)
    found = whole_run.model_copy(update={"families": {"a-family-of-a-long-name": whole_run}})
    assert "0.500 (0.250 - 0.750)" in whole(drawn(evaluation_table(found), width), width)
    assert drawn(evaluation_table(found), width, "ascii").isascii()
