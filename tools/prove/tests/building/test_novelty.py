from __future__ import annotations

from pathlib import Path

from ..plugins import examine
from .defects import ask_spreads, old_requirements


def test_nothing_is_said_to_be_new(plugin: Path):
    finding = examine("B09", plugin)
    assert finding.status == "pass"
    assert finding.figures["novel tasks"] == 0


def test_what_training_never_asks_is_new(plugin: Path):
    ask_spreads(plugin)
    finding = examine("B09", plugin)
    assert finding.status == "pass"
    assert finding.figures == {
        "skeletons of training": 2,
        "novel tasks": 12,
        "skeletons of novel tasks": 1,
    }


def test_what_training_asks_of_others_is_not_new(plugin: Path):
    old_requirements(plugin)
    first, *_, more = examine("B09", plugin).problems
    assert "/ood/0 is solved as toy-sum" in first
    assert more == "7 more are"
