from __future__ import annotations

from pathlib import Path

import pytest

from medgym_core import Calibration, PredictionGold, PredictionTarget
from medgym_prove.building import column

from ..plugins import examine, package, spoil
from .defects import shown_outcome


def test_a_column_that_tells_the_outcome_is_found(plugin: Path):
    shown_outcome(plugin)
    (problem, *_) = examine("B07", plugin).problems
    assert problem.endswith("a column reaches auroc 1 of target, where rewards begin at 0.9")


def test_columns_below_what_earns_nothing_are_no_problem(plugin: Path):
    shown_outcome(plugin)
    spoil(package(plugin) / "oracle.py", "[-1] > 45_000)", "[-1] > 0 and number % 2)")
    finding = examine("B07", plugin)
    assert finding.status == "pass"
    assert finding.figures["columns"]


@pytest.mark.parametrize(("least", "problems"), [(0.75 - 1e-12, 0), (0.7, 1)])
def test_rounding_earns_nothing(least: float, problems: int):
    graded = {"chance": least, "baseline": 0.9, "error": 0.1}
    target = PredictionTarget(name="t", metric="auroc", columns=("p",), calibration=Calibration(**graded))
    gold = PredictionGold(keys=("id",), targets=(target,), rows=(("a", 0), ("b", 1), ("c", 0), ("d", 1)))
    assert len(list(column._earning(gold, [[0.0, 0.0, 1.0, 1.0][::-1], [0.1, 0.4, 0.3, 0.2]]))) == problems


def test_families_that_ask_for_no_predictions_pass(plugin: Path):
    assert examine("B07", plugin).figures == {"tasks": 24, "columns": 0}
