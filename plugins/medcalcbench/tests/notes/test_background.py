"""What notes say beside what counts."""

from random import Random

import pytest

from medgym_plugin_medcalcbench.calculators import BY_KEY
from medgym_plugin_medcalcbench.drawing import draw
from medgym_plugin_medcalcbench.notes.background import background
from medgym_plugin_medcalcbench.notes.scene import set_scene


def said(age, sex="male", seed=0):
    calculator, rng = BY_KEY["creatinine_clearance"], Random(seed)
    inputs = draw(calculator, rng)
    return background(set_scene(inputs, age, rng), sex, inputs)


@pytest.mark.parametrize("age", [0.5, 7, 40, 85, 100])
def test_three_tests_are_told_at_any_age(age):
    assert len([one for one in said(age) if one.section == "tests"]) == 3


def test_no_test_is_told_twice():
    for seed in range(50):
        terms = [one.text.split()[0] for one in said(60, seed=seed) if one.section == "tests"]
        assert len(set(terms)) == 3


def test_the_old_have_conditions_and_children_none():
    sections = [{one.section for one in said(age, seed=seed)} for seed in range(20) for age in (4, 80)]
    assert all(found == {"tests"} for found in sections[::2])
    assert any("history" in found for found in sections[1::2])
    assert any("drugs" in found for found in sections[1::2])


def test_no_woman_has_a_prostate():
    assert not any("prostate" in one.text for seed in range(60) for one in said(80, "female", seed))
    assert any("prostate" in one.text for seed in range(60) for one in said(80, "male", seed))
