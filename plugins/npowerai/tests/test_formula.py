"""What is held out: formulas that the split ``ood`` asks for, and no other split."""

from collections import Counter

import pytest

from medgym_plugin_npowerai import loader, solution
from medgym_plugin_npowerai.design import ChiSquare, PairedT, TwoSampleT
from medgym_plugin_npowerai.formula import FORMULAS, HELD_OUT, formula_of
from medgym_prove.skeleton import skeleton

PLAIN = TwoSampleT(difference=3, sd_control=3, sd_treated=4, alpha=0.05, sides=2)


def asked(family, build, split):
    """Formula and target of each task."""
    problems = (loader.problem(build, split, index) for index in range(family.size(build, split)))
    return Counter((formula_of(problem.design), problem.target) for problem in problems)


def skeletons(family, build, split):
    tasks = (family.task(build, split, index) for index in range(family.size(build, split)))
    return {skeleton(family.reference(build, task)) for task in tasks}


@pytest.mark.parametrize("split", ["train", "test"])
def test_what_is_held_out_is_asked_in_no_counted_split(family, build, split):
    assert {formula for formula, _ in asked(family, build, split)} == {*FORMULAS}


def test_ood_asks_for_each_formula_held_out_thirty_times_and_for_no_other(family, build):
    assert asked(family, build, "ood") == {
        (formula, target): 15 for formula in HELD_OUT for target in ("size", "power")
    }


def test_no_other_seed_trains_on_what_is_held_out(family, other_build):
    assert {formula for formula, _ in asked(family, other_build, "train")} == {*FORMULAS}
    assert {formula for formula, _ in asked(family, other_build, "ood")} == {*HELD_OUT}


def test_solutions_of_ood_are_none_of_training_with_other_values(family, build):
    novel = skeletons(family, build, "ood")
    assert len(novel) >= 2 * len(HELD_OUT)
    assert not novel & skeletons(family, build, "train")


def test_each_formula_is_a_function_of_the_solver_with_a_test_of_the_family():
    assert all(callable(getattr(solution, formula.name)) for formula in (*FORMULAS, *HELD_OUT))
    assert [formula.test for formula in FORMULAS] == list(loader.TESTS)
    assert {formula.test for formula in HELD_OUT} < {*loader.TESTS}


@pytest.mark.parametrize(
    ("design", "name"),
    [
        (PLAIN, "two_means"),
        (PLAIN.model_copy(update={"ratio": 2}), "unequal_means"),
        (PairedT(difference=1, sd=2, alpha=0.05, sides=1), "pairs"),
        (PairedT(difference=1, sd=2, correlation=0.5, alpha=0.05, sides=1), "correlated_pairs"),
        (ChiSquare(rows=((0.2, 0.8), (0.4, 0.6)), joint=False, alpha=0.05), "group_table"),
        (ChiSquare(rows=((0.1, 0.4), (0.2, 0.3)), joint=True, alpha=0.05), "joint_table"),
    ],
)
def test_a_design_has_one_formula(design, name):
    assert formula_of(design).name == name
