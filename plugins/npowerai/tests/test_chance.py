import pytest
from hypothesis import given
from hypothesis import strategies as st

from medgym_plugin_npowerai.chance import POWER_TOLERANCE, best_constant, best_constants


def test_no_answers_leave_nothing_to_pass():
    assert best_constant([]) == (0.0, 0.0)


def test_equal_sizes_pass_together():
    assert best_constant([5, 7, 7, 9]) == (7, 0.5)


def test_powers_pass_together_when_their_bands_meet():
    constant, share = best_constant([0.8, 0.81, 0.5])
    assert share == pytest.approx(2 / 3)
    assert abs(constant - 0.8) <= 0.008
    assert abs(constant - 0.81) <= 0.0081


@given(st.lists(st.one_of(st.integers(2, 50), st.floats(0.2, 0.98)), min_size=1, max_size=30))
def test_the_share_is_what_the_constant_passes(answers):
    constant, share = best_constant(answers)
    passed = sum(
        constant == gold
        if isinstance(gold, int)
        else gold * (1 - POWER_TOLERANCE) - 1e-12 <= constant <= gold * (1 + POWER_TOLERANCE) + 1e-12
        for gold in answers
    )
    assert share == pytest.approx(passed / len(answers))


def test_the_shares_of_both_targets_add_up():
    best = best_constants([7, 7, 9, 0.5])
    assert best == {"size": (7, 0.5), "power": (pytest.approx(0.5, rel=0.011), 0.25)}


def test_a_target_that_is_not_asked_has_no_constant():
    assert best_constants([7]).keys() == {"size"}
    assert best_constants([]) == {}
