"""Scores are drawn level by level."""

from collections import Counter
from random import Random

import pytest

from medgym_core import Integer
from medgym_plugin_medcalcbench.calculators import BY_KEY, CALCULATORS
from medgym_plugin_medcalcbench.cell import cell_of, split_of
from medgym_plugin_medcalcbench.level import LEAST, MOST, levels
from medgym_plugin_medcalcbench.synthetic import drawn


def test_scores_of_few_points_have_levels_and_other_answers_none():
    scores = {key for key in BY_KEY if levels(key, "train")}
    assert {"sirs", "curb65", "fever_pain", "wells_pe"} <= scores
    points = {c.key for c in CALCULATORS.values() if isinstance(c.answer, Integer)}
    assert points - scores == {"apache2", "caprini", "charlson", "pneumonia_severity"}
    assert not {"body_mass_index", "due_date", "gestational_age", "anion_gap"} & scores
    assert all(4 < len(levels(key, "train")) <= MOST for key in scores)
    assert LEAST < 1 / MOST


@pytest.mark.slow
@pytest.mark.parametrize("key", ["sirs", "curb65", "revised_cardiac_risk", "centor"])
@pytest.mark.parametrize("split", ["train", "test"])
def test_every_level_is_as_frequent_as_any_other(key, split):
    rng = Random(0)
    many = [drawn(BY_KEY[key], split, rng) for _ in range(300)]
    found = Counter(BY_KEY[key].compute(inputs) for inputs in many)
    assert set(found) == set(levels(key, split))
    assert max(found.values()) <= 1.5 * 300 / len(found)
    assert {split_of(cell_of(BY_KEY[key], inputs)) for inputs in many} == {split}
