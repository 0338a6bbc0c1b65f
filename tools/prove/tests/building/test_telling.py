from __future__ import annotations

from pathlib import Path

from medgym_prove.building.telling import SHIFTS, _coincidences

from ..plugins import examine
from .defects import answer_in_question


def test_questions_that_tell_their_answers_are_found(plugin: Path):
    answer_in_question(plugin)
    assert "the question tells its answer" in " ".join(examine("B05", plugin).problems)


def test_numbers_coincide_with_those_of_other_questions():
    notes = [f"sodium {120 + n}, chloride 99" for n in range(SHIFTS + 1)]
    assert _coincidences([99] * len(notes), notes) == len(notes)
    assert _coincidences([120 + n for n in range(len(notes))], notes) == 0


def test_a_text_is_no_coincidence():
    assert _coincidences(["aspirin"] * 3, ["aspirin or not?"] * 3) == 0
