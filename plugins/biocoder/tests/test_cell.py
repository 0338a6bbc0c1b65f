"""Which cells are asked in which split: what was learnt in training is not what is tested."""

from collections import Counter

import pytest

from medgym_plugin_biocoder.cell import cell_at, cells_of
from medgym_plugin_biocoder.loader import SIZES
from medgym_plugin_biocoder.problems import PROBLEMS
from medgym_plugin_biocoder.problems.categories import CATEGORIES
from medgym_plugin_biocoder.problems.held_out import HELD_OUT
from medgym_plugin_biocoder.source import submission, whole
from medgym_prove.skeleton import program


def cells(split):
    return [cell_at(split, index) for index in range(SIZES[split])]


def asked(split):
    return {submission(*cell) for cell in cells(split)}


@pytest.mark.parametrize("split", ["test", "ood"])
def test_no_reference_of_an_evaluation_is_a_training_reference(split):
    assert not asked(split) & asked("train")


@pytest.mark.parametrize("split", ["train", "test"])
def test_what_is_held_out_is_asked_in_no_counted_split_and_all_else_is(split):
    assert {cell.problem.name for cell in cells(split)} == PROBLEMS.keys() - HELD_OUT.keys()
    assert not any(cells_of(name, split) for name in HELD_OUT)


def test_every_problem_that_is_held_out_is_asked_eight_times_in_all_forms():
    novel = cells("ood")
    assert Counter(cell.problem.name for cell in novel) == dict.fromkeys(HELD_OUT, 8)
    assert len({(cell.key, cell.variant) for cell in novel}) == len(novel)
    assert {cell.problem.category for cell in novel} == {category.name for category in CATEGORIES}
    assert {cell.variant for cell in novel} == {"function", "method", "helper"}


def test_no_problem_that_is_held_out_has_the_skeleton_of_another():
    outlines = {name: program(whole(one, one.cells[0])) for name, one in PROBLEMS.items()}
    assert len({*outlines.values()}) == len(PROBLEMS)
    assert all(outlines[name] not in {program(text) for text in asked("train")} for name in HELD_OUT)
