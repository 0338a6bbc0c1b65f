import pytest
from pydantic import ValidationError

from medgym_plugin_npowerai.design import (
    ChiSquare,
    CoxTwoGroups,
    OneSampleT,
    OneWayAnova,
    PairedT,
    Problem,
    TwoSampleT,
)

ONE = OneSampleT(mean=10, reference=8, sd=4, alpha=0.05, sides=2)
TWO = TwoSampleT(difference=-3, sd_control=3, sd_treated=4, alpha=0.05, sides=2, ratio=2)


def test_effects_follow_their_definitions():
    assert ONE.effect == 0.5
    assert TWO.effect == pytest.approx(3 / 12.5**0.5)
    assert PairedT(difference=2, sd=4, correlation=0.5, alpha=0.05, sides=1).effect == 0.5
    assert OneWayAnova(means=(1, 2, 3), sd=1, alpha=0.05).effect == pytest.approx((2 / 3) ** 0.5)


def test_equal_groups_and_their_joint_table_have_one_effect():
    groups = ChiSquare(rows=((0.2, 0.8), (0.4, 0.6)), joint=False, alpha=0.05)
    table = ChiSquare(rows=((0.1, 0.4), (0.2, 0.3)), joint=True, alpha=0.05)
    assert groups.effect == pytest.approx(table.effect)
    assert (groups.block, table.block) == (2, 1)


def test_a_column_that_nobody_falls_in_adds_nothing():
    plain = ChiSquare(rows=((0.2, 0.8), (0.4, 0.6)), joint=False, alpha=0.05)
    padded = ChiSquare(rows=((0.2, 0.8, 0.0), (0.4, 0.6, 0.0)), joint=False, alpha=0.05)
    assert padded.effect == pytest.approx(plain.effect)


@pytest.mark.parametrize(
    ("rows", "joint", "reason"),
    [
        (((0.5, 0.5), (0.5,)), False, "same two or more columns"),
        (((1.0,), (1.0,)), False, "two or more columns"),
        (((0.5, 0.4), (0.5, 0.5)), False, "sum to 0.9"),
        (((0.5, 0.5), (0.5, 0.5)), True, "sum to 2.0"),
        (((0.5, 0.5), (0.5, 0.5)), False, "no effect"),
    ],
)
def test_what_is_no_table_is_refused(rows, joint, reason):
    with pytest.raises(ValidationError, match=reason):
        ChiSquare(rows=rows, joint=joint, alpha=0.05)


def test_a_design_without_effect_is_refused():
    with pytest.raises(ValidationError, match="no effect"):
        CoxTwoGroups(hazard_ratio=1, event_experimental=0.4, event_control=0.4, alpha=0.05, sides=2)


@pytest.mark.parametrize("given", [{}, {"power": 0.8, "size": 10}, {"size": 10}])
def test_a_size_question_gives_the_power_alone(given):
    with pytest.raises(ValidationError, match="a size question gives the power"):
        Problem(design=ONE, target="size", count="total", **given)


def test_a_total_keeps_the_allocation():
    with pytest.raises(ValidationError, match="blocks of 3"):
        Problem(design=TWO, target="power", count="total", size=20)


def test_cells_tell_shape_and_effect_apart():
    assert ONE.cell == "one_sample_t alpha=0.05 sides=2 effect=0.50"
    assert TWO.cell == "two_sample_t alpha=0.05 sides=2 ratio=2 effect=0.85"


def test_problems_survive_json():
    problem = Problem(design=TWO, target="size", count="group", power=0.9)
    assert Problem.model_validate_json(problem.model_dump_json()) == problem
