import re

import pytest

from medgym_plugin_npowerai.design import OneSampleT, Problem, TwoSampleT
from medgym_plugin_npowerai.formula import FORMULAS, HELD_OUT
from medgym_plugin_npowerai.opening import OPENINGS
from medgym_plugin_npowerai.scenario import CATEGORICAL, CONTINUOUS, SURVIVAL
from medgym_plugin_npowerai.wording import ERRORS, GOALS, POWER_CLOSINGS, SIZE_CLOSINGS, Phrasing, render

from .reader import read_question

DESIGN = TwoSampleT(difference=-4.5, sd_control=12, sd_treated=12, alpha=0.025, sides=1, ratio=2)
SIZE = Problem(design=DESIGN, target="size", count="group", power=0.85)


def test_settings_hold_no_digit():
    assert not re.search(r"\d", " ".join(map(str, (*CATEGORICAL, *SURVIVAL))))
    for setting in CONTINUOUS:
        texts = (setting.people, setting.measure, setting.unit, *setting.arms)
        assert not re.search(r"\d", " ".join(texts))
        assert len(setting.arms) == 5


def test_every_usual_formula_has_six_openings_and_every_clause_six_variants():
    assert {len(OPENINGS[formula.name]) for formula in FORMULAS} == {6}
    assert all(len(OPENINGS[formula.name]) >= 3 for formula in HELD_OUT)
    assert {len(clauses) for clauses in (ERRORS, GOALS, SIZE_CLOSINGS, POWER_CLOSINGS)} == {6}


def test_every_variant_is_read_as_one_question(solve):
    answers = set()
    for opening in range(3):
        for variant in range(6):
            text = render(SIZE, CONTINUOUS[0], 148.0, Phrasing(opening, variant, variant, 5 - variant))
            answers.add(solve(Problem.model_validate(read_question(text))))
    assert len(answers) == 1


def test_alpha_sides_allocation_and_count_are_stated():
    text = render(SIZE, CONTINUOUS[0], 148.0, Phrasing(0, 2, 0, 0))
    for clause in ("one-sided test at the 2.5% significance level", "85% power", "2:1", "control group"):
        assert clause in text
    assert "143.5 mmHg and 148.0 mmHg" in text


def test_totals_are_named_as_such():
    total = SIZE.model_copy(update={"count": "total"})
    assert "in total" in render(total, CONTINUOUS[0], 148.0, Phrasing(0, 0, 0, 0))


def test_a_setting_of_the_wrong_kind_is_refused():
    problem = Problem(
        design=OneSampleT(mean=1, reference=2, sd=1, alpha=0.05, sides=2),
        target="power",
        count="total",
        size=9,
    )
    with pytest.raises(TypeError, match="Survival does not fit OneSampleT"):
        render(problem, SURVIVAL[0], 0.0, Phrasing(0, 0, 0, 0))
