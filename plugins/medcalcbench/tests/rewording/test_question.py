"""Wordings: eight of each calculator, each understood by the second program from its words alone."""

from datetime import datetime

import pytest

from medgym_plugin_medcalcbench.calculators import BY_KEY
from medgym_plugin_medcalcbench.held_out import asked
from medgym_plugin_medcalcbench.rewording import WORDINGS
from medgym_plugin_medcalcbench.rewording.question import put, wordings
from medgym_plugin_medcalcbench.rewording.when import notations

from .colleague import RULES, understood

KEYS = [calculator.key for calculator in asked("test")]
TIME = datetime(2024, 5, 3, 18, 5)
EVERY = [(key, wording) for key in KEYS for wording in wordings(key)]


def test_the_second_program_knows_all_calculators():
    assert RULES.keys() == BY_KEY.keys()


@pytest.mark.parametrize("key", KEYS)
def test_each_calculator_is_asked_for_in_eight_ways_that_are_understood(key):
    assert len({*wordings(key)}) == WORDINGS == 8
    for wording in wordings(key):
        for time in notations(TIME):
            assert understood(put(wording, time)) == (key, TIME), wording


def test_no_wording_is_used_twice():
    assert len({wording.lower() for _, wording in EVERY}) == len(EVERY) == 8 * 45


@pytest.mark.parametrize("key", KEYS)
def test_few_wordings_have_the_name_that_training_knows(key):
    """People have hardly another name for the delta gap and ratio."""
    name, most = BY_KEY[key].name.lower(), 5 if key.startswith("delta") else 3
    assert sum(name in wording.lower() for wording in wordings(key)) <= most


@pytest.mark.parametrize(
    ("question", "could"),
    [
        ("whats the eGFR 1805h on Fri 3/May/2024", "[]"),
        ("QTc pls, 2024/05/03 1805", "[]"),
        ("Wells score at 6.05pm 3rd May 2024", "[]"),
        ("need the number as of 2024/05/03 1805", "[]"),
        ("BMI or IBW? 2024/05/03 1805", "['body_mass_index', 'ideal_body_weight']"),
    ],
)
def test_a_question_that_could_mean_another_calculator_or_none_is_noticed(question, could):
    with pytest.raises(ValueError, match="could mean") as noticed:
        understood(question)
    assert str(noticed.value).endswith(could)


@pytest.mark.parametrize(
    ("wording", "key"),
    [
        ("Hodges QTc", "qtc_hodges"),
        ("Fridericia QTc", "qtc_fridericia"),
        ("Wells for PE", "wells_pe"),
        ("Framingham risk", "framingham"),
        ("plain delta gap", "delta_gap"),
        ("delta gap w/ alb corr", "corrected_delta_gap"),
        ("delta ratio, alb corrected", "corrected_delta_ratio"),
        ("egfr w/ mdrd (not ckd-epi)", "mdrd"),
        ("egfr w/ ckd-epi (not mdrd)", "ckd_epi"),
    ],
)
def test_near_neighbours_are_told_apart(wording, key):
    assert understood(f"{wording} 2024/05/03 1805") == (key, TIME)


@pytest.mark.parametrize(("key", "wording"), EVERY[::7])
def test_a_wording_that_drops_or_changes_its_time_is_noticed(key, wording):
    for time in notations(TIME.replace(hour=17)):
        assert understood(put(wording, time)) != (key, TIME)
    with pytest.raises(ValueError, match="0 times"):
        understood(put(wording, "now"))
