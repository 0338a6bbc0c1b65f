import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from medgym_plugin_mimic_extract.target import CLASSES
from medgym_plugin_mimic_extract.window import classes, drawn

ONSET, CONTROL, ON, WEAN = range(4)
INDICATOR = st.lists(st.integers(0, 1), max_size=60).map(lambda hours: np.array(hours, np.int8))
SHOWN_AND_GAP = [0] * 12


def only(hours):
    """The class of the one window of 17 hours."""
    (found,) = classes(np.array([*hours, 0], np.int8))
    return found


def test_classes_are_numbered_as_published():
    assert CLASSES == ("onset", "control", "on", "wean")


@pytest.mark.parametrize(
    ("deciding", "label"),
    [
        ([0, 0, 0, 0], CONTROL),
        ([1, 1, 1, 1], ON),
        ([0, 0, 0, 1], ONSET),
        ([1, 1, 1, 0], WEAN),
        ([1, 0, 0, 1], ONSET),
        ([0, 1, 0, 0], ONSET),
    ],
)
def test_a_start_comes_before_a_stop(deciding, label):
    assert only(SHOWN_AND_GAP + deciding) == label


@pytest.mark.parametrize("hour", range(6, 11))
def test_a_change_within_the_gap_is_no_window(hour):
    assert only([0] * (hour + 1) + [1] * (15 - hour)) == -1


@pytest.mark.parametrize("hour", [5, 11])
def test_a_change_at_the_edge_of_the_gap_is_a_window(hour):
    assert only([0] * (hour + 1) + [1] * (15 - hour)) == ON


@given(INDICATOR)
def test_there_are_as_many_windows_as_published(hours):
    assert len(classes(hours)) == max(0, len(hours) - 16)


def test_hours_after_the_240th_are_not_used():
    assert len(classes(np.zeros(300, np.int8))) == 224


@given(INDICATOR, st.integers(0, 2**64 - 1), st.integers(1, 5))
def test_windows_are_drawn_from_all_classes_before_any_is_drawn_again(hours, key, most):
    labels = classes(hours)
    found = labels[drawn(labels, most, key)].tolist()
    there = set(labels[labels >= 0].tolist())
    assert len(found) == min(most, int((labels >= 0).sum()))
    assert len(set(found)) == min(most, len(there))


@given(INDICATOR, st.integers(0, 2**64 - 1))
def test_a_smaller_draw_is_the_beginning_of_a_larger_one(hours, key):
    labels = classes(hours)
    assert drawn(labels, 1, key).tolist() == drawn(labels, 4, key)[:1].tolist()


def test_the_first_class_does_not_depend_on_how_many_windows_it_has():
    labels = np.array([ONSET] + [CONTROL] * 99)
    first = [labels[drawn(labels, 1, key)[0]] for key in range(400)]
    assert 150 < first.count(ONSET) < 250
