from __future__ import annotations

from pathlib import Path

from ..plugins import examine
from .defects import patient_in_the_box


def test_solutions_that_say_what_was_asked_differ(plugin: Path):
    finding = examine("B08", plugin)
    assert finding.status == "pass"
    assert finding.figures == {"solutions of training": 24, "evaluated": 12}


def test_one_program_for_all_tasks_is_found(plugin: Path):
    patient_in_the_box(plugin)
    first, *_, more = examine("B08", plugin).problems
    assert "/test/0 is solved by the very text that solves toy-sum" in first
    assert more == "7 more are"
