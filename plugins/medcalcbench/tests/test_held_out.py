"""What is held out: calculators that the split ``ood`` asks for, and no other generated split."""

from collections import Counter

import pytest

from medgym_plugin_medcalcbench import loader
from medgym_plugin_medcalcbench.calculators import BY_KEY, CALCULATORS
from medgym_plugin_medcalcbench.held_out import HELD_OUT, asked
from medgym_prove.skeleton import skeleton


def categories(family, build, split):
    return Counter(family.task(build, split, index).category for index in range(family.size(build, split)))


def skeletons(family, build, split):
    tasks = (family.task(build, split, index) for index in range(family.size(build, split)))
    return {skeleton(family.reference(build, task)) for task in tasks}


def test_ten_calculators_of_every_group_are_held_out():
    assert len(HELD_OUT) == 10
    groups = {calculator.group for calculator in CALCULATORS.values()}
    assert {BY_KEY[key].group for key in HELD_OUT} == groups
    assert {calculator.group for calculator in asked("train")} == groups


@pytest.mark.parametrize("split", ["train", "test", "reworded"])
def test_what_is_held_out_is_asked_in_no_other_split(family, build, split):
    assert set(categories(family, build, split)) == BY_KEY.keys() - HELD_OUT


def test_ood_asks_for_what_is_held_out_alone(family, build):
    assert set(categories(family, build, "ood")) == HELD_OUT
    assert Counter(loader.SIZES["ood"] // len(HELD_OUT) for _ in HELD_OUT) == {15: 10}


def test_solutions_of_ood_are_none_of_training_with_other_values(family, build):
    novel = skeletons(family, build, "ood")
    assert len(novel) >= len(HELD_OUT)
    assert not novel & skeletons(family, build, "train")
