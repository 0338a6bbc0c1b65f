"""The reader of generated questions gives back the problem that was put into words."""

import pytest

from medgym_plugin_npowerai import loader
from medgym_plugin_npowerai.design import Problem

from .reader import read_question


def read(question):
    return Problem.model_validate(_plain(read_question(question)))


def _plain(problem):
    """What the reader found, without the sides that two designs do not have."""
    design = problem["design"]
    if design["test"] in ("one_way_anova", "chi_square"):
        design = {name: value for name, value in design.items() if name != "sides"}
    return {**problem, "design": design}


@pytest.mark.parametrize(("split", "step"), [("train", 11), ("test", 5), ("ood", 1)])
def test_what_is_read_is_what_was_asked(family, build, split, step):
    for index in range(0, family.size(build, split), step):
        stated = loader.problem(build, split, index)
        found = read(loader.entry(build, split, index).question)
        assert found.target == stated.target
        assert (found.power, found.size) == (pytest.approx(stated.power), stated.size)
        assert found.design.effect == pytest.approx(stated.design.effect)
        assert (found.design.alpha, found.design.shape) == (stated.design.alpha, stated.design.shape)
        assert found.unit == stated.unit


@pytest.mark.parametrize(
    ("text", "lacking"),
    [
        ("Plan a one-sample t test.", "significance level"),
        ("A paired t test at alpha = 0.05.", "mean"),
        ("Freedman's formula at alpha = 0.05, hazard ratio 0.5.", "experimental group"),
    ],
)
def test_a_question_without_its_numbers_is_refused(text, lacking):
    with pytest.raises(ValueError, match=f"lacks a number.*{lacking}"):
        read_question(text)
